/** Keep what is being read where it is while something above it grows or shrinks. */

const BLOCKS = "h1, h2, h3, p, li, figure, .equation, pre, tr, summary";

/**
 * Choose the block that is being read: the first that reaches below the line under the bar.
 * @param {readonly {top: number, bottom: number}[]} boxes In reading order, pixels from the top of the window.
 * @param {number} line Pixels; lower edge of the bar.
 * @returns {number} Index, or -1 if all lie above.
 */
export function blockAtLine(boxes, line) {
  return boxes.findIndex(({top, bottom}) => bottom > line && bottom > top);
}

/**
 * Tell how far to scroll so that a block stays where it was.
 * @param {{top: number}} before
 * @param {{top: number}} after
 * @param {number} line A block that begins above the line and is replaced may not hide under the bar.
 * @param {boolean} replaced Whether `after` belongs to another block, the summary of one that was closed.
 */
export function shiftOf(before, after, line, replaced) {
  return after.top - (replaced ? Math.max(before.top, line) : before.top);
}

/**
 * Do something that changes heights and leave the words that are being read under the reader's eyes.
 * @param {() => void} change
 */
export function keepPlace(change) {
  const root = document.documentElement;
  const line = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  if (scrollY <= 0) return change();
  const blocks = [...document.querySelectorAll(`main :is(${BLOCKS})`)].filter((block) => block.getClientRects().length);
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  const index = blockAtLine(boxes, line + 4);
  if (index < 0) return change();

  // The browser's own anchoring would be added to ours.
  root.style.setProperty("overflow-anchor", "none");
  change();
  const closed = outermostClosed(blocks[index]);
  const kept = closed?.querySelector("summary") ?? blocks[index];
  const shift = shiftOf(boxes[index], kept.getBoundingClientRect(), line + 16, closed !== null);
  scrollBy({top: shift, behavior: "instant"});
  requestAnimationFrame(() => root.style.removeProperty("overflow-anchor"));
}

/**
 * Find the outermost closed block around an element that hides it.
 * @param {Element} element
 * @returns {HTMLDetailsElement | null}
 */
function outermostClosed(element) {
  /** @type {HTMLDetailsElement | null} */
  let found = null;
  for (let details = element.closest("details"); details; details = details.parentElement?.closest("details") ?? null) {
    const isItsSummary = element.closest("summary")?.parentElement === details;
    if (!details.open && !isItsSummary) found = details;
  }
  return found;
}
