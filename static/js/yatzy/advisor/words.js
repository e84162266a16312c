/** Texts of the advisor in the reader's language. */

import {ENGLISH, englishVoice, firstLanguage, Voice, wordsIn} from "../words/voice.js";
/** @import {Context} from "../../engine/widget" */

/** Fetch the texts of a language. @param {string} tag @param {Context["file"]} file */
export async function voiceOf(tag, file) {
  if (tag === ENGLISH) return englishVoice();
  const sentences = await wordsIn(file, `sentences-${tag}.json`);
  return new Voice(tag, {decimal: sentences["."], boxes: sentences, sentences});
}

/** Fetch the texts of the reader's language, and switch the page to it. @param {Context} context */
export const firstVoice = (context) => firstLanguage(context, (tag) => voiceOf(tag, context.file));
