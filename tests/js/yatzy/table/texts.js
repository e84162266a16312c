/** The table's texts, as its page fetches them. */

import {readFile} from "node:fs/promises";

import {voiceOf} from "../../../../static/js/yatzy/table/words.js";

const FOLDER = new URL("../../../../static/words/", import.meta.url);

/** @param {string} name */
export const file = async (name) => Uint8Array.from(await readFile(new URL(name, FOLDER))).buffer;

export const ENGLISH = await voiceOf("en", file);
