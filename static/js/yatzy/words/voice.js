/** Languages of multilingual figures: choose the reader's language, and format texts in it. */

import {sentence, told} from "./text.js";
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Gap, Sentence} from "./text.js" */
/** @import {Context} from "../../engine/widget" */

/** @typedef {Record<string, string>} Names */
/**
 * @typedef {{decimal: string, boxes: Names, sentences?: Names}} Words Decimal sign, box names and
  *   sentences by English form. In English, the names are in the rulesets and the sentences in the code.
 */

export const ENGLISH = "en";

/** Language names by tag. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = {en: "English", sv: "Svenska", nb: "Norsk", da: "Dansk", fi: "Suomi"};

/** Other tags of the languages. @type {Readonly<Record<string, string>>} */
const ALSO = {no: "nb", nn: "nb"};

/** Return the supported language of a tag. @param {string | null | undefined} tag @returns {string | undefined} */
function known(tag) {
  const short = (tag ?? "").toLowerCase().split("-")[0];
  const meant = ALSO[short] ?? short;
  return Object.hasOwn(LANGUAGES, meant) ? meant : undefined;
}

/**
 * Choose a language: from the address, else the stored choice, else the browser's languages.
 * @param {string} search Query of the address. @param {string | null} kept @param {readonly string[]} wanted
 */
export function chooseLanguage(search, kept, wanted) {
  const asked = new URLSearchParams(search).get("lang");
  return known(asked) ?? known(kept) ?? wanted.map(known).find((tag) => tag !== undefined) ?? ENGLISH;
}

/**
 * Switch the page to a language, and fetch the texts of a figure.
 * @template Texts
 * @param {Context} context @param {string} tag @param {(tag: string) => Promise<Texts>} fetchTexts @param {boolean} is_chosen Whether the reader has chosen it.
 * @returns {Promise<Texts>} Rejects with a sentence for readers.
 */
export async function turnTo(context, tag, fetchTexts, is_chosen) {
  const [texts] = await Promise.all([fetchTexts(tag), context.translate(tag, is_chosen)]);
  return texts;
}

/**
 * Switch the page to the reader's language, and fetch the texts of a figure; use English if they cannot be loaded.
 * @template Texts
 * @param {Context} context @param {(tag: string) => Promise<Texts>} fetchTexts
 * @param {string | null} [newer] Choice made on an older version of the page. @param {string | null} [older] Stored choice.
 */
export function firstLanguage(context, fetchTexts, newer = null, older = null) {
  const {search} = location;
  const tag = chooseLanguage(search, newer ?? context.language() ?? older, navigator.languages);
  return turnTo(context, tag, fetchTexts, newer !== null || search.includes(`lang=${tag}`)).catch(() => fetchTexts(ENGLISH));
}

/** Write a language into the address. @param {string} tag */
export function sayLanguage(tag) {
  const address = new URL(location.href);
  address.searchParams.set("lang", tag);
  history.replaceState(history.state, "", address);
}

/** Read a file of words. @param {Context["file"]} file @param {string} name */
export const wordsIn = async (file, name) => JSON.parse(new TextDecoder().decode(await file(name)));

/** Texts and formats of a language. */
export class Voice {
  /** @param {string} tag @param {Words} words */
  constructor(tag, words) {
    this.tag = tag;
    this.words = words;
  }

  /** Translate a sentence that is written in English in the code: voice.t`Keep ${dice}`. @param {TemplateStringsArray} parts @param {Gap[]} gaps */
  t(parts, ...gaps) {
    return this.tell(sentence(parts, ...gaps));
  }

  /** @param {Sentence} sentence */
  tell(sentence) {
    return told(sentence, this.words.sentences);
  }

  /** Return an error message for readers. @param {unknown} error */
  fault(error) {
    const {name, message, sentence: said} = /** @type {Error & {sentence?: Sentence}} */ (error);
    return said ? this.tell(said) : this.words.sentences?.[name] ?? message;
  }

  /** Return the name of a box. @param {Ruleset} ruleset @param {number} box */
  box(ruleset, box) {
    const {name, title} = ruleset.categories[box];
    return this.words.boxes[`${ruleset.name}.${name}`] ?? this.words.boxes[name] ?? title;
  }

  /** Format points with a true minus sign; one decimal by default. @param {number} points @param {number} [digits] */
  points(points, digits = 1) {
    return points.toFixed(digits).replace("-", "−").replace(".", this.words.decimal);
  }
}

/** Voice of figures that exist in English only. */
export const englishVoice = () => new Voice(ENGLISH, {decimal: ".", boxes: {}});
