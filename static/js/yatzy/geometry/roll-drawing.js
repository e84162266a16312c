/**
 * Dice as thrown, their roll on the map of all rolls, and the keeps of the roll, as markup.
 */
import {dieButton} from "../parts/dice.js";
import {countKeeps, keepsBySize, keptDice, textOfWay} from "./keep-ways.js";
import {counted, grouped, percentage} from "site_builder/kit";
import {ROWS} from "../parts/roll-map.js";
import {rollOf, textOfRoll, throwsOf} from "./throw.js";

/** @import {RollMap} from "../parts/roll-map.js" @import {Throw} from "./throw.js" */

/** @typedef {{map: RollMap, rolls: readonly string[]}} Known */

/** The map is drawn in as many blocks, beside each other or below each other. */
const BLOCKS = 2;

/** Share of a cell that the most frequent roll fills, by its side. */
const LARGEST_SIDE = 0.94;

/** What does not change with the throw. @param {Throw} now @param {Known} known */
export const frameOf = ({thrown}, {map, rolls}) => `<div class="rolls">
<p class="rolls-head rolls-head-throws"><b>${grouped(throwsOf(thrown.length))}</b> throws, die by die</p>
<div class="rolls-hand rolls-hand-thrown">
<div class="rolls-dice rolls-thrown" role="group" aria-label="Dice as thrown" data-region="thrown"></div>
<button type="button" class="button rolls-throw with-script" data-press="throw">Throw</button>
<p class="rolls-hint with-script">Press a die to turn it, or type five faces.</p>
</div>
<p class="rolls-head rolls-head-map"><b>${grouped(rolls.length)}</b> rolls, whatever the order</p>
<div class="rolls-map"><div class="rolls-field">${drawMap(map)}</div><p class="rolls-words" data-region="words"></p></div>
<p class="rolls-head rolls-head-keep" data-region="collapse"></p>
<div class="rolls-hand rolls-hand-roll">
<div class="rolls-dice rolls-roll" role="group" aria-label="Dice of the roll; press those to keep" data-region="roll"></div>
<p class="rolls-keep-words" data-region="keep"></p>
</div>
<div class="ways" aria-hidden="true" data-region="ways"></div>
</div>`;

/** @param {Throw} now @param {Known} known */
export function drawThrow(now, {map}) {
  const roll = now.looked ?? textOfRoll(now.thrown);
  const [left, right] = drawMarks(map, roll);
  return {
    thrown: drawThrown(now.thrown),
    "mark-0": left,
    "mark-1": right,
    words: wordsOfRoll(map, roll),
    collapse: wordsOfCollapse(now.thrown),
    roll: drawRoll(now),
    keep: wordsOfKeep(now),
    ways: drawWays(now),
  };
}

/** @param {Throw} now @param {Known} known */
export const wordsOfThrow = ({thrown}, {map}) => `${wordsOfRoll(map, textOfRoll(thrown))} ${wordsOfCollapse(thrown)}.`;

/** @param {readonly number[]} thrown */
function drawThrown(thrown) {
  return thrown.map((face, index) => dieButton({
    face, press: `face-${index}`, label: `die ${index + 1} of ${thrown.length} shows ${face}; press to turn it`,
  })).join("");
}

/** @param {Throw} state */
function drawRoll({thrown, way}) {
  return rollOf(thrown).map((face, index) => {
    const kept = Boolean(way & (1 << index));
    return dieButton({face, kept, pressed: kept, press: `keep-${index}`});
  }).join("");
}

