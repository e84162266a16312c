/** The depth of reading: story, mathematics, code. Cumulative, remembered, part of the address. */
import {readParameter, writeParameter} from "../browser/address.js";
import {keepPlace} from "./hold-place.js";
import {chooseDepth, isOpenAt, remember, remembered} from "../browser/preferences.js";

/** Bind the radio group in the bar to the blocks of the page. */
export function startDepth() {
  const root = document.documentElement;
  const depth = Number(root.dataset.depth ?? chooseDepth(location.search, remembered("depth")));
  // A shared link sets the depth of a new reader's whole visit, and overrules nobody's own choice.
  if (remembered("depth") === null && readParameter("depth") !== null) remember("depth", String(depth));
  // A site may have fewer levels than the address or an earlier choice asks for.
  const offered = [...radios()].map((radio) => Number(radio.value)).filter((level) => level <= depth);
  for (const radio of radios()) {
    radio.checked = Number(radio.value) === Math.max(...offered);
    radio.addEventListener("change", () => setDepth(Number(radio.value)));
  }
  revealTarget();
  addEventListener("hashchange", revealTarget);
}

/** Open and close the blocks for a depth, without moving what is being read. @param {number} depth 1 to 3. */
function setDepth(depth) {
  keepPlace(() => {
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

/** Open the closed blocks around the target of the address. */
function revealTarget() {
  const target = document.getElementById(goalOf(location.hash));
  const closed = target?.closest("details:not([open])");
  if (!target || !closed) return;
  for (let details = target.closest("details"); details; details = details.parentElement?.closest("details") ?? null) {
    details.open = true;
  }
  target.scrollIntoView();
}

/** @param {string} hash @returns {string} The id that it names; one that is not well written names none. */
function goalOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** @returns {NodeListOf<HTMLInputElement>} */
function radios() {
  return document.querySelectorAll(".depth-control input[name='depth']");
}
