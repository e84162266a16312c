/**
 * The mat: fifteen pars, lines for the dice, a table for the bonus; one par turned, and throws to play by it.
 *
 * A place is a frozen value; what the reader does leads to the next one. No DOM.
 */

import {groupsOf, recordsOf} from "../parts/records.js";
import {pressQuiz, startQuiz} from "../parts/quiz.js";
import {readExamples} from "../parts/examples.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {DataSet} from "../../engine/widget" @import {Deck} from "../parts/quiz-drawing.js" @import {Quiz} from "../parts/quiz.js" */

/**
 * @typedef {object} Turned What the mat scores with a par turned by so much.
 * @property {number} change
 * @property {number} par
 * @property {number} mean
 *
 * @typedef {object} Mat
 * @property {Deck} deck Throws to play; the other player in it is the mat.
 * @property {readonly {name: string, title: string, turned: readonly Turned[]}[]} boxes
 * @property {readonly string[]} lines
 * @property {readonly {open: number, cells: readonly {least: number, most: number, worth: number}[]}[]} sheet
 * @property {number} mean What the mat scores as it is printed.
 *
 * @typedef {object} Turning
 * @property {string} box The box whose par is turned, or can be.
 * @property {number} change
 * @property {string} [guess]
 *
 * @typedef {Quiz & Turning} Place
 */

/** The mat that is printed, by the number of its lines for the dice. */
const N_LINES = 7;
/** Said last on every mat. */
const LAST_LINE = "Else throw all dice.";
/** The box that is turned first: the one whose par differs most from what it can bring. */
const FIRST_BOX = "chance";

/** @param {Record<string, DataSet>} data @returns {Mat} */
export function readMat({minds_rules, minds_mat_pars, minds_sheet, minds_mat, minds_turned, minds_moments}) {
  const turned = recordsOf(minds_turned);
  const titles = new Map(scandinavian.categories.map(({name, title}) => [name, title]));
  return {
    deck: {ruleset: scandinavian, examples: readExamples({...minds_moments, greedy: minds_moments.by_mat}, scandinavian)},
    boxes: recordsOf(minds_mat_pars).map(({box}) => ({
      name: box,
      title: titles.get(box) ?? box,
      turned: turned.filter((row) => row.box === box).map(({change, par, mean}) => ({change, par, mean})),
    })),
    lines: [...recordsOf(minds_rules).filter(({mat}) => mat === `mat-${N_LINES}`).map(({words}) => words), LAST_LINE],
    sheet: groupsOf(minds_sheet, "open_boxes").map((cells) => ({
      open: cells[0].open_boxes,
      cells: cells.map(({least, most, worth}) => ({least, most, worth})),
    })),
    mean: recordsOf(minds_mat).find(({rules}) => rules === N_LINES)?.mean,
  };
}

/** Where the figure opens. @param {Mat} mat @returns {Place} */
export const openMat = ({deck}) => ({...startQuiz(deck.examples), box: FIRST_BOX, change: 0});

/** What is known of the par as it is turned. @param {Mat} mat @param {Turning} turning @returns {Turned} */
export function turnedBy({boxes}, {box, change}) {
  const found = boxes.find(({name}) => name === box)?.turned.find((one) => one.change === change);
  if (found === undefined) throw new Error(`the data set holds no ${box} turned by ${change}`);
  return found;
}

/** The next change in a direction, or the same at the end. @param {Mat} mat @param {Turning} turning @param {1 | -1} way */
function changeTo({boxes}, {box, change}, way) {
  const stops = boxes.find(({name}) => name === box)?.turned.map((one) => one.change) ?? [];
  return stops[stops.indexOf(change) + way] ?? change;
}

/** Write a place for a link: the throw, the box, and by how much it is turned. @param {Place} place */
export const textOfPlace = ({index, box, change}) => `${index + 1}.${box}.${change}`;

/** Read a place from a link; null for a text that names none. @param {string} text @param {Mat} mat @param {Place} from @returns {Place | null} */
export function placeOfText(text, mat, from) {
  const [number, box, change] = text.split(".");
  const index = Number(number) - 1;
  const known = mat.boxes.find(({name}) => name === box)?.turned.some((one) => one.change === Number(change));
  if (!known || mat.deck.examples[index] === undefined) return null;
  return {...from, index, picked: [], box, change: Number(change)};
}

/** Follow a press: "par-chance", "up", "down", "as-printed", or one of the quiz. @param {string} key @param {Place} place @param {Mat} mat @returns {Place | null} */
export function pressMat(key, place, mat) {
  if (key.startsWith("par-")) return {...place, box: key.slice(4), change: 0};
  if (key === "up") return {...place, change: changeTo(mat, place, 1)};
  if (key === "down") return {...place, change: changeTo(mat, place, -1)};
  if (key === "as-printed") return {...place, change: 0};
  return {...place, ...pressQuiz(place, key, mat.deck.examples)};
}
