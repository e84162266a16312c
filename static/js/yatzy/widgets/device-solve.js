/** The reader's own device solves the game: press Solve, watch the layers fill, change a rule and solve again. */
import {layOutGame} from "../game/tables.js";
import {recordsOf} from "../parts/records.js";
import {areSame, RANGES, rulesAfter, rulesetOf, rulesOfText, textOfRules, USUAL} from "../machine/device/rules.js";
import {countUpper} from "../game/rules/scandinavian.js";
import {grouped, makeFigure} from "site_builder/kit";
import {canRun, startRun} from "../machine/device/run.js";

/**
 * @import {DataSet} from "../../engine/widget" @import {Rules} from "../machine/device/rules.js"
 * @import {Solution} from "../machine/device/solve.js" @import {Progress} from "../machine/device/worker.js"
 * @import {Alive, Figure} from "site_builder/kit"
 */

// The reader's own device solves the game: what the figure knows and shows. Before that, and where no script runs, it
// shows what the solver has found.

/**
 * @typedef {object} Run What the device does, or has done.
 * @property {Rules} rules
 * @property {Progress | null} progress Null until it has begun.
 *
 * @typedef {object} Known
 * @property {Solution} ours What the solver has found for the usual rules.
 * @property {readonly number[]} states How many states each layer has by the usual rules.
 * @property {boolean} can_run Whether this browser can run a kernel.
 * @property {Run | null} run
 *
 * @typedef {object} Shown What is to be seen of some rules.
 * @property {"ours" | "asked" | "solving" | "done"} stage
 * @property {readonly number[]} done
 * @property {readonly number[]} all
 * @property {number} seconds
 * @property {Solution | null} solution
 */

/** @param {Record<string, DataSet>} data @returns {Known} */
export function readKnown({prices, counter, layers}) {
  const {categories} = layOutGame(rulesetOf(USUAL)).ruleset;
  const found = recordsOf(prices).map(({box, points, price}) => ({box: categories.findIndex(({name}) => name === box), points, price}));
  const states = recordsOf(layers).sort((one, other) => one.filled - other.filled).map((layer) => layer.states);
  return {ours: {value: counter.start_value[0], prices: found}, states, can_run: true, run: null};
}

/** @param {Rules} rules @param {Known} known @returns {Shown} */
export function shownOf(rules, {ours, states, run}) {
  const nothing = states.map(() => 0);
  if (run !== null && areSame(run.rules, rules)) {
    const {done, all, seconds, solution} = run.progress ?? {done: nothing, all: nothing, seconds: 0, solution: null};
    return {stage: solution === null ? "solving" : "done", done, all, seconds, solution};
  }
  if (areSame(rules, USUAL)) return {stage: "ours", done: states, all: states, seconds: 0, solution: ours};
  return {stage: "asked", done: nothing, all: nothing, seconds: 0, solution: null};
}

// The device that solves the game, as markup, region by region.

const FRAME = `<div class="device">
<div class="device-panel stack">
<div class="device-rules stack with-script" role="group" aria-label="House rules" data-region="rules"></div>
<div class="device-go with-script" data-region="go"></div>
<p class="device-words" data-region="words"></p>
<div class="device-layers"><p class="device-head">boxes filled</p><svg viewBox="0 0 16 1" preserveAspectRatio="none" aria-hidden="true" data-region="layers"></svg>
<p class="device-axis grid-layout" aria-hidden="true"><span>0</span><span>5</span><span>10</span><span>15</span></p></div>
</div>
<div class="device-prices" data-region="prices"></div>
</div>`;

const CANNOT = "This browser has no WebAssembly, which the figure computes with; so these are our own numbers.";

/** @param {"bonus" | "threshold"} name @param {string} title @param {Rules} rules */
function drawRange(name, title, rules) {
  const {least, most, step} = RANGES[name];
  return `<label class="turn-total beside device-range"><span>${title}</span> <input type="range" min="${least}" max="${most}" step="${step}" value="${rules[name]}" data-entry="${name}"> <output>${rules[name]}</output></label>`;
}

/** @param {Rules} rules @param {Known} known */
function drawRules(rules, {can_run}) {
  if (!can_run) return "";
  return `${drawRange("bonus", "Bonus", rules)}${drawRange("threshold", "Earned from", rules)}<button type="button" class="button" aria-pressed="${rules.five}" data-press="five">Five of a kind is a full house</button>`;
}

