/** Mount a widget on its still with its `Context`: data, files, state, tools, announcements. */
import {translationPart} from "site_builder/parts";
import {WORDS} from "site_builder/words";
import {fill} from "../browser/page.js";
import {translated} from "../kit/texts.js";
import {importing} from "../browser/retry.js";
import {changeAddress, flushAddress, readParameter, withParameter, writeParameter} from "../browser/address.js";
import {fetchFile, progressWords} from "../browser/files.js";
import {announce} from "./announce.js";
import {isLed, readouts} from "./lead.js";
import {pageOf, pointsOf, record} from "../frame/ledger.js";
import {clearMessage, showFailure, showStatus} from "./messages.js";
import {remember, remembered} from "../browser/preferences.js";
import "site_builder/main";

/** @import {Card} from "../widget" @import {Context, Controller, DataSet} from "../widget.d.ts" */

// A line under a figure with the points of its guess and the total of the card.

/** Points of the best answer to a guess. */
const MOST = 10;

/** @param {HTMLElement} figure @param {{points: number, total: number} | null} kept */
function showPoints(figure, kept) {
  if (kept === null) return;
  let line = figure.querySelector(".guess-points");
  if (line === null) {
    line = Object.assign(document.createElement("p"), {className: "guess-points"});
    figure.querySelector(".stage")?.after(line);
  }
  line.textContent = fill(WORDS.guess_points, {points: kept.points, most: MOST, total: kept.total});
}

// The card of guesses for widgets, read from the contents of the page.

/** @param {ParentNode} row @param {string} selector */
const textIn = (row, selector) => row.querySelector(selector)?.textContent?.trim() ?? "";

/** Return the points in a box; null if it is empty. @param {Element} row */
function pointsIn(row) {
  const points = parseInt(textIn(row, ".ledger-box"), 10);
  return Number.isNaN(points) ? null : points;
}

/**
 * Read the card; null if the site has none. If several lists show it, read the one with the total.
 * @param {ParentNode} [page]
 * @returns {Card | null}
 */
function readCard(page = document) {
  const card = page.querySelector(".ledger-guesses:has(.ledger-total)") ?? page.querySelector(".ledger-guesses");
  if (card === null) return null;
  const rows = [...card.querySelectorAll(".ledger-chapter")].map((row) => ({title: textIn(row, ".ledger-title"), points: pointsIn(row), isHere: row.querySelector("[aria-current]") !== null}));
  const reward = /** @type {HTMLElement | null} */ (card.querySelector(".ledger-reward"));
  const sum = rows.reduce((total, {points}) => total + (points ?? 0), 0);
  return {
    rows,
    reward: reward && {name: textIn(reward, "b"), after: [...card.children].filter((row) => row.matches(".ledger-chapter") && row.compareDocumentPosition(reward) & Node.DOCUMENT_POSITION_FOLLOWING).length, points: pointsIn(reward)},
    total: sum + ((reward && pointsIn(reward)) ?? 0),
  };
}

/** Milliseconds before a download shows a status; most end sooner. */
const STATUS_AFTER = 300;

/** Parsed data sets by their script elements, which the preview replaces. @type {WeakMap<HTMLScriptElement, DataSet>} */
const shipped = new WeakMap();

/** Number of failed loads by module address. @type {Map<string, number>} */
const failures = new Map();

/** Whether another language than the page's own has been requested. */
let isTranslated = false;

/** Load a figure's module and mount it. @param {HTMLElement} figure @returns {Promise<Controller>} */
export async function hydrate(figure) {
  const stage = /** @type {HTMLElement | null} */ (figure.querySelector(".stage"));
  if (!stage) throw new Error(`The figure ${figure.id} has no stage.`);
  const address = new URL(figure.dataset.module ?? "", document.baseURI).href;
  const [module] = await Promise.all([loadModule(address), fetchData(figure)]);
  const controller = await mount(module, figure, stage);
  readouts.set(figure, (at) => module.readouts?.({...initialState(figure), ...at}, shippedData(figure)) ?? null);
  bindTools(figure, controller);
  clearMessage(figure);
  return controller;
}

