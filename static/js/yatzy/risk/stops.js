/**
 * The risk dial: the computed thetas in equal steps, and the positions between them.
 *
 * A position on the dial is a number: whole at a stop, and a fraction between two stops, where drawings are interpolated and
 * no number is shown.
 */
import {scandinavian} from "../game/rules/scandinavian.js";
import {gathered, percentOf} from "site_builder/kit";
import {diceImage} from "../parts/dice.js";

/** Distance in steps within which the dial snaps to a stop. */
const REST = 0.3;

/** Format a theta with a sign: "+0.05". @param {number} theta */
export function thetaText(theta) {
  if (theta === 0) return "0";
  return `${theta < 0 ? "−" : "+"}${Math.abs(theta)}`;
}

/** Return the distinct thetas of a column, in order. @param {readonly number[]} thetas */
export const readStops = (thetas) => [...new Set(thetas)];

/**
 * Find the stop that a link names by its theta, "-0.05"; null when there is none.
 * @param {string | null | undefined} text @param {readonly number[]} stops
 */
export function stopOfText(text, stops) {
  const stop = text === null || text === undefined || text === "" ? -1 : stops.indexOf(Number(text));
  return stop === -1 ? null : stop;
}

/** Return the position at a share of the dial's width. @param {number} share @param {number} n_stops */
export function placeAt(share, n_stops) {
  const place = Math.max(0, Math.min(n_stops - 1, share * n_stops - 0.5));
  return Math.abs(place - Math.round(place)) < REST ? Math.round(place) : place;
}

/** Return a position as a share of the width. @param {number} place @param {number} n_stops */
export const shareOf = (place, n_stops) => (place + 0.5) / n_stops;

/** Interpolate between two stops. @param {ArrayLike<number>} values By stop. @param {number} place */
export function between(values, place) {
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return values[below] + (values[above] - values[below]) * (place - below);
}

// Decisions that change with the dial: the best option at every stop, drawn as a strip under the dial.

/**
 * @typedef {Record<string, Record<string, any[]>>} Data
 *
 * @typedef {object} Option
 * @property {string} action
 * @property {string} keep
 * @property {string} category
 * @property {number} points
 * @property {number[]} loss By stop.
 *
 * @typedef {object} Flip A decision that flips as the dial turns.
 * @property {string} name
 * @property {number[]} dice
 * @property {string[]} open Titles of the boxes still open.
 * @property {Option[]} options The best at theta 0 first.
 * @property {number[]} best Place of the best option, by stop.
 */

/** The questions, by name of the decision. @type {Record<string, (open: string[]) => string>} */
const QUESTIONS = {
  "first-throw": () => "The first throw of a game. Which dice stay?",
  "first-box": () => "The first turn of a game is thrown. Where to write it?",
  "last-boxes": (open) => `Nothing fits, and only ${open.join(" and ")} are open. Which box gets the zero?`,
};

/** @param {string} name */
const titleOf = (name) => scandinavian.categories.find((category) => category.name === name)?.title ?? name;

/** The decision that the chapter discusses is first: on a phone the others are further down. */
const FIRST = "first-box";

/** Read the decisions. @param {Data["risk_decisions"]} table @returns {Flip[]} */
export function readFlips(table) {
  const plain = readStops(table.theta).indexOf(0);
  return [...gathered(table.decision, (row) => row)].map(([name, rows]) => {
    const options = optionsOf(table, rows).sort((a, b) => a.loss[plain] - b.loss[plain]);
    const best = options[0].loss.map((_, stop) => options.findIndex(({loss}) => loss[stop] === 0));
    const filled = String(table.filled[rows[0]]).split(",").map((entry) => entry.split("=")[0]);
    const open = scandinavian.categories.filter((category) => !filled.includes(category.name)).map(({title}) => title);
    return {name, dice: Array.from(table.dice[rows[0]], Number), open, options, best};
  }).sort((a, b) => Number(b.name === FIRST) - Number(a.name === FIRST));
}

