/**
 * Query Pagefind's index, and detect missing or damaged files of it, which Pagefind itself ignores.
 */
import {importing} from "../browser/retry.js";
import {inflate, isGzipped} from "../browser/files.js";

// Known words: queries that lead directly to a place of the site. No DOM.

/** @typedef {readonly [string, string]} Place Address and title. */

/** Suffixes removed before words are compared. */
const END = /(?:ies|ing|ed|es|s|e|y)$/;
const SHORTEST = 3;
/** Share of a query's words that a known place must contain; the smaller one applies if no page contains all words. */
const [ENOUGH, SOME] = [1 / 2, 1 / 3];
/** Terms of the glossary need more than half of the words, since they contain common words. */
const TERM = "glossary.html#";
/** Penalty for a stop word in the known words; smaller than the score of any other word. */
const SILENT = 0.01;

/** Normalize words for comparison: lower case, single spaces. @param {string} words */
export const plain = (words) => words.toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** @param {string} word */
function stemOf(word) {
  const stem = word.replace(END, "");
  return stem.length < SHORTEST ? word : stem;
}

/**
 * Return the words of a query without stop words, or all of them if none remain.
 * @param {string} question @param {string} passed Stop words. @returns {string[]}
 */
export function wordsOf(question, passed) {
  const all = plain(question).match(/[\p{L}\p{N}]+/gu) ?? [];
  const silent = new Set(passed.split(" "));
  const telling = all.filter((word) => !silent.has(word));
  return telling.length > 0 ? telling : all;
}

/**
 * Return the known place for a query: an exact match, or the known words all of which occur in the query, preferring more
 * words, then fewer stop words.
 * @param {Record<string, Place>} known @param {string} question @param {string} passed Stop words. @param {boolean} [isPartial]
 * Whether no page contains all words. @returns {Place | undefined}
 */
export function knownPlace(known, question, passed, isPartial = false) {
  if (Object.hasOwn(known, plain(question))) return known[plain(question)];
  const asked = new Set(wordsOf(question, passed).map(stemOf));
  let [best, most] = [/** @type {Place | undefined} */ (undefined), 0];
  for (const [words, place] of Object.entries(known)) {
    const telling = wordsOf(words, passed);
    const stems = new Set(telling.map(stemOf));
    const silent = plain(words).split(" ").length - telling.length;
    const fits = stems.size - silent * SILENT;
    const isAbout = place[0].startsWith(TERM) ? stems.size > ENOUGH * asked.size : stems.size >= (isPartial ? SOME : ENOUGH) * asked.size;
    if (fits > most && isAbout && [...stems].every((stem) => asked.has(stem))) [best, most] = [place, fits];
  }
  return best;
}

/**
 * @typedef {{title: string, url: string, excerpt: string, weighted_locations?: {balanced_score: number}[]}} Part
 * @typedef {{url: string, excerpt: string, meta: {title?: string}, sub_results?: Part[]}} Found `sub_results`: in the order of the page.
 * @typedef {{id: string, data(): Promise<Found>}} Result
 * @typedef {{debouncedSearch(term: string): Promise<{results: Result[]} | null>, search(term: string): Promise<{results: Result[]}>}} Pagefind
 * @typedef {{count: number, pages: Found[], isPartial: boolean}} Answer `isPartial`: no page contains all words.
 */

/** Extensions of the files that Pagefind loads first. */
const FIRST = [".json", ".pf_meta", ".pagefind"];
/** First bytes of the other files, inflated. */
const SIGNATURE = "pagefind_dcd";

/** Files that failed once: request them without caches. @type {Set<string>} */
const failed = new Set();
/** State of the index that is being fetched. */
let watched = watch();
let isWatching = false;

/**
 * Load the index from the folder next to that of this script.
 * @returns {Promise<(term: string, shown: number) => Promise<Answer | null>>} Runs a query and returns up to `shown` pages, or
 * null if a later query has replaced this one. It rejects if a file cannot be fetched; the index is unusable from then on.
 */
export async function loadIndex() {
  const folder = new URL("../pagefind/", import.meta.url).href;
  if (!isWatching) watchFetching(folder);
  isWatching = true;
  const {createInstance} = await importPagefind(`${folder}pagefind.js`);
  watched = watch();
  const {begun, broken} = watched;
  // In the main thread, where fetches can be intercepted.
  const pagefind = /** @type {Pagefind} */ (createInstance({noWorker: true}));
  await Promise.race([begun, broken]);
  return (term, shown) => Promise.race([ask(pagefind, term, shown), broken]);
}

