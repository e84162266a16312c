/** Words for which the search knows the place: the whole of a question, or what it comes to. No DOM. */

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