/**
 * Mount a widget. If that fails, restore the still.
 * @param {import("../widget.d.ts").WidgetModule} module @param {HTMLElement} figure @param {HTMLElement} stage
 * @returns {Promise<Controller>}
 */
async function mount(module, figure, stage) {
  if (typeof module.mount !== "function") throw new Error("its module exports no function mount");
  const still = stage.cloneNode(true);
  try {
    const controller = await module.mount(stage, shippedData(figure), makeContext(figure));
    if (typeof controller?.reset !== "function") throw new Error("mount returned no controller, an object with a function reset");
    return controller;
  } catch (error) {
    stage.replaceWith(still);
    throw error;
  }
}

/**
 * Load a module. After a failure change the address, because browsers may cache the failure.
 * @param {string} address @returns {Promise<import("../widget.d.ts").WidgetModule>}
 */
async function loadModule(address) {
  const before = failures.get(address) ?? 0;
  try {
    return await importing(import(before > 0 ? `${address}?again=${before}` : address));
  } catch (error) {
    failures.set(address, before + 1);
    throw error;
  }
}

/** @param {HTMLElement} figure */
const initialState = (figure) => JSON.parse(figure.dataset.state ?? "{}");

/**
 * Write a figure's state into the page's address, and update the numbers of the prose.
 * @param {HTMLElement} figure @param {string | null} state
 */
function saveState(figure, state) {
  writeParameter(figure.id, state);
  figure.dispatchEvent(new CustomEvent("figurestate", {bubbles: true, detail: state}));
}

/** @param {HTMLElement} figure @returns {string[]} */
const setsOf = (figure) => (figure.dataset.sets ?? "").split(" ").filter(Boolean);

/** @param {string} name @returns {HTMLScriptElement} */
function scriptOf(name) {
  const script = document.querySelector(`script[data-set="${CSS.escape(name)}"]`);
  if (!(script instanceof HTMLScriptElement)) throw new Error(`The page contains no data set ${name}.`);
  return script;
}

/** Fetch the data sets of a figure that are separate files to keep the page small. @param {HTMLElement} figure */
async function fetchData(figure) {
  const left = setsOf(figure).map(scriptOf).filter((script) => !shipped.has(script) && script.dataset.from);
  await Promise.all(left.map(async (script) => {
    const file = await fetchFile(new URL(String(script.dataset.from), document.baseURI).href);
    shipped.set(script, JSON.parse(new TextDecoder().decode(file)));
  }));
}

/** Return the data sets of a figure; all of them must have been fetched. @param {HTMLElement} figure @returns {Record<string, DataSet>} */
const shippedData = (figure) => Object.fromEntries(setsOf(figure).map((name) => [name, shippedSet(name)]));

/** @param {string} name @returns {DataSet} */
function shippedSet(name) {
  const script = scriptOf(name);
  let set = shipped.get(script);
  if (!set) {
    set = /** @type {DataSet} */ (JSON.parse(script.textContent ?? ""));
    shipped.set(script, set);
  }
  return set;
}

/** Return the context of a widget. @param {HTMLElement} figure @returns {Context} */
function makeContext(figure) {
  const files = /** @type {Record<string, string>} */ (JSON.parse(figure.dataset.files ?? "{}"));
  return {
    id: figure.id,
    state: initialState(figure),
    file: (name) => fetchNamed(figure, files, name),
    address: (name) => addressOf(files, name),
    readState: () => readParameter(figure.id),
    writeState: (text) => saveState(figure, text),
    reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    announce: (text) => isLed(figure) || announce(text),
    fail: (error, retry) => showFailure(figure, error, retry),
    record(guess, points, as = `${pageOf(location.href)}#${figure.id}`) {
      const [page, id] = as.split("#");
      showPoints(figure, record(page, `${id}.${guess}`, points));
    },
    recorded: (guess) => pointsOf(pageOf(location.href), `${figure.id}.${guess}`),
    card: () => readCard(),
    keep: (name, text) => remember(storageKey(figure, name), text),
    kept: (name) => remembered(storageKey(figure, name)),
    language: () => remembered("language"),
    async translate(tag, isChosen = false) {
      if (isChosen) remember("language", tag);
      isTranslated ||= tag !== document.documentElement.lang;
      if (HAS.translations && isTranslated) await (await translationPart()).translate(tag);
    },
  };
}