/** @param {Pagefind} pagefind @param {string} term @param {number} shown @returns {Promise<Answer | null>} */
async function ask(pagefind, term, shown) {
  const found = await pagefind.debouncedSearch(term);
  if (!found) return null;
  const isPartial = found.results.length === 0;
  const results = isPartial ? await findPartial(pagefind, term.split(" ")) : found.results;
  const pages = await Promise.all(results.slice(0, shown).map((result) => result.data()));
  return {count: results.length, pages, isPartial};
}

/** Find pages that contain some of the words, those with the rarest words first. @param {Pagefind} pagefind @param {string[]} words */
async function findPartial(pagefind, words) {
  if (words.length < 2) return [];
  const found = await Promise.all(words.map((word) => pagefind.search(word)));
  return mergeByRarity(found.map(({results}) => results));
}

/**
 * Merge the results of several words, weighting each word by its rarity.
 * @template {{id: string}} Kind @param {readonly (readonly Kind[])[]} found @returns {Kind[]}
 */
export function mergeByRarity(found) {
  /** @type {Map<string, {result: Kind, weight: number}>} */
  const rated = new Map();
  for (const results of [...found].sort((a, b) => a.length - b.length)) {
    for (const result of results) {
      const {weight = 0, result: first = result} = rated.get(result.id) ?? {};
      rated.set(result.id, {result: first, weight: weight + 1 / results.length});
    }
  }
  return [...rated.values()].sort((a, b) => b.weight - a.weight).map(({result}) => result);
}

/** @param {string} address @returns {Promise<{createInstance(options: object): unknown}>} */
async function importPagefind(address) {
  try {
    return await importing(import(failed.has(address) ? `${address}?again=${Date.now()}` : address));
  } catch (error) {
    failed.add(address);
    throw error;
  }
}

/** Return the state of an index: `begun` resolves when it can be queried, `broken` rejects when a file fails. */
function watch() {
  const awaited = new Set(FIRST);
  let begin = () => {};
  let fail = (/** @type {unknown} */ _error) => {};
  /** @type {Promise<void>} */
  const begun = new Promise((resolve) => {
    begin = resolve;
  });
  /** @type {Promise<never>} */
  const broken = new Promise((_resolve, reject) => {
    fail = reject;
  });
  broken.catch(() => {}); // Reported by the query.
  const arrived = (/** @type {string} */ name) => {
    for (const end of FIRST) if (name.endsWith(end)) awaited.delete(end);
    if (awaited.size === 0) begin();
  };
  return {begun, broken, arrived, fail};
}

/** Intercept fetches from a folder. @param {string} folder */
function watchFetching(folder) {
  const plainly = window.fetch.bind(window);
  window.fetch = (input, options) => {
    const address = new URL(input instanceof Request ? input.url : input, document.baseURI);
    return address.href.startsWith(folder) ? fetchChecked(plainly, address) : plainly(input, options);
  };
}

/**
 * Fetch a file of the index. If it fails, never resolve: Pagefind would continue without the file.
 * @param {typeof fetch} plainly @param {URL} address @returns {Promise<Response>}
 */
async function fetchChecked(plainly, address) {
  const {arrived, fail} = watched;
  try {
    const response = await plainly(address, {cache: failed.has(address.pathname) ? "reload" : "default"});
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const bytes = await response.arrayBuffer();
    await check(address.pathname, bytes);
    arrived(address.pathname);
    return new Response(bytes);
  } catch (error) {
    failed.add(address.pathname);
    fail(error);
    return new Promise(() => {});
  }
}

/** Reject if a file has invalid content. @param {string} name @param {ArrayBuffer} bytes */
async function check(name, bytes) {
  const inflated = isGzipped(bytes) ? await inflate(bytes) : bytes;
  const text = new TextDecoder().decode(name.endsWith(".json") ? inflated : inflated.slice(0, SIGNATURE.length));
  if (name.endsWith(".json")) JSON.parse(text);
  else if (text !== SIGNATURE) throw new Error(`${name} is damaged.`);
}
