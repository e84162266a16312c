/** The languages of the table: which one a reader gets, and how a text is said in it. */

import {escaped} from "../words/text.js";
/** @import {Ruleset} from "../game/rules/scandinavian.js" */
/** @import {Context} from "../../engine/widget" */

/**
 * @typedef {Record<string, string>} Names
 * @typedef {keyof typeof import("../../../words/table-en.json")["texts"]} TextName
 * @typedef {{texts: Record<TextName, string>, decimal: string, editions: Names, boxes: Names}} Words What is said in a
 *   language: all have the same texts with the same gaps. In English the rules name their boxes themselves.
 */

const ENGLISH = "en";

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

  /** Write what is lost, with as many decimals as tell that it is not nothing, nor just where a grade ends. @param {number} points More than nothing. */
  loss(points) {
    let digits = Math.max(1, -Math.floor(Math.log10(points)));
    while (digits < 3 && [1, 3].includes(Number(points.toFixed(digits)))) digits += 1;
    return this.points(points, digits);
  }
}

/**
 * Fetch the texts of a language.
 * @param {string} tag @param {Context["file"]} file @returns {Promise<Voice>}
 */
export async function voiceOf(tag, file) {
  return new Voice(tag, JSON.parse(new TextDecoder().decode(await file(`table-${tag}.json`))));
}

/**
 * Fetch the texts of the language that a reader gets; of English, where they do not come.
 * @param {Context["file"]} file @param {string | null} chosen The language that was chosen before.
 */
export async function firstVoice(file, chosen) {
  const tag = chooseLanguage(location.search, chosen, navigator.languages);
  return voiceOf(tag, file).catch(() => voiceOf(ENGLISH, file));
}
