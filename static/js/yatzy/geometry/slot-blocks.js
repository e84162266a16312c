/**
 * One turn as a picture: what can lie on the table after each throw and after each choice, a square for each.
 *
 * Five blocks follow each other: rolls, keeps, rolls, keeps, rolls. All are equally high.
 */
import {keepsOfRoll} from "../game/lattice.js";
import {counted} from "site_builder/kit";

/** @import {Lattice} from "../game/lattice.js" */

/** Height of every block, in squares; it divides the numbers of rolls and of keeps. */
export const TURN_ROWS = 21;

const FIRST_COLUMN = 8;
const GAP = 4;
const MARGIN = 4;

/** What the blocks show, in the order of a turn. @type {readonly {rolls: boolean, label: string}[]} */
const BLOCKS = [
  {rolls: true, label: "throw 1"},
  {rolls: false, label: "keep"},
  {rolls: true, label: "throw 2"},
  {rolls: false, label: "keep"},
  {rolls: true, label: "throw 3"},
];

/**
 * @typedef {{rolls: boolean, label: string, column: number, columns: number}} Block
 * @typedef {{block: number, keep: number}} Node A place of the turn: block, and index of the dice in the lattice.
 */

/** Lay out the blocks. @param {Lattice} lattice @returns {Block[]} */
export function turnBlocks({n_rolls, n_keeps}) {
  let column = FIRST_COLUMN;
  return BLOCKS.map(({rolls, label}) => {
    const block = {rolls, label, column, columns: (rolls ? n_rolls : n_keeps) / TURN_ROWS};
    column += block.columns + GAP;
    return block;
  });
}

/** Columns that the turn takes in all. @param {readonly Block[]} blocks */
export function turnColumns(blocks) {
  const last = blocks[blocks.length - 1];
  return last.column + last.columns + MARGIN;
}

/**
 * Find the place that is drawn in a cell.
 * @param {Lattice} lattice @param {readonly Block[]} blocks @param {{column: number, row: number}} cell
 * @returns {Node | null} Null between the blocks.
 */
export function nodeAt({first_roll}, blocks, {column, row}) {
  const block = blocks.findIndex((one) => column >= one.column && column < one.column + one.columns);
  if (block === -1) return null;
  const index = (column - blocks[block].column) * TURN_ROWS + row;
  return {block, keep: index + (blocks[block].rolls ? first_roll : 0)};
}

/** Find the cell in which a place is drawn. @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node */
export function cellOfNode({first_roll}, blocks, {block, keep}) {
  const index = keep - (blocks[block].rolls ? first_roll : 0);
  return {column: blocks[block].column + Math.floor(index / TURN_ROWS), row: index % TURN_ROWS};
}

/**
 * Step over the gap between two blocks, in the direction of the way; past the last block there is none.
 * @param {readonly Block[]} blocks @param {{column: number, row: number}} from
 * @param {{column: number, row: number}} to A cell between blocks.
 */
export function pastGap(blocks, from, to) {
  const ahead = to.column > from.column
    ? blocks.find(({column}) => column > from.column)
    : blocks.filter(({column, columns}) => column + columns <= from.column).pop();
  if (ahead === undefined) return from;
  return {column: to.column > from.column ? ahead.column : ahead.column + ahead.columns - 1, row: to.row};
}

/**
 * List the places that can come next: the keeps of a roll, or the rolls that a keep can become.
 * @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node @returns {Node[]}
 */
export function nextNodes(lattice, blocks, {block, keep}) {
  if (block === blocks.length - 1) return [];
  const next = blocks[block].rolls
    ? [...keepsOfRoll(lattice, keep - lattice.first_roll), keep]
    : rollsOfKeep(lattice, keep);
  return next.map((one) => ({block: block + 1, keep: one}));
}

/** List the rolls that a keep can become. @param {Lattice} lattice @param {number} keep */
function rollsOfKeep({extensions_of_keep, first_roll, n_dice, dice_of_keep}, keep) {
  let reached = new Set([keep]);
  for (let dice = dice_of_keep[keep].length; dice < n_dice; dice += 1) {
    reached = new Set([...reached].flatMap((one) => (one < first_roll ? [...extensions_of_keep.subarray(6 * one, 6 * one + 6)] : [one])));
  }
  return [...reached];
}

/** Say what a place of the turn is, and what can come next. @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node */
export function wordsOfNode(lattice, blocks, node) {
  const dice = lattice.dice_of_keep[node.keep];
  const text = dice.join(" ");
  const next = nextNodes(lattice, blocks, node).length;
  if (next === 0) return `Last throw ${text}: write it into an open box.`;
  if (blocks[node.block].rolls) return `Roll ${text}: choose among ${counted(next, "keep")}.`;
  const fallen = lattice.n_dice - dice.length;
  if (fallen === 0) return `Keep all, ${text}: throw nothing, and write.`;
  return `Keep ${text || "nothing"}: ${fallen === 1 ? "one die falls" : `${fallen} dice fall`} again, to one of ${counted(next, "roll")}.`;
}
