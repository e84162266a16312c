/** What every page runs: small, and nothing here is needed to read. */
import {startConcepts} from "./concepts.js";
import {startDepth} from "./depth.js";
import {layOutFar} from "./far.js";
import {startFigures, watchFigures} from "./figures.js";
import {startLedger} from "./ledger.js";
import {nameSets, startSets} from "./sets.js";
import {startSteps} from "./steps.js";
import {startTheme} from "./theme.js";
import {letScroll} from "./scrollers.js";

startTheme();
startDepth();
startConcepts();
startFigures();
startSteps();
startSets();
startLedger();
letScroll();
findDatasets();
findScrubs();
layOutFar();

/** Let numbers of the prose move with figures, on the pages that have them. */
function findScrubs() {
  if (document.querySelector(".scrub, .readout")) import("./scrubs.js").then(({startScrubs}) => startScrubs(), console.warn);
}

/** Let readers filter lists of data sets, on the pages that have them. */
function findDatasets() {
  if (document.querySelector(".datasets")) import("./datasets.js").then(({startDatasets}) => startDatasets(), console.warn);
}

/** Open the search dialog, fetching it first. */
function search() {
  import("./search.js").then(({openSearch}) => openSearch(), console.warn);
}

document.querySelector(".search-open")?.addEventListener("click", search);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search();
});

// On paper everything is open; afterwards the reader's depth holds again.
/** @type {Element[]} */
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("main details:not([open], .figure-data, .datasets *)")];
  for (const details of closed) details.toggleAttribute("open", true);
});
addEventListener("afterprint", () => {
  for (const details of closed) details.toggleAttribute("open", false);
});

// The preview patches the page in place: what is new must be watched.
document.addEventListener("sitepatched", () => {
  watchFigures();
  startSteps();
  nameSets();
  letScroll();
  findDatasets();
  findScrubs();
});
