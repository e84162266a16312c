/** The words of the table, in the language that a reader gets. */

import {escaped, filled} from "../words/text.js";
import {ENGLISH, firstLanguage, Voice as Tongue, wordsIn} from "../words/voice.js";
/** @import {Words} from "../words/voice.js" */
/** @import {Context} from "../../engine/widget" */

/** @typedef {typeof import("../../../words/table-en.json")["texts"]} Texts All languages have the same, with the same gaps. */
/** @typedef {keyof Texts} TextName */

/** The texts of one language. */
export class Voice extends Tongue {
  /** @param {string} tag @param {Words & {texts: Texts, editions: Readonly<Record<string, string>>}} words */
  constructor(tag, words) {
    super(tag, words);
    this.texts = words.texts;
    this.editions = words.editions;
  }

  /**
   * Say a text with its gaps filled.
   * @param {TextName} name @param {Readonly<Record<string, string | number>>} [gaps]
   */
  say(name, gaps = {}) {
    return filled(this.texts[name], gaps);
  }

  /** Say it as markup. @param {TextName} name @param {Readonly<Record<string, string | number>>} [gaps] */
  html(name, gaps = {}) {
    return escaped(this.say(name, gaps));
  }

  /** Say what went wrong, once the sentences are here. @param {unknown} error @param {Context["file"]} file */
  async faultIn(error, file) {
    if (this.tag !== ENGLISH) this.words.sentences ??= await wordsIn(file, `sentences-${this.tag}.json`).catch(() => undefined);
    return this.fault(error);
  }

  /** Write points that are added, or taken away: "+ 1.5", "− 0.2". @param {number} points @param {number} digits */
  signed(points, digits) {
    return `${points < 0 ? "−" : "+"} ${this.points(Math.abs(points), digits)}`;
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
export const voiceOf = async (tag, file) => new Voice(tag, await wordsIn(file, `table-${tag}.json`));

/**
 * Fetch the texts of the language that a reader gets, and show the page in it.
 * @param {Context} context @param {(string | null)[]} chosen The language that was chosen since on an older version of the page, and at the table before.
 */
export const firstVoice = (context, ...chosen) => firstLanguage(context, (tag) => voiceOf(tag, context.file), ...chosen);