/**
 * Return the storage key of a figure's text; a host may serve several sites.
 * @param {HTMLElement} figure @param {string} name
 */
const storageKey = (figure, name) => `kept:${new URL(".", location.href).pathname}${figure.id}.${name}`;

/**
 * Fetch a file of a figure, or a file in its folder, with a status for slow downloads. Files of a folder are small and may
 * be fetched many at a time, so for them the figure shows its own status.
 * @param {HTMLElement} figure @param {Record<string, string>} files
 * @param {string} name "set", or "set/part" if the set is a folder.
 */
async function fetchNamed(figure, files, name) {
  const address = addressOf(files, name);
  if (name.includes("/")) return fetchFile(address);
  const begun = performance.now();
  let isShown = false;
  try {
    return await fetchFile(address, (received, total) => {
      if (performance.now() - begun < STATUS_AFTER) return;
      isShown = true;
      showStatus(figure, progressWords(received, total), "passing");
    });
  } finally {
    if (isShown) clearMessage(figure);
  }
}

/** @param {Record<string, string>} files @param {string} name */
function addressOf(files, name) {
  const [set, ...part] = name.split("/");
  if (files[set] === undefined) throw new Error(`This figure lists no file ${set}.`);
  return new URL(files[set] + part.join("/"), document.baseURI).href;
}

/**
 * Bind the buttons under a stage: reset, and copy a link to the current state.
 * @param {HTMLElement} figure @param {Controller} controller
 */
function bindTools(figure, controller) {
  figure.querySelector("[data-action='reset']")?.addEventListener("click", () => {
    controller.reset();
    saveState(figure, null);
    figure.dispatchEvent(new CustomEvent("figurereset", {bubbles: true}));
    announce(translated(WORDS.back_at_start));
  });
  if (HAS.embeds) bindEmbed(figure);
  const link = figure.querySelector("[data-action='link']");
  link?.addEventListener("click", async () => {
    // States of other figures may hold answers.
    const others = [...document.querySelectorAll("figure.widget[id]")].filter((other) => other !== figure);
    const url = new URL(others.reduce((address, {id}) => withParameter(address, id, null), flushAddress()));
    url.hash = figure.id;
    const copied = await navigator.clipboard?.writeText(url.href).then(() => true, () => false);
    if (copied) confirmOn(link, translated(WORDS.link_copied));
    else if (changeAddress(url.href)) confirmOn(link, translated(WORDS.link_in_address));
    else showStatus(figure, fill(WORDS.the_link, {address: url.href}));
  });
}

/** Bind the button that copies the code to embed a figure. @param {HTMLElement} figure */
function bindEmbed(figure) {
  const embed = /** @type {HTMLElement | null} */ (figure.querySelector("[data-action='embed']"));
  embed?.addEventListener("click", async () => {
    const url = new URL(embed.dataset.page ?? "", document.baseURI);
    url.search = new URL(flushAddress()).search;
    const {height} = figure.getBoundingClientRect();
    const code = `<iframe src="${url.href.replaceAll("&", "&amp;")}" width="100%" height="${Math.ceil(height)}" loading="lazy"></iframe>`;
    const copied = await navigator.clipboard?.writeText(code).then(() => true, () => false);
    if (copied) confirmOn(embed, translated(WORDS.code_copied));
    else showStatus(figure, code);
  });
}

/** Show a confirmation on a button for a moment. @param {Element} button @param {string} words */
function confirmOn(button, words) {
  announce(words);
  const label = button.querySelector("span") ?? button;
  const usual = label.textContent;
  if (usual === words) return;
  label.textContent = words;
  setTimeout(() => {
    label.textContent = usual;
  }, 2500);
}
