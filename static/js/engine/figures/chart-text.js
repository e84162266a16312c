/** Texts of live charts: colours put into a specification, and what a tip says. No DOM. */
import {fill} from "../browser/fill.js";
import {WORDS} from "site_builder/words";

/**
 * Replace every `var(--name)` by its value: Vega mixes colours itself and knows nothing of custom properties.
 * @param {string} specification JSON.
 * @param {(name: string) => string} valueOf
 * @returns {string} JSON.
 */
export function withColors(specification, valueOf) {
  return specification.replace(/var\((--[\w-]+)\)/g, (whole, name) => {
    const value = valueOf(name).trim();
    return value === "" ? whole : JSON.stringify(value).slice(1, -1);
  });
}

/** Say what a tip shows. @param {unknown} value What Vega gives: a text, or texts by title. @returns {string[]} Lines. */
export function describe(value) {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).map(([title, text]) => `${title}: ${text}`);
}

/** Say what a reader can do with a live chart. @param {readonly string[]} labels Of the controls of its parameters. */
export function hintFor(labels) {
  const names = labels.map((label) => label.replace(/[\s:]+$/, "")).filter(Boolean);
  if (names.length === 0) return WORDS.chart_is_live;
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} ${WORDS.and} ${names[names.length - 1]}`;
  return fill(WORDS.chart_is_live_choose, {controls: list});
}
