/** Values for offline play: the app stores those of some games automatically, those of others on request. */

import {EDITIONS, rulesOf} from "../advisor/position.js";
import {namesOfParts, readIndex} from "../game/values/parts.js";
import {escaped} from "../words/text.js";
import {button} from "./button.js";
import {EDITION_NAMES} from "./editions.js";

/** @import {Context} from "../../engine/widget" @import {Voice} from "./words.js" */

/**
 * @typedef {object} GameHere
 * @property {string} name
 * @property {boolean} is_here
 * @property {number} bytes Size of its values; 0 if it is unknown because there is no network.
 * @property {readonly string[]} files
 * @property {string} list List of these files; it is stored last, so if it is stored, all files are.
 * @property {number} [percent] Progress of storing.
 */

/** Number of concurrent requests. */
const AT_ONCE = 8;

/** Return the name of the app worker's cache; null if the app is not installed in this browser. */
async function nameOfCache() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration === undefined ? null : `more ${registration.scope}`;
}

/** Return the games with their state on this device; null if it cannot store any. @param {Context} context @returns {Promise<GameHere[] | null>} */
export async function gamesHere(context) {
  const name = await nameOfCache();
  if (name === null) return null;
  const cache = await caches.open(name);
  // Delete stored files of values that have been replaced by a newer publication.
  const folders = EDITIONS.map(({file}) => context.address(`${file}/`));
  const old = (await cache.keys()).filter(({url}) => !folders.some((folder) => url.startsWith(folder)));
  await Promise.all(old.map((request) => cache.delete(request)));
  /** @type {Map<string, Omit<GameHere, "name">>} */
  const known = new Map(await Promise.all(EDITIONS.slice(1).map(async (edition) => {
    const list = `${edition.file}/index.json.gz`;
    const is_here = await cache.match(context.address(list)) !== undefined;
    const index = await context.file(list).then((file) => readIndex(file, {ruleset: rulesOf(edition)}), () => null);
    const {names, bytes} = index === null ? {names: [], bytes: 0} : namesOfParts(index);
    return /** @type {const} */ ([edition.name, {is_here, bytes, files: names.map((part) => `${edition.file}/${part}.arrow.gz`), list}]);
  })));
  return EDITION_NAMES.map((edition) => ({name: edition, is_here: true, bytes: 0, files: [], list: "", ...known.get(edition)}));
}

/**
 * Store the values of a game; files that are stored already are skipped.
 * @param {Context} context @param {GameHere} game @param {(percent: number) => void} tell
 */
export async function storeGame(context, {files, list}, tell) {
  const cache = await caches.open(/** @type {string} */ (await nameOfCache()));
  for (let begun = 0; begun < files.length; begun += AT_ONCE) {
    tell(Math.floor((100 * begun) / files.length));
    const addresses = files.slice(begun, begun + AT_ONCE).map(context.address);
    await Promise.all(addresses.map(async (address) => await cache.match(address) ?? cache.add(address)));
  }
  await cache.add(context.address(list));
}

/** Draw the list of games with their state on this device. @param {Voice} voice @param {readonly GameHere[] | null} games */
export function drawGamesHere(voice, games) {
  const rows = games?.map(({name, is_here, bytes, percent}) => {
    const game = voice.editions[name];
    if (percent !== undefined) return voice.html("storing", {game, n: percent});
    if (is_here) return voice.html("on_device", {game});
    return bytes === 0 ? voice.html("off_device", {game}) : button(`store-${name}`, voice.html("store_game", {game, size: voice.points(bytes / 1e6)}));
  });
  const inside = rows === undefined ? `<p class="note">${voice.html("no_store")}</p>` : `<ul class="rows">${rows.map((row) => `<li>${row}</li>`).join("")}</ul>`;
  return `<section class="games" aria-label="${escaped(voice.say("offline"))}"><h2>${voice.html("offline")}</h2>${inside}</section>`;
}
