/** The depth of reading: story, mathematics, code. Cumulative, stored, and part of the address. */
import {blockAtLine, shiftOf} from "./reading.js";
import {readParameter, writeParameter} from "../browser/address.js";
import {chooseDepth, isOpenAt, remember, remembered} from "../browser/preferences.js";

const BLOCKS = "h1, h2, h3, p, li, figure, .equation, pre, tr, summary";

/** Apply a change of heights without moving the text that is being read. @param {() => void} change */
function keepReadingPosition(change) {
  const line = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  if (scrollY <= 0) return change();
  // Check visibility: content of a closed block has a box too once it is measured. Exclude summaries of closed blocks: what
  // follows them is being read, and would be pushed away.
  const blocks = [...document.querySelectorAll(`main :is(${BLOCKS}):not(details:not([open]) > summary)`)].filter((block) =>
    block.checkVisibility(),
  );
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  const index = blockAtLine(boxes, line + 4);
  if (index < 0) return change();

  change();
  const block = blocks[index];
  // The outermost closed block that hides it.
  const closed = [...document.querySelectorAll("details:not([open])")].find((details) => details.contains(block) && block.closest("summary")?.parentElement !== details);
  const kept = closed?.querySelector("summary") ?? block;
  const correct = () => {
    const shift = shiftOf(boxes[index], kept.getBoundingClientRect(), line + 16, Boolean(closed));
    if (Math.abs(shift) > 0.5) scrollBy({top: shift, behavior: "instant"});
  };
  // Browsers differ in scroll anchoring, and some apply it later: correct the position now and before each of the next two
  // paints.
  correct();
  requestAnimationFrame(() => {
    correct();
    requestAnimationFrame(correct);
  });
}

/** Bind the radio group in the bar to the blocks of the page. */
export function startDepth() {
  const root = document.documentElement;
  const depth = Number(root.dataset.depth ?? chooseDepth(location.search, remembered("depth")));
  // A shared link sets the depth of a new reader's visit, but does not override a stored choice.
  if (remembered("depth") === null && readParameter("depth") !== null) remember("depth", String(depth));
  // A site may have fewer levels than the address or an earlier choice requests.
  const offered = [...radios()].map((radio) => Number(radio.value)).filter((level) => level <= depth);
  for (const radio of radios()) {
    radio.checked = Number(radio.value) === Math.max(...offered);
    radio.addEventListener("change", () => setDepth(Number(radio.value)));
  }
  revealTarget();
  addEventListener("hashchange", revealTarget);
}

/** Open and close the blocks for a depth, without moving the text that is being read. @param {number} depth 1 to 3. */
function setDepth(depth) {
  keepReadingPosition(() => {
    document.documentElement.dataset.depth = String(depth);
    openBlocks(depth);
  });
  remember("depth", String(depth));
  writeParameter("depth", depth === 1 ? null : String(depth));
}

/** Open the blocks up to a depth and close the deeper ones. @param {number} depth */
function openBlocks(depth) {
  for (const block of document.querySelectorAll("details.depth")) {
    const details = /** @type {HTMLDetailsElement} */ (block);
    details.open = isOpenAt(details.dataset.depth, depth);
  }
}

/** Open the closed blocks around the target of the address, and scroll to a figure beside steps: it may have no box. */
function revealTarget() {
  const target = document.getElementById(targetOf(location.hash));
  const steps = target?.closest(".steps-figure")?.parentElement;
  if (!target || !(steps ?? target.closest("details:not([open])"))) return;
  for (const details of document.querySelectorAll("details")) details.open ||= details.contains(target);
  (steps ?? target).scrollIntoView({behavior: "instant"}); // A browser that restores a position goes there afterwards.
}

/** @param {string} hash @returns {string} The id that it names; "" if it is malformed. */
function targetOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** @returns {NodeListOf<HTMLInputElement>} */
const radios = () => document.querySelectorAll(".depth-control input[name='depth']");
