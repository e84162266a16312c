/** Texts of the table in the reader's language. */

import {escaped, filled} from "../words/text.js";
import {firstLanguage, Voice as Tongue, wordsIn} from "../words/voice.js";
/** @import {Words} from "../words/voice.js" */
/** @import {Context} from "../../engine/widget" */

/** @typedef {typeof import("../../../words/table-en.json")["texts"]} Texts All languages have the same texts with the same gaps. */
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
   * Return a text with its gaps filled.
   * @param {TextName} name @param {Readonly<Record<string, string | number>>} [gaps]
   */
  say(name, gaps = {}) {
    return filled(this.texts[name], gaps);
  }

  /** Return a text as markup. @param {TextName} name @param {Readonly<Record<string, string | number>>} [gaps] */
  html(name, gaps = {}) {
    return escaped(this.say(name, gaps));
  }

  /** Return an error message, after loading the sentences of the language. @param {unknown} error @param {Context["file"]} file */
  async faultIn(error, file) {
    this.words.sentences ??= await wordsIn(file, `sentences-${this.tag}.json`).catch(() => undefined);
    return this.fault(error);
  }

  /** Format points with a sign: "+ 1.5", "− 0.2". @param {number} points @param {number} digits */
  signed(points, digits) {
    return `${points < 0 ? "−" : "+"} ${this.points(Math.abs(points), digits)}`;
  }

  /** Format a loss with enough decimals that it is shown neither as zero nor as the bound of a grade. @param {number} points Positive. */
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
 * Fetch the texts of the reader's language, and switch the page to it.
 * @param {Context} context @param {(string | null)[]} chosen Language chosen on an older version of the page, then the one chosen at the table.
 */
export const firstVoice = (context, ...chosen) => firstLanguage(context, (tag) => voiceOf(tag, context.file), ...chosen);
