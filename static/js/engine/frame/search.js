/** The search dialog, created when it is first opened; Pagefind provides the index. */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {fill} from "../browser/page.js";
import {translated} from "../kit/texts.js";
import {loadIndex, knownPlace, wordsOf} from "./search-index.js";

/** @import {Found, Part} from "./search-index.js" */

/**
 * @typedef {Awaited<ReturnType<typeof loadIndex>>} Index
 * @typedef {{title: string, place: string, url: string, excerpt: string}} Shown
 */

/** Number of pages shown at first, and added by each press of the button. */
const SHOWN = 8;
/** Milliseconds before a slow search shows a status. */
const STATUS_AFTER = 600;

let shown = SHOWN;
/** @type {HTMLDialogElement | undefined} */
let dialog;
/** @type {Promise<Index> | undefined} */
let loading;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let statusTimer;
/** Places by known words. @type {Promise<Record<string, [string, string]> | undefined> | undefined} */
let knownWords;

/** Open the dialog. */
export function openSearch() {
  dialog ??= makeDialog();
  knownWords ??= fetchKnown().catch((error) => void console.warn(error));
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input")?.select();
  find();
}

/** @returns {HTMLDialogElement} */
function makeDialog() {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", translated(WORDS.search));
  made.innerHTML = `<form method="dialog"><input type="search" aria-label="${translated(WORDS.search_this_site)}" placeholder="${translated(WORDS.search)}" autocomplete="off" spellcheck="false" enterkeyhint="search"><button class="button" value="close">${translated(WORDS.close)}</button></form>
<p class="search-status" role="status">${translated(WORDS.search_hint)}</p><div class="search-found"><ul class="search-results"></ul><button type="button" class="button" hidden>${translated(WORDS.more_found)}</button></div>`;
  const input = /** @type {HTMLInputElement} */ (made.querySelector("input"));
  input.addEventListener("input", () => {
    shown = SHOWN;
    find();
  });
  made.querySelector(".search-found > button")?.addEventListener("click", showMore);
  made.addEventListener("keydown", (event) => moveByKey(event, made));
  made.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (event.target === made || link) made.close();
  });
  document.body.append(made);
  return made;
}

/** Show more pages and focus the first of them. */
async function showMore() {
  const before = dialog?.querySelectorAll(".search-results li").length ?? 0;
  shown += SHOWN;
  await find();
  /** @type {HTMLElement | null | undefined} */ (dialog?.querySelector(`.search-results li:nth-child(${before + 1}) a`))?.focus();
}

/** Search for the text of the field and show the results; ignore results for a text that has changed meanwhile. */
async function find() {
  const term = currentTerm();
  clearTimeout(statusTimer);
  statusTimer = setTimeout(showStatus, STATUS_AFTER, translated(WORDS.searching));
  try {
    const answer = await query(term);
    if (term !== currentTerm()) return;
    if (answer) await showAnswer(answer, term);
    else if (term === "") show([], translated(WORDS.search_hint));
  } catch (error) {
    if (term !== currentTerm()) return;
    console.warn(error);
    show([], translated(WORDS.search_failed));
  }
}

/**
 * Query the index, loading it if necessary. If an index that an earlier query loaded fails, reload it once, so that each
 * query has an attempt of its own.
 * @param {string} term @returns {Promise<Awaited<ReturnType<Index>>>}
 */
async function query(term) {
  const earlier = loading;
  const index = (loading ??= loadIndex());
  try {
    const search = await index;
    return term === "" ? null : await search(wordsOf(term, WORDS.search_passes).join(" ") || term, shown);
  } catch (error) {
    // The next query reloads the index.
    if (loading === index) loading = undefined;
    if (earlier && term === currentTerm()) return query(term);
    throw error;
  }
}

/** Return the text of the field. */
const currentTerm = () => dialog?.querySelector("input")?.value.trim() ?? "";

/**
 * Choose which part of a page to show: the best matching section, if there is one.
 * @param {Found} found @returns {{title: string, place: string, url: string, excerpt: string}}
 */
