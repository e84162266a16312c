/** Migrate a stored card of guesses after figures have moved to other pages. */
import "site_builder/main";

/** @import {Marks, Points} from "./ledger.js" */

/**
 * Move points to the current pages of their figures, and ticks from removed pages to their successors.
 * @param {Marks} marks
 * @param {Record<string, Record<string, string>>} led New addresses by former page and figure; "" is the page as a whole.
 * @returns {Marks}
 */
export function migrateMarks(marks, led) {
  /** @type {Marks} */
  const moved = {};
  const add = (/** @type {string} */ page, /** @type {boolean} */ read, /** @type {Points} */ points) => {
    const before = moved[page] ?? {read: false, points: {}};
    moved[page] = {read: before.read || read, points: {...points, ...before.points}};
  };
  for (const [page, {read, points}] of Object.entries(marks)) {
    const places = led[page] ?? {};
    const [home] = (places[""] ?? page).split("#");
    add(home, read, {});
    for (const [guess, value] of Object.entries(points)) {
      const [figure, ...name] = guess.split(".");
      const [file, now] = (places[figure] ?? `${home}#${figure}`).split("#");
      add(file, false, {[[now, ...name].join(".")]: value});
    }
  }
  return moved;
}
