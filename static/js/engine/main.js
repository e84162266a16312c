/**
 * What every page runs: small, and nothing here is needed to read. What the pages that load it hold nothing for (`HAS`)
 * the build leaves out: pages of an app have scripts of their own. Parts that are fetched on demand import this script as
 * "site_builder/main", so that the build puts what they share with it into one file.
 */
import {WORDS} from "site_builder/words";
import {arriving, tryAgain} from "./browser/again.js";
import {around, onceMoved} from "./browser/page.js";
import {said} from "./kit/texts.js";
import {startConcepts} from "./prose/glossary.js";
import {startDepth} from "./prose/depth.js";
import {layOutFar} from "./prose/far.js";
import {startFigures, watchFigures} from "./figures/alive.js";
import {startLedger} from "./frame/ledger.js";
import {nameSets, startSets} from "./prose/set-links.js";
import {listenForSteps, startSteps} from "./prose/steps.js";
import {startTheme} from "./frame/theme.js";
import {letScroll} from "./prose/scrollers.js";

startTheme();
startDepth();
if (HAS.concepts) startConcepts();
startFigures();
if (HAS.steps) listenForSteps();
if (HAS.sets) startSets();
startLedger();
findParts();
findApp();
if (HAS.tips) listenForTips();
if (HAS.far) layOutFar();
if (HAS.embed && parent !== window && document.querySelector(".page-embed")) import("./frame/embed.js").then(({tellHeight}) => tellHeight(), console.warn);

/** Bring to life what the page holds; again after it was patched. */
function findParts() {
  const holds = (/** @type {string} */ selector) => document.querySelector(selector) !== null;
  if (HAS.steps) startSteps();
  if (HAS.scrollers) letScroll();
  // Lists of data sets can be filtered, tables are sorted, and listings copied.
  if (HAS.datasets && holds(".datasets")) import("./prose/datasets.js").then(({startDatasets}) => startDatasets(), console.warn);
  if (HAS.tables && holds(".data-table")) import("./prose/tables.js").then(({startTables}) => startTables(), console.warn);
  if (HAS.listings && holds(".listing")) import("./prose/listings.js").then(({startListings}) => startListings(), console.warn);
  // The contents of a large site are a file of their own.
  if (HAS.contents && holds("[data-contents]")) import("./frame/contents.js").then(({startContents}) => startContents(), console.warn);
  // Numbers of the prose move with figures, and figures are docked beside the words that move them.
  if (HAS.scrubs) whenUsed(".scrub, .readout, .pick", () => import("./prose/scrubs.js").then(({startScrubs}) => startScrubs(), console.warn));
  if (HAS.dock) whenUsed("[data-dock]", () => import("./prose/dock.js").then(({startDock}) => startDock(), console.warn));
}

/**
 * Load a part of the page when one of the elements that it serves enters the window, or once the reader moves, or at once
 * if the address sets figures: nothing else can use it before.
 * @param {string} selector @param {() => void} load
 */
function whenUsed(selector, load) {
  const elements = document.querySelectorAll(selector);
  if (elements.length === 0) return;
  let isLoaded = false;
  const use = () => {
    if (!isLoaded) load();
    isLoaded = true;
    seen.disconnect();
  };
  const seen = new IntersectionObserver((entries) => entries.some(({isIntersecting}) => isIntersecting) && use());
  for (const element of elements) seen.observe(element);
  if (location.search) use();
  else onceMoved(use);
}

/** Let the marks of a picture say what they stand for, from the first time that a hand comes near. */
function listenForTips() {
  for (const type of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(type, (event) => {
      const picture = around(event.target, "[data-tips=asleep]");
      if (!picture) return;
      picture.dataset.tips = "awake";
      import("./figures/tips.js").then(({bringTips}) => bringTips(picture, event), (error) => {
        picture.dataset.tips = "asleep";
        console.warn(error);
      });
    });
  }
}

/** Let the app be kept, on the pages that it holds. */
function findApp() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-app-worker]"));
  if (place) import("./frame/app.js").then(({startApp}) => startApp(place), console.warn);
}

/** Open the search dialog, fetching it first. */
async function search() {
  try {
    const {openSearch} = await arriving(import("./frame/search.js"));
    openSearch();
  } catch (error) {
    console.warn(error);
    tellOfSearch();
    throw error;
  }
}

/** Say that the search did not come, and let it be tried again. */
function tellOfSearch() {
  document.querySelector("dialog.search")?.remove();
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", said(WORDS.search));
  dialog.innerHTML = `<form method="dialog"><p>${said(WORDS.search_not_fetched)}</p><button class="button" value="again">${said(WORDS.try_again)}</button><button class="button">${said(WORDS.close)}</button></form>`;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "again") tryAgain(search);
  });
  document.body.append(dialog);
  dialog.showModal();
}

const askToSearch = () => void search().catch(() => {}); // Told already.
document.querySelector(".search-open")?.addEventListener("click", askToSearch);
document.addEventListener("keydown", (event) => {
  const isTyping = around(event.target, "input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  askToSearch();
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
  if (HAS.sets) nameSets();
  findParts();
});

// The sign of life that early.js looks for.
document.documentElement.dataset.alive = "yes";
