/** A well filled by three steps, which write no state. */
import {makeFigure} from "site_builder/kit";

const LEVEL_OF_STEP = [1, 5, 9];
const wordsOf = (/** @type {number} */ level) => `The level is ${level}.`;
const levelOf = (/** @type {string} */ text) => (/^[1-9]$/.test(text) ? Number(text) : null);

/** @type {import("site_builder/kit").Figure<number, void>} */
const figure = {
  know: () => {},
  opening: ({step = 0}) => LEVEL_OF_STEP[step],
  read: levelOf,
  write: String,
  frame: '<div data-region="well"></div>',
  draw: (level) => ({
    well: `<p class="well-words" tabindex="0">${wordsOf(level)}</p>
<label>Level <input type="range" data-entry="level" min="1" max="9" value="${level}"></label> <button type="button" data-press="more">More</button>`,
  }),
  words: wordsOf,
  readouts: (level) => ({level: String(level), buckets: String(3 * level)}),
  press: (key) => levelOf(key.replace("level=", "")),
  wake: (alive) => ({step: (step) => alive.look(LEVEL_OF_STEP[step])}),
};

export const {view, mount, readouts} = makeFigure(figure);
