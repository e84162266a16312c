import assert from "node:assert/strict";
import test from "node:test";

import {
  bestOf, chosenIn, drawChips, drawHill, drawSums, givenAway, greedyOf, openThrows, placeOfText, pressThrow, readThrows, textOfPlace,
  verdictOf, view,
} from "../../../../static/js/yatzy/widgets/your-throw.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const data = {throw_options: await readDataSet("throw_options"), throw_curves: await readDataSet("throw_curves")};
const throws = readThrows(data);
const opening = openThrows(throws);

testStill("your-throw", () => view({}, data));
testStill("your-throw answered", () => view({linked: "3.2.111"}, data));

test("every hill contains nearly all of the probability, and its mean is the value of its option", () => {
  for (const {curves, first, bin, before, options} of throws) {
    curves.forEach((shares, option) => {
      const sum = shares.reduce((total, share) => total + share, 0);
      assert.ok(Math.abs(sum - 1) < 0.004, `${sum}`);
      const mean = shares.reduce((total, share, cell) => total + share * (first + bin * cell + (bin - 1) / 2), 0) / sum;
      assert.ok(Math.abs(mean - (option === 0 ? before : options[option - 1].value)) < 1, `${mean}`);
    });
  }
});

test("a question is answered once, other options can be viewed, and the next throw asks again", () => {
  const answered = /** @type {import("../../../../static/js/yatzy/widgets/your-throw.js").Place} */ (pressThrow("option-1", opening, throws));
  assert.deepEqual(answered, {at: 0, answers: [1, 0, 0], shown: 1});
  const looked = pressThrow("option-3", answered, throws);
  assert.deepEqual(looked, {at: 0, answers: [1, 0, 0], shown: 3});
  assert.deepEqual(pressThrow("next", answered, throws), {at: 1, answers: [1, 0, 0], shown: 0});
  assert.equal(pressThrow("option-4", opening, throws), null);
});

test("links preserve the throw, the hill and the answers, and invalid ones are rejected", () => {
  for (const text of ["1.0.000", "1.3.100", "3.2.123"]) {
    const place = placeOfText(text, throws);
    assert.ok(place !== null);
    assert.equal(textOfPlace(place), text);
  }
  for (const text of ["", "4.0.000", "1.1.000", "1.4.100", "1.1.400", "1.1.10", "x"]) assert.equal(placeOfText(text, throws), null, text);
});

test("nothing reveals the answer beforehand; afterwards every chip has its tag", () => {
  assert.doesNotMatch(drawChips(throws, opening), /throw-tag|best|average/);
  assert.equal(verdictOf(throws, opening) + drawSums(throws, opening), "");
  assert.doesNotMatch(drawHill(throws, opening), /throw-lost|throw-now/);
  const answered = {...opening, answers: [1, 0, 0], shown: 1};
  assert.deepEqual([...drawChips(throws, answered).matchAll(/throw-tag strong">([^<]+)</g)].map(([, tag]) => tag), ["−7.2", "−16.0", "best"]);
  assert.equal(verdictOf(throws, answered), "<b>7.2 given away.</b> After Full house for 11 this game ends at 237.5 on average, after Threes for 9 at 244.7. Before the turn it was 248.4: the dice were poor. Each box has a price, what closing it takes from all that is still to come: 22.0 for Full house, against 11 points now; 12.8 for Threes, against 9.");
  assert.match(drawHill(throws, answered), /throw-lost/);
  assert.doesNotMatch(drawHill(throws, {...answered, shown: 3}), /throw-lost/);
});

test("text and tags follow the viewed choice; the first answer keeps its row", () => {
  const looked = {...opening, answers: [1, 0, 0], shown: 3};
  assert.match(verdictOf(throws, looked), /^<b>Nothing given away\.<\/b> After Threes for 9 this game ends at 244\.7 on average, .*the dice were poor, the choice perfect\.$/);
  assert.match(drawSums(throws, looked), /You, first answer<\/th><td>Full house</);
  assert.doesNotMatch(drawSums(throws, {...looked, shown: 1}), /first answer/);
  const last = {at: 2, answers: [0, 0, 2], shown: 2};
  assert.match(verdictOf(throws, last), /after keeping 6 6 6 at 194\.0\. Before the turn it was 164\.8: the dice were kind\. The 18 points of Sixes stay on the table: another throw can only add to them\.$/);
  const second = {at: 1, answers: [0, throws[1].options.findIndex(({regret}) => regret > 0 && regret < 1) + 1, 0], shown: 0};
  assert.match(verdictOf(throws, second), new RegExp(`closing it takes.*for ${greedyOf(throws[1]).title}, against`));
});

test("the hill labels its axis and the average of the best choice", () => {
  const ticks = (/** @type {number} */ at) => [...drawHill(throws, {...opening, at}).matchAll(/class="tick"[^>]*>(\d+)</g)].map(([, score]) => Number(score));
  assert.deepEqual(ticks(0), [150, 200, 300, 248]);
  assert.match(drawHill(throws, {...opening, answers: [1, 0, 0], shown: 1}), /throw-best[^>]*>244\.7 best</);
});

test("sums include the answered throws, for the reader and the greedy player", () => {
  assert.deepEqual(givenAway(opening, throws), {answered: 0, you: 0, greedy: 0});
  const {answered, you, greedy} = givenAway({at: 1, answers: [3, 1, 0], shown: 1}, throws);
  assert.equal(answered, 2);
  assert.equal(chosenIn(throws[0], 3), bestOf(throws[0]));
  assert.ok(Math.abs(you - greedyOf(throws[1]).regret) < 1e-9);
  assert.ok(Math.abs(greedy - greedyOf(throws[0]).regret - greedyOf(throws[1]).regret) < 1e-9);
});