/** @param {Data["risk_decisions"]} table @param {readonly number[]} rows */
function optionsOf(table, rows) {
  /** @type {Map<string, Option>} */
  const options = new Map();
  for (const row of rows) {
    const key = `${table.keep[row]} ${table.category[row]}`;
    const known = {action: table.action[row], keep: table.keep[row], category: table.category[row], points: table.points[row]};
    const option = options.get(key) ?? {...known, loss: /** @type {number[]} */ ([])};
    option.loss.push(table.loss[row]);
    options.set(key, option);
  }
  return [...options.values()];
}

/** Describe an option. @param {Option} option */
export function optionText({action, keep, category, points}) {
  return action === "keep" ? `keep ${Array.from(keep).join(" ")}` : `${points} in ${titleOf(category)}`;
}

/** Find the gaps between stops in which the best option changes, by the stop before each. @param {Flip} flip */
export function flipsOf({best}) {
  return best.flatMap((option, stop) => (stop + 1 < best.length && best[stop + 1] !== option ? [stop] : []));
}

/** Return the frame of a decision: its question, its options, and the strip of the best one. @param {Flip} flip @param {number} index */
export function flipFrame({name, dice, open}, index) {
  return `<div class="risk-decision"><p class="risk-question">${diceImage(dice)} <span class="risk-ask">${QUESTIONS[name](open)}</span></p>
<p class="risk-options" data-region="options-${index}"></p><svg class="risk-strip" aria-hidden="true" data-region="strip-${index}"></svg><p class="risk-why quiet" data-region="why-${index}"></p></div>`;
}

/** Return the markup of all decisions' regions. @param {readonly Flip[]} flips @param {number} place */
export function drawFlips(flips, place) {
  return Object.fromEntries(flips.flatMap((flip, index) => [
    [`options-${index}`, drawOptions(flip, place)],
    [`strip-${index}`, drawStrip(flip, place)],
    [`why-${index}`, Number.isInteger(place) ? wordsOfFlip(flip, place) : "…"],
  ]));
}

/** @param {Flip} flip @param {number} place */
function drawOptions({options, best}, place) {
  return options.map((option, index) => {
    const text = optionText(option);
    const is_best = Number.isInteger(place) && index === best[place];
    const choice = is_best ? `<b class="risk-choice best">${text}</b>` : `<span class="risk-choice">${text}</span>`;
    return `<span class="risk-swatch option-${index}"></span>${choice}`;
  }).join(" ");
}

/** @param {Flip} flip @param {number} place */
function drawStrip(flip, place) {
  const n = flip.best.length;
  const edges = [-1, ...flipsOf(flip), n - 1];
  const parts = edges.slice(1).map((end, index) => {
    const start = edges[index] + 1;
    return `<rect class="option-${flip.best[end]}" x="${percentOf(start / n)}" width="${percentOf((end + 1 - start) / n)}" y="4" height="14"/>`;
  });
  const marks = flipsOf(flip).map((stop) => `<line class="risk-flip ink-line" x1="${percentOf((stop + 1) / n)}" x2="${percentOf((stop + 1) / n)}" y1="0" y2="22"/>`);
  const x = percentOf((place + 0.5) / n);
  return `${parts.join("")}${marks.join("")}<line class="risk-cursor" x1="${x}" x2="${x}" y1="0" y2="22"/>`;
}

/** Describe what the other choice costs this player. @param {Flip} flip @param {number} stop */
export function wordsOfFlip({options, best}, stop) {
  const [chosen, ...others] = [best[stop], ...options.keys()].filter((index, place, all) => all.indexOf(index) === place);
  const cost = others.map((other) => {
    const loss = options[other].loss[stop];
    return `${optionText(options[other])}: ${loss < 0.005 ? "as good as even" : `${loss.toFixed(2)} worse`}`;
  });
  return `Here: <b>${optionText(options[chosen])}</b>. To this player ${cost.join("; ")}.`;
}
