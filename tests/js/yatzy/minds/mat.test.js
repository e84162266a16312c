import assert from "node:assert/strict";
import test from "node:test";

import {
  drawAnswer, drawLines, drawSheet, openMat, placeOfText, pointsOfGuess, pressMat, QUESTION, readMat, textOfPlace, turnedBy, verdictOf,
  view, wordsOfTurning,
} from "../../../../static/js/yatzy/widgets/beer-mat.js";
import {tally} from "../../../../static/js/yatzy/parts/quiz.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const names = ["minds_rules", "minds_mat_pars", "minds_sheet", "minds_mat", "minds_turned", "minds_moments"];
const data = /** @type {any} */ (Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readDataSet(name)]))));
const mat = readMat(data);
const opening = openMat(mat);

/** @param {import("../../../../static/js/yatzy/widgets/beer-mat.js").Place} place @param {...string} keys */
const pressed = (place, ...keys) => keys.reduce((before, key) => pressMat(key, before, mat) ?? before, place);

testStill("beer-mat", () => view({}, data));

test("a mat has a number per box, seven rules and a last one, and a table of six rows", () => {
  assert.equal(mat.boxes.length, 15);
  assert.equal(mat.lines.length, 8);
  assert.deepEqual(mat.sheet.map(({open, cells}) => [open, cells.length]), [1, 2, 3, 4, 5, 6].map((open) => [open, 10]));
  assert.match(drawSheet(mat), /less.*−12.*\+7/s);
  assert.match(drawSheet(mat), /<th scope="row">0<\/th>(<td>0<\/td>){6}(<td>50<\/td>){4}<\/tr><\/tbody>/, "with no upper box open the bonus is written, or lost");
  assert.match(drawSheet(mat), /Three sixes on an empty card: 18 less 17, and the bonus goes from 22 to 21; Sixes show 0\./);
  assert.match(drawSheet(mat), /<th scope="row">6<\/th>(<td><\/td>){6}<td>22<\/td>(<td><\/td>){3}/, "on an empty card nothing is above or below three of each face");
  assert.equal(drawLines(mat, opening).match(/<li>/g)?.length, 7); // The eighth has no number: it applies to all other dice.
  assert.match(drawLines(mat, opening), /<li class="else">Else throw all dice\.<\/li>$/);
  assert.ok(mat.lines.every((words) => words.split(" ").length <= 12));
});

test("a number changes within the data set, and as printed has the mat's score", () => {
  for (const {name} of mat.boxes) assert.equal(turnedBy(mat, {box: name, change: 0}).mean, mat.mean);
  const low = pressed(opening, "par-yatzy", "down", "down", "down", "down", "down", "down");
  assert.deepEqual([low.box, low.change], ["yatzy", -6]);
  assert.match(wordsOfTurning(mat, low), /less<\/?|less than/);
  assert.equal(pressed(low, "as-printed").change, 0);
  assert.equal(pressed(low, "par-ones").change, 0);
});

test("every place has a link, and other texts name no place", () => {
  const place = pressed(opening, "next", "par-fours", "up");
  assert.deepEqual(placeOfText(textOfPlace(place), mat, opening), {...opening, index: 1, box: "fours", change: 1});
  for (const text of ["", "0.ones.0", "1.nines.0", "1.ones.5", "99.ones.0"]) assert.equal(placeOfText(text, mat, opening), null);
});

test("the deciding rule is marked after the answer, and the mat has its own tally", () => {
  const {options, lesson} = mat.deck.examples[0];
  assert.doesNotMatch(drawLines(mat, opening), /decides/);
  assert.equal(drawAnswer(mat, opening), "");
  const [best] = options;
  const answered = {...opening, answers: opening.answers.map((old, index) => (index === 0 ? best.key : old))};
  assert.match(drawLines(mat, answered), /class="decides"/);
  assert.match(drawAnswer(mat, answered), new RegExp(`Line ${mat.lines.indexOf(lesson) + 1} of the mat`));
  assert.equal(tally(answered, mat.deck.examples).reader, 0);
});

test("the nearest score has ten points", () => {
  const points = (QUESTION.answers ?? []).map(({key}) => pointsOfGuess(mat, key));
  assert.deepEqual([...points].sort((a, b) => b - a).slice(0, 2), [10, 4]);
  const nearest = (QUESTION.answers ?? [])[points.indexOf(10)];
  assert.match(verdictOf(mat, nearest.key), /^Yes/);
  assert.match(verdictOf(mat, "180"), /^More/);
});
