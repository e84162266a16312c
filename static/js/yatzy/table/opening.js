/** Open games: the stored one, one from a link or a text, or the games of a file. */

import {STORED} from "./database.js";
import {newSeed} from "./dice.js";
import {formOfDice, readForm} from "./form.js";
import {isCutOff} from "./machine.js";
import {readStored, StoreError, writeStored} from "./store.js";
import {sayLanguage, turnTo} from "../words/voice.js";
import {voiceOf} from "./words.js";

/** @import {Table} from "./alive.js" */

const PATIENCE_MS = 300;

/**
 * Open the stored game or that of a link, else show the form.
 * @param {Table} table @param {unknown} refusal Error of opening the database; null if it was opened.
 */
export async function openTable(table, refusal) {
  const {database} = table;
  // Do not wait for a lock that another tab holds.
  const taken = Promise.race([table.writer.take(), new Promise((go_on) => setTimeout(go_on, PATIENCE_MS))]);
  await importOlder(table).catch((error) => complainOf(table, error));
  table.form = readForm(database.kept(STORED.form), newSeed(Math.random));
  const {search, hash} = location; // Opening the stored game removes links from the address.
  const address = search + hash;
  const linked = /[?&#]game=/.test(address) ? address : null;
  const text = database.kept(STORED.game);
  if (linked !== null) await readText(table, linked);
  if (table.game === null && text !== null) {
    const {problem} = table.ui; // Error of an unreadable link.
    await openStored(table, text);
    table.ui = {...table.ui, problem: problem || table.ui.problem};
  }
  if (hash.startsWith(DICE_LINK)) takeDice(table, hash);
  if (database.kept(STORED.games) !== null) await table.loadArchive().catch((error) => complainOf(table, error));
  table.show();
  if (refusal !== null) await table.write(Promise.reject(refusal));
  await taken;
  if (table.is_guest || table.game === null) return;
  if (!table.writer.is_here) table.complain(table.voice.say("elsewhere"));
  else if (isCutOff(table.game, table.ruleset)) void table.playMachine();
}

/** Beginning of the fragment of links to the dice of a game. */
const DICE_LINK = "#seed=";

/** Show the form of a new game with the dice of a link. @param {Table} table @param {string} hash */
function takeDice(table, hash) {
  const form = formOfDice(table.form, hash);
  if (form === null) return table.complain(table.voice.say("foreign_game"));
  table.form = form;
  table.look({view: "lobby", panel: null});
}

/** Open a link to a game or to its dice when the address changes. @param {Table} table */
export function followLink(table) {
  const {hash} = location;
  if (hash.startsWith(DICE_LINK)) takeDice(table, hash);
  else void readText(table, hash);
}

/** Remove a link to a game or to its dice from the address. */
export function removeLink() {
  const address = new URL(location.href);
  if (/^#(?:game|seed)=/.test(address.hash)) address.hash = "";
  for (const name of ["game", "seed"]) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

/** Import what an older version of the page has stored since the last start. @param {Table} table */
async function importOlder(table) {
  const {database} = table;
  for (const name of Object.values(STORED)) {
    const text = database.older(name);
    if (text === null) continue;
    const is_ahead = name === STORED.game && !await archiveOwn(table, text);
    const is_stored = is_ahead || await (name === STORED.games ? (await table.loadArchive()).importOlder(text) : table.write(database.replace(name, text)));
    if (is_stored) await table.write(database.takenOver(name, text));
  }
}

/** Archive the own game before that of an older page replaces it; return false if it is a continuation of that. @param {Table} table @param {string} text */
async function archiveOwn(table, text) {
  const own = ownGame(table);
  if (own === null) return true;
  const {setup, events} = readOr(text) ?? {};
  const is_same = JSON.stringify(setup) === JSON.stringify(own.setup);
  const [older, newer] = [events ?? [], own.events].map((all) => JSON.stringify(all).slice(0, -1));
  if (is_same && newer.startsWith(older)) return false;
  // A game is identified by the time when it began; one that was continued in two ways becomes two games.
  const begun = (own.setup.begun ?? 0) + Number(is_same);
  if (!is_same || !older.startsWith(newer)) (await table.loadArchive()).archiveGame({...own, setup: {...own.setup, begun}});
  return true;
}

/** Change the language, also in the address. @param {Table} table @param {string} tag */
export async function speak(table, tag) {
  try {
    table.voice = await turnTo(table.context, tag, () => voiceOf(tag, table.context.file), true);
  } catch (error) {
    return table.context.fail(error, () => speak(table, tag));
  }
  void table.write(table.database.replace(STORED.language, tag));
  sayLanguage(tag);
  table.look({});
}

/** Show the error of reading a game. @param {Table} table @param {any} error */
export async function complainOf(table, error) {
  const {context, voice} = table;
  table.complain(error instanceof StoreError ? voice.say(error.words) : await voice.faultIn(error, context.file));
}

/** @param {Table} table @param {string} text A stored game. */
export async function openStored(table, text) {
  table.text = text;
  try {
    await table.open(readStored(text));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    table.showUnreadable(error);
  }
}

/** Read the own game while another is viewed; null if there is none, or if it cannot be read. @param {Table} table */
export const ownGame = ({database}) => readOr(database.kept(STORED.game));

/** @param {string | null} text */
function readOr(text) {
  try {
    return readStored(text ?? "");
  } catch {
    return null;
  }
}

/**
 * View a game from a text or a link, without replacing the own one; archive several games of a text.
 * @param {Table} table @param {string} text
 */
export async function readText(table, text) {
  try {
    const {areSeveral, readGame} = await table.later();
    if (areSeveral(text)) return await takeGames(table, text);
    const game = readGame(text);
    if (game === null) return table.complain(table.voice.say("foreign_game"));
    await table.open(game, true);
    const own = ownGame(table);
    // Archive it before it is shown, even if nobody plays on; the own game stays stored.
    if (own === null || writeStored(own) !== writeStored(game)) await (await table.loadArchive()).archiveGame(game);
  } catch (error) {
    await complainOf(table, error);
  }
  table.show();
}

/** Import the games of a file. @param {Table} table @param {File} file */
export async function readFile(table, file) {
  try {
    const {decodeRecord} = await table.later();
    await takeGames(table, decodeRecord(new Uint8Array(await file.arrayBuffer())));
  } catch (error) {
    await complainOf(table, error);
  }
}

/** @param {Table} table @param {string} text */
async function takeGames(table, text) {
  const archive = await table.loadArchive();
  table.complain(await archive.take(text));
}
