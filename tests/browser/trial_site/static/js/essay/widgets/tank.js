/** A tank whose steps name states; it has no function step. */
import {makeFigure} from "site_builder/kit";

/** @type {import("site_builder/kit").Figure<number, null>} */
const tank = {
  know: () => null,
  opening: ({level}) => Number(level),
  read: (text) => (/^[1-9]$/.test(text) ? Number(text) : null),
  write: String,
  frame: `<p data-region="words"></p>`,
  draw: (level) => ({words: `The tank stands at ${level}.`}),
  words: (level) => `The tank stands at ${level}.`,
  readouts: (level) => ({level: String(level)}),
};

export const {view, mount, readouts} = makeFigure(tank);
