/** How games come to the table: the one that is kept, one from a link, from a text, or many from a file. */

import {newSeed} from "./dice.js";
import {readForm} from "./form.js";
import {isCutOff} from "./machine.js";
import {readStored, StoreError} from "./store.js";
import {KEPT_LANGUAGE, voiceOf} from "./words.js";

/** @import {Table} from "./alive.js" */

const PATIENCE_MS = 300;

/** What is kept in the browser, each by its name. */
export const KEPT = /** @type {const} */ ({game: "game", form: "form", games: "games"});

/** Go on with the game that is kept, or show the form of a new one. @param {Table} table */
export async function openTable(table) {
  const {context} = table;
  // The lock of another tab is not waited for.
  const taken = Promise.race([table.writer.take(), new Promise((go_on) => setTimeout(go_on, PATIENCE_MS))]);
  table.form = readForm(context.kept(KEPT.form), newSeed(Math.random));
  const linked = new URLSearchParams(location.search).has("game") ? location.search : null;
  const text = context.kept(KEPT.game);
  if (linked !== null) await readText(table, linked);
  if (table.game === null && text !== null) {
    const {problem} = table.ui; // Of a link that cannot be read.
    await takeKept(table, text);
    table.ui = {...table.ui, problem: problem || table.ui.problem};
  }
  if (context.kept(KEPT.games) !== null) await table.roomSoon().catch((error) => complainOf(table, error));
  table.show();
  await taken;
  if (table.is_guest || table.game === null) return;
  if (!table.writer.is_here) table.complain(table.voice.say("elsewhere"));
  else if (isCutOff(table.game, table.ruleset)) void table.playMachine();
}

/** Go on in another language, and say so in the address. @param {Table} table @param {string} tag */
export async function speak(table, tag) {
  try {
    table.voice = await voiceOf(tag, table.context.file);
  } catch (error) {
    return table.context.fail(error, () => speak(table, tag));
  }
  table.context.keep(KEPT_LANGUAGE, tag);
  setInAddress("lang", tag);
  table.look({});
}

/** Say something in the address, or no more. @param {string} name @param {string | null} value */
export function setInAddress(name, value) {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(history.state, "", address);
}

/** Say what is wrong with what was read. @param {Table} table @param {any} error */
export const complainOf = (table, error) => table.complain(error instanceof StoreError ? table.voice.say(error.words) : error.message);

/** @param {Table} table @param {string} text A game as it was kept. */
export async function takeKept(table, text) {
  table.text = text;
  try {
    await table.open(readStored(text));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    table.stand(error);
  }
}

/** Read the own game while another is looked at; null for none, and for one that cannot be read. @param {Table} table */
export function ownGame({context}) {
  try {
    return readStored(context.kept(KEPT.game) ?? "");
  } catch {
    return null;
  }
}

/**
 * Look at a game that is read from text or from a link; the own one stays where it is kept. Several games are kept.
 * @param {Table} table @param {string} text
 */
export async function readText(table, text) {
  try {
    const {areSeveral, readGame} = await table.later();
    if (areSeveral(text)) return await takeGames(table, text);
    const game = readGame(text);
    if (game === null) return table.complain(table.voice.say("foreign_game"));
    await table.open(game, true);
    table.show();
  } catch (error) {
    complainOf(table, error);
  }
}

/** Take in the games of a file, one or many. @param {Table} table @param {File} file */
export async function readFile(table, file) {
  try {
    const {decodeRecord} = await table.later();
    await takeGames(table, decodeRecord(new Uint8Array(await file.arrayBuffer())));
  } catch (error) {
    complainOf(table, error);
  }
}

/** @param {Table} table @param {string} text */
async function takeGames(table, text) {
  const room = await table.roomSoon();
  table.complain(room.take(text));
}