/** @param {Rules} rules @param {Known} known */
function drawGo(rules, known) {
  if (!known.can_run) return "";
  const is_solving = shownOf(rules, known).stage === "solving";
  return `<button type="button" class="button device-solve" data-press="solve">${is_solving ? "Stop" : "Solve"}</button>`;
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The layer that is being solved: boxes filled. @param {Shown} shown */
const layerOf = ({done, all}) => all.reduce((last, count, layer) => (done[layer] < count ? layer : last), 0);

/** @param {Shown} shown @param {Rules} rules @param {Known} known */
function wordsOfEnd({all, seconds, solution}, rules, {ours}) {
  const value = solution?.value ?? 0;
  const told = `Your device solved ${grouped(sum(all))} states in <b>${seconds.toFixed(1)} seconds</b>. The empty card is worth <b>${value.toFixed(9)}</b>`;
  if (!areSame(rules, USUAL)) {
    const more = value - ours.value;
    return `${told} points, ${Math.abs(more).toFixed(2)} ${more < 0 ? "less" : "more"} than by the usual rules.`;
  }
  return value === ours.value ? `${told} points, to the last bit what our program found.` : `${told} points; our program found ${ours.value.toFixed(9)}.`;
}

/** @param {Rules} rules @param {Known} known */
export function wordsOf(rules, known) {
  const shown = shownOf(rules, known);
  const {stage, done, all, seconds} = shown;
  if (stage === "done") return wordsOfEnd(shown, rules, known);
  if (stage === "solving") {
    if (sum(all) === 0) return "Your device begins with the full card.";
    return `Layer ${layerOf(shown)}: ${grouped(sum(done))} of ${grouped(sum(all))} states, ${seconds.toFixed(1)} seconds.`;
  }
  if (stage === "asked") return "Nobody has told you what the boxes cost by these rules. Your device can find out.";
  const ours = `The empty card is worth <b>${known.ours.value.toFixed(9)}</b> points, and its boxes have these prices.`;
  return known.can_run ? `${ours} <span class="with-script">That is what we say. Let your own device solve all ${grouped(sum(known.states))} states.</span>` : `${ours} ${CANNOT}`;
}

/** A column for each layer, filled as far as it is solved. @param {Rules} rules @param {Known} known */
export function drawLayers(rules, known) {
  const {done, all, stage} = shownOf(rules, known);
  const columns = all.map((count, layer) => {
    const share = count === 0 ? 0 : done[layer] / count;
    return `<rect class="all" x="${layer + 0.08}" y="0" width="0.84" height="1"></rect><rect class="done" x="${layer + 0.08}" y="${(1 - share).toFixed(4)}" width="0.84" height="${share.toFixed(4)}"></rect>`;
  });
  return `<g class="${stage}">${columns.join("")}</g>`;
}

/** @param {number | undefined} price */
const priceText = (price) => (price === undefined ? "·" : price.toFixed(1).replace("-", "−"));

/** The price list: six prices for an upper box, one for a lower one. @param {Rules} rules @param {Known} known */
export function drawPrices(rules, known) {
  const {categories, n_dice} = rulesetOf(USUAL);
  const prices = new Map((shownOf(rules, known).solution?.prices ?? []).map(({box, points, price}) => [`${box} ${points}`, price]));
  const n_upper = countUpper(rulesetOf(USUAL));
  const counts = Array.from({length: n_dice + 1}, (_, count) => count);
  const upper = categories.slice(0, n_upper).map(({title, face}, box) =>
    `<tr><th scope="row">${title}</th>${counts.map((count) => `<td>${priceText(prices.get(`${box} ${count * face}`))}</td>`).join("")}</tr>`);
  const lower = categories.slice(n_upper).map(({title}, place) =>
    `<div><dt>${title}</dt><dd>${priceText(prices.get(`${n_upper + place} 0`))}</dd></div>`);
  return `<table><caption>What a box costs on the empty card, upper ones by how many dice count</caption><thead><tr><td></td>${counts.map((count) => `<th scope="col">${count}</th>`).join("")}</tr></thead><tbody>${upper.join("")}</tbody></table><dl>${lower.join("")}</dl>`;
}

/** What solves beside the page, for as long as the rules stay. @param {Alive<Rules, Known>} alive */
function deviceOf(alive) {
  const {known, context, signal} = alive;
  let stop = new AbortController();
  const end = () => {
    stop.abort();
    known.run = null;
  };
  signal.addEventListener("abort", end);
  const begin = () => {
    end();
    stop = new AbortController();
    const run = {rules: alive.place, progress: null};
    known.run = run;
    alive.draw();
    alive.announce();
    startRun(context.file, layOutGame(rulesetOf(run.rules)), (progress) => {
      known.run = {...run, progress};
      alive.draw();
      if (progress.solution !== null) alive.announce();
    }, (error) => {
      end();
      alive.draw();
      context.fail(error, begin);
    }, stop.signal);
  };
  return {begin, end};
}

/** @type {Figure<Rules, Known>} */
const figure = {
  know: readKnown,
  opening: () => USUAL,
  read: rulesOfText,
  write: textOfRules,
  frame: FRAME,
  draw: (rules, known) => ({
    rules: drawRules(rules, known),
    go: drawGo(rules, known),
    words: wordsOf(rules, known),
    layers: drawLayers(rules, known),
    prices: drawPrices(rules, known),
  }),
  words: wordsOf,
  press: rulesAfter,
  wake(alive) {
    const {known} = alive;
    const {begin, end} = deviceOf(alive);
    const isSolving = () => known.run !== null && known.run.progress?.solution == null;
    known.can_run = canRun();
    if (!known.can_run) alive.draw();
    return {
      press(key) {
        if (key !== "solve") return false;
        if (!isSolving()) return begin();
        end();
        alive.draw();
      },
      tell() {
        if (known.run !== null && !areSame(known.run.rules, alive.place)) end();
      },
      reset: end,
      destroy: end,
    };
  },
};

export const {view, mount} = makeFigure(figure);
