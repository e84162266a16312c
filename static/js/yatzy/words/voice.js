/** The languages of the figures that speak several: which one a reader gets, and how a text is said in it. */

import {sentence, told} from "./text.js";
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Gap, Sentence} from "./text.js" */
/** @import {Context} from "../../engine/widget" */

/** @typedef {Record<string, string>} Names */
/**
 * @typedef {{decimal: string, boxes: Names, sentences?: Names}} Words Names and signs of a language, and
 *   its sentences by their English form. In English the rules name their boxes themselves, and sentences are in the code.
 */

export const ENGLISH = "en";

/** Languages by their tags, and by their own names. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = {en: "English", sv: "Svenska", nb: "Norsk", da: "Dansk", fi: "Suomi"};

/** Tags that mean a language by another name. @type {Readonly<Record<string, string>>} */
const ALSO = {no: "nb", nn: "nb"};

/** Find the language of a tag. @param {string | null | undefined} tag @returns {string | undefined} */
function known(tag) {
  const short = (tag ?? "").toLowerCase().split("-")[0];
  const meant = ALSO[short] ?? short;
  return Object.hasOwn(LANGUAGES, meant) ? meant : undefined;
}

/**
 * Choose a language: the address first, then what was chosen before, then what the browser asks for.
 * @param {string} search Query of the address. @param {string | null} kept @param {readonly string[]} wanted
 */
export function chooseLanguage(search, kept, wanted) {
  const asked = new URLSearchParams(search).get("lang");
  return known(asked) ?? known(kept) ?? wanted.map(known).find((tag) => tag !== undefined) ?? ENGLISH;
}

/**
 * Show the page in a language, and fetch the texts of a figure.
 * @template Texts
 * @param {Context} context @param {string} tag @param {(tag: string) => Promise<Texts>} fetchTexts @param {boolean} is_chosen The reader has chosen it.
 * @returns {Promise<Texts>} Rejects with a sentence for readers.
 */
export async function turnTo(context, tag, fetchTexts, is_chosen) {
  const [texts] = await Promise.all([fetchTexts(tag), context.translate(tag, is_chosen)]);
  return texts;
}

/**
 * Show the page in the language that a reader gets, and fetch the texts of a figure; in English, where they do not come.
 * @template Texts
 * @param {Context} context @param {(tag: string) => Promise<Texts>} fetchTexts
 * @param {string | null} [newer] What was chosen since on an older version of the page. @param {string | null} [older] What was chosen before.
 */
export function firstLanguage(context, fetchTexts, newer = null, older = null) {
  const {search} = location;
  const tag = chooseLanguage(search, newer ?? context.language() ?? older, navigator.languages);
  return turnTo(context, tag, fetchTexts, newer !== null || search.includes(`lang=${tag}`)).catch(() => fetchTexts(ENGLISH));
}

/** Name a language in the address. @param {string} tag */
export function sayLanguage(tag) {
  const address = new URL(location.href);
  address.searchParams.set("lang", tag);
  history.replaceState(history.state, "", address);
}

/** Read a file of words. @param {Context["file"]} file @param {string} name */
export const wordsIn = async (file, name) => JSON.parse(new TextDecoder().decode(await file(name)));

/** What is said in one language. */
export class Voice {
  /** @param {string} tag @param {Words} words */
  constructor(tag, words) {
    this.tag = tag;
    this.words = words;
  }

  /** Say a sentence that stands in the code in English: voice.t`Keep ${dice}`. @param {TemplateStringsArray} parts @param {Gap[]} gaps */
  t(parts, ...gaps) {
    return this.tell(sentence(parts, ...gaps));
  }

  /** @param {Sentence} sentence */
  tell(sentence) {
    return told(sentence, this.words.sentences);
  }

  /** Say what went wrong. @param {unknown} error */
  fault(error) {
    const {name, message, sentence: said} = /** @type {Error & {sentence?: Sentence}} */ (error);
    return said ? this.tell(said) : this.words.sentences?.[name] ?? message;
  }

  /** Name a box. @param {Ruleset} ruleset @param {number} box */
  box(ruleset, box) {
    const {name, title} = ruleset.categories[box];
    return this.words.boxes[`${ruleset.name}.${name}`] ?? this.words.boxes[name] ?? title;
  }

  /** Write points with a decimal, and a true minus sign. @param {number} points @param {number} [digits] */
  points(points, digits = 1) {
    return points.toFixed(digits).replace("-", "−").replace(".", this.words.decimal);
  }
}

/** What figures speak that know no other language. */
export const englishVoice = () => new Voice(ENGLISH, {decimal: ".", boxes: {}});
