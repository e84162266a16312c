/**
 * The script of every page; nothing in it is required for reading. The build removes code for features that no page with
 * this script has (`HAS`); app pages have scripts of their own. Parts that are loaded on demand import this script as
 * "site_builder/main", so that the bundler puts shared code into one file.
 */
import {appPart} from "site_builder/parts";
import {WORDS} from "site_builder/words";
import {importing, retryOrReload} from "./browser/retry.js";
import {around, onFirstInteraction} from "./browser/page.js";
import {translated} from "./kit/texts.js";
import {startConcepts} from "./prose/glossary.js";
import {startDepth} from "./prose/depth.js";
import {layOutDeferred} from "./prose/deferred-layout.js";
import {startFigures, watchFigures} from "./figures/watch.js";
import {startLedger} from "./frame/ledger.js";
import {labelSets, startSets} from "./prose/set-links.js";
import {listenForSteps, startSteps} from "./prose/steps.js";
import {startTheme} from "./frame/theme.js";
import {makeScrollersFocusable} from "./prose/scrollers.js";

startTheme();
startDepth();
if (HAS.concepts) startConcepts();
startFigures();
if (HAS.steps) listenForSteps();
if (HAS.sets) startSets();
startLedger();
startParts();
startAppStorage();
if (HAS.tips) loadTipsOnDemand();
if (HAS.far) layOutDeferred();
if (HAS.embed && parent !== window && document.querySelector(".page-embed")) import("./frame/embed.js").then(({tellHeight}) => tellHeight(), console.warn);

/** Start the features that the page uses; called again after the preview has patched it. */
function startParts() {
  const holds = (/** @type {string} */ selector) => document.querySelector(selector) !== null;
  if (HAS.steps) startSteps();
  if (HAS.scrollers) makeScrollersFocusable();
  if (HAS.datasets && holds(".datasets")) import("./prose/datasets.js").then(({startDatasets}) => startDatasets(), console.warn);
  if (HAS.tables && holds(".data-table")) import("./prose/tables.js").then(({startTables}) => startTables(), console.warn);
  if (HAS.listings && holds(".listing")) import("./prose/listings.js").then(({startListings}) => startListings(), console.warn);
  // The contents of a large site are fetched from a separate file.
  if (HAS.contents && holds("[data-contents]")) import("./frame/contents.js").then(({startContents}) => startContents(), console.warn);
  if (HAS.scrubs) whenUsed(".scrub, .readout, .pick", () => import("./prose/scrubs.js").then(({startScrubs}) => startScrubs(), console.warn));
  if (HAS.dock) whenUsed("[data-dock]", () => import("./prose/dock.js").then(({startDock}) => startDock(), console.warn));
}

/**
 * Load a part of the page when an element that needs it enters the window, when the reader first interacts, or at once if
 * the address sets the state of figures.
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
  else onFirstInteraction(use);
}

/** Load the tooltips of a picture's marks when the reader first points at or focuses the picture. */
function loadTipsOnDemand() {
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

/** Start storing the app for offline use, on pages that belong to it. */
function startAppStorage() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-app-worker]"));
  if (place) appPart().then(({startApp}) => startApp(place), console.warn);
}

/** Load and open the search dialog. */
async function search() {
  try {
    const {openSearch} = await importing(import("./frame/search.js"));
    openSearch();
  } catch (error) {
    console.warn(error);
    showSearchError();
    throw error;
  }
}

/** Report that the search could not be loaded, with a button that retries. */
function showSearchError() {
  document.querySelector("dialog.search")?.remove();
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", translated(WORDS.search));
  dialog.innerHTML = `<form method="dialog"><p>${translated(WORDS.search_not_fetched)}</p><button class="button" value="again">${translated(WORDS.try_again)}</button><button class="button">${translated(WORDS.close)}</button></form>`;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "again") retryOrReload(search);
  });
  document.body.append(dialog);
  dialog.showModal();
}

const onSearch = () => void search().catch(() => {}); // The error is reported already.
document.querySelector(".search-open")?.addEventListener("click", onSearch);
document.addEventListener("keydown", (event) => {
  const isTyping = around(event.target, "input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  onSearch();
});

// On paper everything is open but what is deeper than the reader's depth; afterwards it is closed again.
/** @type {Element[]} */
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("main details:not([open], .depth, .figure-data, .datasets *)")];
  for (const details of closed) details.toggleAttribute("open", true);
});
addEventListener("afterprint", () => {
  for (const details of closed) details.toggleAttribute("open", false);
});

// The preview patches the page in place: start what it has added.
document.addEventListener("sitepatched", () => {
  watchFigures();
  if (HAS.sets) labelSets();
  startParts();
});

// early.js checks this to see whether this script has run.
document.documentElement.dataset.alive = "yes";
