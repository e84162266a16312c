import assert from "node:assert/strict";
import test from "node:test";

import {
  addDie, answerOf, diceToReach, placeAt, placeOfText, pointsOf, pointsOfTotal, questionOf, reasonOf, switchBox, textOfPlace, TOTALS,
  verdictOf, view,
} from "../../../../static/js/yatzy/widgets/upper-grid.js";
import {cellsPath, facesOfMask, findWay, readUpperSets, runs, whyNot} from "../../../../static/js/yatzy/geometry/upper-totals.js";
import {testStill} from "../stills.js";
import {upperReachability} from "../widget-data.js";

const data = {upper_reachability: upperReachability()};
const sets = readUpperSets(data.upper_reachability);
const setOf = (/** @type {string} */ faces) => sets[data.upper_reachability.faces.indexOf(faces.split("").join("+"))];

testStill("upper-grid", () => view({}, data));
testStill("upper-grid elsewhere", () => view({place: "346.63"}, data));

test("the way-finder and the data set agree on every cell", () => {
  let reached = 0;
  for (const set of sets) {
    set.reachable.forEach((reachable, total) => {
      const way = findWay(set.faces, total, 63);
      assert.equal(way !== null, reachable, `${set.faces} ${total}`);
      if (way === null) return;
      reached += 1;
      assert.equal(Math.min(pointsOf(way), 63), total);
      way.forEach((dice, index) => assert.ok(dice <= 5 && (dice === 0 || set.faces.includes(index + 1))));
    });
  }
  assert.equal(reached, 2794);
});

test("63 is reached exactly where possible, and two sets only exceed it", () => {
  for (const set of sets.filter(({reachable}) => reachable[63])) {
    const way = /** @type {number[]} */ (findWay(set.faces, 63, 63));
    assert.equal(pointsOf(way) === 63, !set.capOnly);
  }
  assert.deepEqual(sets.filter(({capOnly}) => capOnly).map(({faces}) => faces.join("")), ["346", "356"]);
});

test("a blank cell has a correct explanation", () => {
  assert.equal(whyNot(setOf(""), 4), "No upper box is filled yet, so there are no points above.");
  assert.equal(whyNot(setOf("1"), 6), "Ones hold 5 points at most: 5 dice in the box.");
  assert.equal(whyNot(setOf("246"), 7), "Twos, Fours and Sixes only make even totals.");
  assert.equal(whyNot(setOf("36"), 7), "Threes and Sixes only make multiples of 3.");
  assert.equal(whyNot(setOf("56"), 13), "Fives and Sixes make 12 and 15, but nothing between.");
  assert.equal(whyNot(setOf("356"), 7), "Threes, Fives and Sixes make 6 and 8, but nothing between.");
  assert.equal(whyNot(setOf("346"), 60), "Threes, Fours and Sixes make 59 and 61, but nothing between.");
  for (const set of sets) set.reachable.forEach((met, total) => met || assert.match(whyNot(set, total), /^[A-Z].*\.$/));
});

test("switching all boxes in turn, three dice each, earns the bonus exactly", () => {
  const totals = [];
  let place = placeAt(sets[0], 0);
  for (const face of [1, 2, 3, 4, 5, 6]) {
    place = switchBox(sets, place, face);
    totals.push(place.total);
  }
  assert.deepEqual(totals, [3, 9, 18, 30, 45, 63]);
  assert.equal(switchBox(sets, place, 6).total, 45);
});

test("dice are added one by one, fill an open box, and start again after five", () => {
  let place = placeAt(sets[0], 0);
  const totals = [1, 2, 3, 4, 5, 6].map(() => (place = addDie(sets, place, 4)).total);
  assert.deepEqual(totals, [4, 8, 12, 16, 20, 0]);
  assert.deepEqual(place.set.faces, [4]);
});

test("places are preserved by links; invalid ones are rejected", () => {
  for (const set of sets) assert.equal(placeOfText(sets, textOfPlace(placeAt(set, 17)))?.set, set);
  for (const text of [null, "", "7.1", "31.4", "13.64", "13", "13.-1"]) assert.equal(placeOfText(sets, text), null);
});

test("the totals of a row spread from the row before it by at most five dice", () => {
  const [before, after] = [setOf("13"), setOf("136")];
  const dice = diceToReach(before.reachable, 6);
  assert.deepEqual(dice.map((n) => n !== null), after.reachable);
  dice.forEach((n, total) => n !== null && n > 0 && assert.ok(!before.reachable[total] && before.reachable[total - 6 * n]));
  assert.deepEqual(diceToReach(setOf("3456").reachable, 1).map((n) => n !== null), setOf("13456").reachable);
});

test("the sentence of a passed threshold names what the dice make", () => {
  assert.equal(reasonOf(placeAt(setOf("346"), 63)), "5 × 3 + 5 × 4 + 5 × 6 = 65. The bonus is earned; no dice in these boxes make 63 itself.");
  assert.equal(reasonOf(placeAt(setOf("13"), 11)), "2 × 1 + 3 × 3 = 11.");
  assert.equal(reasonOf(placeAt(setOf("135"), 9)), "3 × 1 + 2 × 3 = 9.");
  assert.equal(reasonOf(placeAt(setOf("13"), 0)), "The boxes were filled with zero.");
  assert.equal(reasonOf(placeAt(setOf(""), 0)), "Nothing is written above.");
});

test("the inked path covers exactly the reachable cells", () => {
  const lengths = sets.map(({reachable}) => runs(reachable).reduce((sum, {length}) => sum + length, 0));
  assert.deepEqual(lengths, data.upper_reachability.n_reachable);
  const widths = [...cellsPath(sets.map(({reachable}) => reachable)).matchAll(/h(\d+)v/g)].map(([, width]) => Number(width));
  assert.equal(widths.reduce((a, b) => a + b), 2794);
  assert.deepEqual(facesOfMask(0b100101), [1, 3, 6]);
});

test("dice can make all but one of the totals to guess from", () => {
  const {set, total: never} = answerOf(sets);
  assert.deepEqual(TOTALS.filter((total) => !set.reachable[total]), [never]);
  assert.deepEqual(questionOf(sets).answers?.map(({key}) => Number(key)), TOTALS);
  for (const total of TOTALS) {
    assert.equal(pointsOfTotal(sets, total), total === never ? 10 : 0);
    assert.equal(verdictOf(sets, total).startsWith("Right"), total === never);
    assert.ok(verdictOf(sets, total).includes(`<b>${never}</b>`));
  }
  assert.match(verdictOf(sets, 29), /29<\/b> can happen: 3 × 3 \+ 4 × 5 = 29\./);
});
