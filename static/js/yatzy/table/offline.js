/** Games without a network: the app stores the values of some games by itself; those of others readers store with a press. */

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
 * @property {number} bytes What it takes to store its values; 0 where that cannot be known without a network.
 * @property {readonly string[]} files
 * @property {string} list Of these files; it is stored last, so where it is, they are.
 * @property {number} [percent] Stored so far.
 */

/** Files that are fetched at the same time. */
const AT_ONCE = 8;

/** Name the cache with which the app's worker answers; null where this browser has no such worker. */
async function nameOfCache() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration === undefined ? null : `more ${registration.scope}`;
}

/** Find which games this device has; null where it can store none. @param {Context} context @returns {Promise<GameHere[] | null>} */
export async function gamesHere(context) {
  const name = await nameOfCache();
  if (name === null) return null;
  const cache = await caches.open(name);
  // What was stored of values that have been published anew since.
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
 * Store the values of a game; what is there already is not fetched again.
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

/** Draw which games are on this device. @param {Voice} voice @param {readonly GameHere[] | null} games */
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
