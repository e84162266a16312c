import assert from "node:assert/strict";
import test from "node:test";

import {differenceOf, drawDice, drawOptions, ordersOf, placeOfText, textOfPlace} from "../../../../static/js/yatzy/widgets/first-roll.js";
import {readDataSet} from "../published.js";

const rows = /** @type {any} */ (await readDataSet("opening_rolls"));
const prices = await readDataSet("prices");

test("each of the 252 rolls has an address, in whatever order its dice are written, with picture, verdict and prices", () => {
  assert.equal(rows.dice.length, 252);
  rows.dice.forEach((/** @type {string} */ dice, /** @type {number} */ roll) => {
    for (const text of [dice, [...dice].reverse().join("")]) {
      const place = placeOfText(text, rows);
      assert.ok(place !== null && place.roll === roll, text);
      assert.equal(textOfPlace(rows, place), dice);
      assert.equal([...drawDice(rows, place).matchAll(/class="die/g)].length >= 5, true);
      assert.match(drawOptions(rows, place), /first-best.*Points minus price: .*<b>[+−]\d+\.\d\d<\/b>/s);
    }
  });
  for (const text of ["11337", "1123", "123456", "11256.price"]) assert.equal(placeOfText(text, rows), null, text);
});

test("surpluses of first rolls average zero, and a scored one is points minus the price of its box", () => {
  const mean = rows.dice.reduce((/** @type {number} */ sum, /** @type {string} */ dice, /** @type {number} */ roll) => sum + (ordersOf(dice) * differenceOf(rows, roll, false)) / 7776, 0);
  assert.ok(Math.abs(mean) < 1e-9);
  const large = rows.dice.indexOf("23456");
  assert.equal(rows.option[large], "large_straight");
  const price = prices.price[prices.box.indexOf("large_straight")];
  assert.ok(Math.abs(differenceOf(rows, large, false) - (20 - price)) < 2e-3);
  assert.match(drawOptions(rows, {roll: large, ink: "gap", found: []}), /20 − 13\.47 = <b>\+6\.53/);
  assert.ok(Math.abs(differenceOf(rows, large, false) - differenceOf(rows, large, true) - rows.gap[large]) < 1e-9);
});
