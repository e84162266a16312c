/**
 * Pagefind's index, watched while it is asked: Pagefind itself passes over files that are missing or damaged, and then
 * finds nothing in them.
 */
import {arriving} from "../browser/again.js";
import {inflate, isGzipped} from "../browser/files.js";

// Words for which the search knows the place: the whole of a question, or what it comes to. No DOM.

/** @typedef {readonly [string, string]} Place Address and title. */

/** What words end in without meaning something else. */
const END = /(?:ies|ing|ed|es|s|e|y)$/;
const SHORTEST = 3;
/** Of the words of a question this share must be known, or the place is another one's; less where no page holds them all. */
const [ENOUGH, SOME] = [1 / 2, 1 / 3];
/** Terms have common words, too: of a question they must be the most. */
const TERM = "glossary.html#";
/** What a known word takes off that says nothing: less than one that does brings. */
const SILENT = 0.01;

/** Words as they are compared: in small letters, with single spaces. @param {string} words */
export const plain = (words) => words.toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** @param {string} word */
function stemOf(word) {
  const stem = word.replace(END, "");
  return stem.length < SHORTEST ? word : stem;
}

/** The words of a question that say what it is about; all of them where none does. @param {string} question @param {string} passed Words that say nothing. @returns {string[]} */
export function wordsOf(question, passed) {
  const all = plain(question).match(/[\p{L}\p{N}]+/gu) ?? [];
  const silent = new Set(passed.split(" "));
  const telling = all.filter((word) => !silent.has(word));
  return telling.length > 0 ? telling : all;
}

/**
 * The place of a question: of its very words; else that of the known words which it holds all of, the most of them first,
 * and of equally many those that say nothing besides.
 * @param {Record<string, Place>} known @param {string} question @param {string} passed @param {boolean} [isPartial] No page
 * holds all of its words. @returns {Place | undefined}
 */
export function placeKnown(known, question, passed, isPartial = false) {
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
 * @typedef {{count: number, pages: Found[], isPartial: boolean}} Answer `isPartial`: no page holds all of the words.
 */

/** Ends of the names of the files that an index begins with. */
const FIRST = [".json", ".pf_meta", ".pagefind"];
/** What its other files begin with, once they are inflated. */
const SIGNATURE = "pagefind_dcd";

/** Files that did not arrive well: no cache is asked for them again. @type {Set<string>} */
const failed = new Set();
/** The index whose files are being fetched. */
let watched = watch();
let isWatching = false;

/**
 * Load the index; it stands beside the folder of this script.
 * @returns {Promise<(term: string, shown: number) => Promise<Answer | null>>} Asks it, and tells of so many of the pages
 * that it finds; null is the answer where a later question has overtaken this one. It rejects where a file does not
 * arrive, and is of no use then.
 */
export async function loadIndex() {
  const folder = new URL("../pagefind/", import.meta.url).href;
  if (!isWatching) watchFetching(folder);
  isWatching = true;
  const {createInstance} = await importPagefind(`${folder}pagefind.js`);
  watched = watch();
  const {begun, broken} = watched;
  // In this thread, where its files can be watched.
  const pagefind = /** @type {Pagefind} */ (createInstance({noWorker: true}));
  await Promise.race([begun, broken]);
  return (term, shown) => Promise.race([ask(pagefind, term, shown), broken]);
}

/** @param {Pagefind} pagefind @param {string} term @param {number} shown @returns {Promise<Answer | null>} */
async function ask(pagefind, term, shown) {
  const found = await pagefind.debouncedSearch(term);
  if (!found) return null;
  const isPartial = found.results.length === 0;
  const results = isPartial ? await holdingSome(pagefind, term.split(" ")) : found.results;
  const pages = await Promise.all(results.slice(0, shown).map((result) => result.data()));
  return {count: results.length, pages, isPartial};
}

/** The pages that hold some of the words, those with the rarest first. @param {Pagefind} pagefind @param {string[]} words */
async function holdingSome(pagefind, words) {
  if (words.length < 2) return [];
  const found = await Promise.all(words.map((word) => pagefind.search(word)));
  return mostTelling(found.map(({results}) => results));
}

/**
 * Results of several words as one list: a word tells the more of a page the fewer hold it.
 * @template {{id: string}} Kind @param {readonly (readonly Kind[])[]} found @returns {Kind[]}
 */
export function mostTelling(found) {
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
    return await arriving(import(failed.has(address) ? `${address}?again=${Date.now()}` : address));
  } catch (error) {
    failed.add(address);
    throw error;
  }
}

/** Make what follows the files of an index: `begun` once it can be asked, `broken` when one of them fails. */
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
  broken.catch(() => {}); // Told to whoever asks.
  const arrived = (/** @type {string} */ name) => {
    for (const end of FIRST) if (name.endsWith(end)) awaited.delete(end);
    if (awaited.size === 0) begin();
  };
  return {begun, broken, arrived, fail};
}

/** Let what is fetched from a folder pass through our hands. @param {string} folder */
function watchFetching(folder) {
  const plainly = window.fetch.bind(window);
  window.fetch = (input, options) => {
    const address = new URL(input instanceof Request ? input.url : input, document.baseURI);
    return address.href.startsWith(folder) ? fetchPart(plainly, address) : plainly(input, options);
  };
}

/**
 * Fetch a file of the index. Pagefind is left waiting for one that fails, since it would go on without it.
 * @param {typeof fetch} plainly @param {URL} address @returns {Promise<Response>}
 */
async function fetchPart(plainly, address) {
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

/** Reject where a file is not what it should be. @param {string} name @param {ArrayBuffer} bytes */
async function check(name, bytes) {
  const inflated = isGzipped(bytes) ? await inflate(bytes) : bytes;
  const text = new TextDecoder().decode(name.endsWith(".json") ? inflated : inflated.slice(0, SIGNATURE.length));
  if (name.endsWith(".json")) JSON.parse(text);
  else if (text !== SIGNATURE) throw new Error(`${name} arrived damaged.`);
}
