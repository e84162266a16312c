/** The languages of the table: which one a reader gets, and how a text is said in it. */

import {escaped} from "../words/text.js";
import {words as english} from "./words/en.js";

/** @import {Words, TextName} from "./words/en.js" */
/** @import {Ruleset} from "../game/rules/scandinavian.js" */

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
  return known(asked) ?? known(kept) ?? wanted.map(known).find((tag) => tag !== undefined) ?? "en";
}

/** The texts of one language. */
export class Voice {
  /** @param {string} tag @param {Words} words */
  constructor(tag, words) {
    this.tag = tag;
    this.words = words;
  }

  /**
   * Say a text with its gaps filled.
   * @param {TextName} name @param {Readonly<Record<string, string | number>>} [gaps]
   */
  say(name, gaps = {}) {
    return this.words.texts[name].replace(/\{(\w+)\}/g, (_, gap) => String(gaps[gap]));
  }

  /** Say it as markup. @param {TextName} name @param {Readonly<Record<string, string | number>>} [gaps] */
  html(name, gaps = {}) {
    return escaped(this.say(name, gaps));
  }

  /** Name a box. @param {Ruleset} ruleset @param {number} box */
  box(ruleset, box) {
    const {name, title} = ruleset.categories[box];
    return this.words.boxes[`${ruleset.name}.${name}`] ?? this.words.boxes[name] ?? title;
  }

  /** Write points that are added, or taken away: "+ 1.5", "− 0.2". @param {number} points @param {number} digits */
  signed(points, digits) {
    return `${points < 0 ? "−" : "+"} ${this.points(Math.abs(points), digits)}`;
  }

  /** Write points with a decimal, and a true minus sign. @param {number} points @param {number} [digits] */
  points(points, digits = 1) {
    return points.toFixed(digits).replace("-", "−").replace(".", this.words.decimal);
  }
}

export const ENGLISH = new Voice("en", english);

/**
 * Fetch the texts of a language.
 * @param {string} tag @param {(name: string) => Promise<ArrayBuffer>} file @returns {Promise<Voice>}
 */
export async function voiceOf(tag, file) {
  if (tag === ENGLISH.tag) return ENGLISH;
  const texts = await file(`table-${tag}.json`);
  return new Voice(tag, JSON.parse(new TextDecoder().decode(texts)));
}