/** Draw the map: a square a roll, its area the number of throws that are this roll. @param {RollMap} map */
export function drawMap(map) {
  const columns = map.columns / BLOCKS;
  return Array.from({length: BLOCKS}, (_, block) => {
    const patterns = map.patterns.filter(({column}) => Math.floor(column / columns) === block);
    const most = Math.max(...map.patterns.map(({orders}) => orders));
    const groups = patterns.map(({key, column, columns: width, orders}) => {
      const left = column - block * columns;
      const side = Math.round(1000 * LARGEST_SIDE * Math.sqrt(orders / most)) / 1000;
      // Not quite of no length: on paper a square cap without a direction is not drawn.
      const dots = Array.from({length: ROWS * width}, (_, at) => `M${left + (at % width) + 0.5} ${Math.floor(at / width) + 0.5}h.01`).join("");
      return `<g data-pattern="${key}">
<rect class="group" x="${left + 0.07}" y=".04" width="${width - 0.14}" height="${ROWS - 0.08}" rx=".12"/>
<path class="rolls-dots" stroke-width="${side}" d="${dots}"/></g>`;
    });
    const labels = patterns.map(({key}) => `<span data-pattern="${key}">${key.replaceAll("-", "+")}</span>`);
    return `<div class="rolls-block"><p class="rolls-labels" aria-hidden="true">${labels.join("")}</p>
<svg viewBox="0 0 ${columns} ${ROWS}" aria-hidden="true"><rect class="rolls-area" width="${columns}" height="${ROWS}"/>
${groups.join("")}<g class="rolls-mark" data-region="mark-${block}"></g></svg></div>`;
  }).join("");
}

/** Draw the reticle in its block; the other block has none. @param {RollMap} map @param {string} roll */
function drawMarks(map, roll) {
  const columns = map.columns / BLOCKS;
  const {column, row} = map.cellOf(roll);
  return Array.from({length: BLOCKS}, (_, block) => (Math.floor(column / columns) === block
    ? `<rect class="reticle-ring" x="${column - block * columns - 0.12}" y="${row - 0.12}" width="1.24" height="1.24" rx=".25"/>`
    : ""));
}

/** Draw all ways to keep dice, equal ones in one frame, by the number of dice kept. @param {Throw} state */
export function drawWays({thrown, way}) {
  const roll = rollOf(thrown);
  const chosen = keptDice(roll, way);
  return keepsBySize(roll).map((keeps, size) => {
    const frames = keeps.map(({dice, ways}) => {
      const marks = ways.map((one) => `<span class="way${one === way ? " mine" : ""}" data-press="way-${one}">${textOfWay(roll, one)}</span>`);
      return `<span class="keep${dice === chosen ? " chosen" : ""}">${marks.join("")}</span>`;
    });
    return `<div class="ways-of-size"><span class="ways-size">${titleOfSize(size, roll.length)}</span>${frames.join("")}</div>`;
  }).join("");
}

/** @param {number} size @param {number} n_dice */
function titleOfSize(size, n_dice) {
  if (size === 0) return "none";
  if (size === n_dice) return "all";
  return size === 1 ? "1 die" : `${size} dice`;
}

/** Say of a roll how many throws it is. @param {RollMap} map @param {string} roll */
export function wordsOfRoll(map, roll) {
  const {column} = map.cellOf(roll);
  const {name, orders} = /** @type {import("../parts/roll-map.js").Pattern} */ (map.patterns.find((one) => column < one.column + one.columns));
  const throws = throwsOf(roll.length);
  const are = orders === 1 ? "1 throw is" : `${orders} throws are`;
  const chance = `Its chance is ${orders} in ${grouped(throws)}, or ${percentage(orders / throws, 2)}.`;
  return `<b>${roll.split("").join(" ")}</b>, ${name}: ${are} this roll. ${chance}`;
}

/** Say how many ways come to the keep that is chosen. @param {Throw} state */
export function wordsOfKeep({thrown, way}) {
  const roll = rollOf(thrown);
  const dice = keptDice(roll, way);
  const same = keepsBySize(roll)[dice.length].find((keep) => keep.dice === dice)?.ways.length ?? 0;
  const kept = dice === "" ? "Keep nothing" : `Keep <b>${dice.split("").join(" ")}</b>`;
  return `${kept}: ${same === 1 ? "only one way does" : `${same} ways do`} this.`;
}

/** Count the keeps of a throw, as a heading. @param {readonly number[]} thrown */
function wordsOfCollapse(thrown) {
  const keeps = countKeeps(keepsBySize(rollOf(thrown)));
  return `<b>${2 ** thrown.length}</b> ways to keep dice are <b>${counted(keeps, "keep")}</b>`;
}
