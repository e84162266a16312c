/** Keep what is being read where it is while something above it grows or shrinks. */
import {blockAtLine, shiftOf} from "./reading.js";

const BLOCKS = "h1, h2, h3, p, li, figure, .equation, pre, tr, summary";

/** Do something that changes heights and leave the words that are being read under the reader's eyes. @param {() => void} change */
export function keepPlace(change) {
  const line = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  if (scrollY <= 0) return change();
  // Boxes alone do not tell: what a closed block holds has boxes too once one asks for them.
  // A closed block's summary is no hold either: what follows it is being read, and would be pushed away.
  const blocks = [...document.querySelectorAll(`main :is(${BLOCKS}):not(details:not([open]) > summary)`)].filter((block) =>
    block.checkVisibility(),
  );
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  const index = blockAtLine(boxes, line + 4);
  if (index < 0) return change();

  change();
  const closed = outermostClosed(blocks[index]);
  const kept = closed?.querySelector("summary") ?? blocks[index];
  const correct = () => {
    const shift = shiftOf(boxes[index], kept.getBoundingClientRect(), line + 16, closed !== null);
    if (Math.abs(shift) > 0.5) scrollBy({top: shift, behavior: "instant"});
  };
  // Some browsers hold the place themselves, some half, some not at all, and not at once: what is left is made good
  // now and in the next two frames, before they are painted.
  correct();
  requestAnimationFrame(() => {
    correct();
    requestAnimationFrame(correct);
  });
}

/** Find the outermost closed block around an element that hides it. @param {Element} element @returns {HTMLDetailsElement | null} */
function outermostClosed(element) {
  /** @type {HTMLDetailsElement | null} */
  let found = null;
  for (let details = element.closest("details"); details; details = details.parentElement?.closest("details") ?? null) {
    const isItsSummary = element.closest("summary")?.parentElement === details;
    if (!details.open && !isItsSummary) found = details;
  }
  return found;
}