export function bestPart(found) {
  const page = found.meta.title ?? found.url;
  const [first, ...others] = found.sub_results ?? [];
  const part = others.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best), first);
  if (!part || part.title === page) return {title: page, place: "", url: part?.url ?? found.url, excerpt: part?.excerpt ?? found.excerpt};
  return {title: part.title, place: page, url: part.url, excerpt: part.excerpt};
}

/**
 * Put the place of known words before the other results.
 * @param {Shown[]} parts @param {readonly [string, string] | undefined} known Its address and title. @returns {Shown[]}
 */
export function withKnownPlace(parts, known) {
  if (!known) return parts;
  const [url, title] = known;
  const pageOf = (/** @type {string} */ address) => address.split("#")[0].split("/").pop();
  const same = parts.find((part) => pageOf(part.url) === pageOf(url));
  return [{title, place: "", url, excerpt: same?.excerpt ?? ""}, ...parts.filter((part) => part !== same)];
}

/** @param {Awaited<ReturnType<Index>>} answer @param {string} term */
async function showAnswer(answer, term) {
  const words = (await knownWords) ?? {};
  if (!answer || term !== currentTerm()) return;
  const known = knownPlace(words, term, WORDS.search_passes, answer.isPartial);
  const sentence = answer.isPartial && answer.count > 0 && !known ? translated(WORDS.some_words_found) : countWords(Math.max(answer.count, known ? 1 : 0), term, shown);
  show(withKnownPlace(answer.pages.map(bestPart), known), sentence, term);
  const more = /** @type {HTMLElement | null | undefined} */ (dialog?.querySelector(".search-found > button"));
  if (more) more.hidden = answer.count <= shown;
}

/** Fetch the known words; if that fails, the search works without them. */
async function fetchKnown() {
  const answer = await fetch(new URL("known.json", import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.json();
}

/** Return how well a section matches. @param {Part} part */
function weightOf({weighted_locations = []}) {
  return weighted_locations.reduce((sum, {balanced_score}) => sum + balanced_score, 0);
}

/** Describe the number of results. @param {number} count @param {string} term @param {number} most Number of results shown. */
export function countWords(count, term, most = SHOWN) {
  if (count === 0) return fill(WORDS.nothing_found, {term});
  if (count === 1) return translated(WORDS.one_page_found);
  return fill(count > most ? WORDS.first_pages_found : WORDS.pages_found, {count, shown: most});
}

/** @param {string} sentence */
function showStatus(sentence) {
  clearTimeout(statusTimer);
  const status = dialog?.querySelector(".search-status");
  if (status) status.textContent = sentence;
}

/** @param {Shown[]} parts @param {string} sentence @param {string} [term] The query. */
function show(parts, sentence, term = "") {
  showStatus(sentence);
  const items = parts.map(({title, place, url, excerpt}) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = url;
    link.appendChild(document.createElement("b")).textContent = place ? `${title} · ${place}` : title;
    // Safe: Pagefind escapes the text of the page and adds only <mark>.
    link.appendChild(document.createElement("span")).innerHTML = excerpt;
    return item;
  });
  const list = /** @type {HTMLElement | null} */ (dialog?.querySelector(".search-results") ?? null);
  list?.replaceChildren(...items);
  if (list) list.dataset.term = term;
  /** @type {HTMLElement | null | undefined} */ (list?.nextElementSibling)?.toggleAttribute("hidden", true);
}

/**
 * Move between the field and the results by arrow keys; Enter in the field opens the first result.
 * @param {KeyboardEvent} event @param {HTMLDialogElement} made
 */
function moveByKey(event, made) {
  const input = /** @type {HTMLInputElement} */ (made.querySelector("input"));
  /** @type {HTMLElement[]} */
  const stops = [input, .../** @type {NodeListOf<HTMLElement>} */ (made.querySelectorAll(".search-results a, .search-found > button:not([hidden])"))];
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (event.key === "Enter" && document.activeElement === input) {
    event.preventDefault();
    if (stops.length > 1) stops[1].click();
    else find();
  }
  // Browsers would empty the field first.
  if (event.key === "Escape") {
    event.preventDefault();
    made.close();
  }
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
}
