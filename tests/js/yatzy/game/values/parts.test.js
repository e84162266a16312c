/** Parts of values: the parts needed by a turn, and errors. */

import assert from "node:assert/strict";
import {before, test} from "node:test";

import {openParts} from "../../../../../static/js/yatzy/advisor/values.js";
import {ValueTableError} from "../../../../../static/js/yatzy/game/values/table.js";
import {layOutGame} from "../../../../../static/js/yatzy/game/tables.js";
import {forced, maxi, yahtzee} from "../../../../../static/js/yatzy/game/rules/other-games.js";
import {bytesOfParts, partOfSet, partsOfTurn, readIndex, readPart} from "../../../../../static/js/yatzy/game/values/parts.js";
import {readPublishedFile} from "../../published.js";

const game = layOutGame(yahtzee);
/** @type {import("../../../../../static/js/yatzy/game/values/parts.js").Index} */
let index;
/** @type {ArrayBuffer} */
let first;

before(async () => {
  index = readIndex(await readPublishedFile("values-yahtzee/index.json.gz"), game);
  first = await readPublishedFile("values-yahtzee/0-0.arrow.gz");
});

/** @param {Promise<unknown> | (() => unknown)} tried @param {RegExp} message */
async function refused(tried, message) {
  await assert.rejects(typeof tried === "function" ? async () => tried() : tried, (error) => {
    assert.ok(error instanceof ValueTableError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

test("a turn needs the parts of the sets with one more box, each once", async () => {
  const board = layOutGame(maxi);
  const parts = readIndex(await readPublishedFile("values-maxi/index.json.gz"), board);
  for (const filled of [0, 1, 0b1011, 0xfffff - 1, 0x5a5a5, 0x0ff00]) {
    const wanted = new Set();
    maxi.categories.forEach((_, category) => {
      if ((filled & (1 << category)) === 0) wanted.add(partOfSet(parts, filled | (1 << category)));
    });
    assert.deepEqual(new Set(partsOfTurn(parts, maxi, filled)), wanted);
    assert.ok(bytesOfParts(parts, partsOfTurn(parts, maxi, filled)) < 500_000);
  }
  assert.equal(partsOfTurn(parts, maxi, 0).length, 1 + parts.chosen.length);
});

test("parts are fetched once, also for simultaneous requests", async () => {
  /** @type {string[]} */
  const asked = [];
  const values = await openParts("values-yahtzee", game, (name) => {
    asked.push(name);
    return readPublishedFile(name);
  });
  const names = values.missing(0);
  await Promise.all([values.fetch(names), values.fetch(names)]);
  assert.deepEqual(asked, ["values-yahtzee/index.json.gz", ...names.map((name) => `values-yahtzee/${name}.arrow.gz`)]);
  assert.deepEqual(values.missing(0), []);
  assert.ok(values.valueOf(1, 3, 0) > 200);
  assert.throws(() => values.valueOf(0x1fff, 63, 0), /is not here/);
});

test("a part that failed is requested again", async () => {
  let is_broken = true;
  const values = await openParts("values-yahtzee", game, async (name) => {
    if (is_broken && name.includes("0-0")) throw new Error("broken off");
    return readPublishedFile(name);
  });
  await assert.rejects(values.fetch(["0-0"]), /broken off/);
  is_broken = false;
  await values.fetch(["0-0"]);
  assert.ok(!values.missing(0).includes("0-0"));
});

test("a part cut off anywhere", async () => {
  for (const share of [0, 0.01, 0.3, 0.9, 0.999]) {
    await refused(readPart(first.slice(0, Math.floor(first.byteLength * share)), game, index, "0-0"), /cut off|rows|checksum/);
  }
});

test("a changed byte among the values", async () => {
  const changed = first.slice(0);
  new Uint8Array(changed)[changed.byteLength - 600] ^= 1;
  await refused(readPart(changed, game, index, "0-0"), /checksum does not fit/);
});

test("a part under another name, of another solve, of other rules", async () => {
  await refused(readPart(first, game, index, "0-1"), /This part of the table of values, 0-0, does not belong to the others/);
  await refused(readPart(first, game, {...index, start_value: 254}, "0-0"), /does not belong to the others/);
  await refused(readPart(first, layOutGame(forced), index, "0-0"), /belongs to another game: its options is/);
});

test("an index that is damaged, incomplete or of another game", async () => {
  const encode = (/** @type {string} */ text) => /** @type {ArrayBuffer} */ (new TextEncoder().encode(text).buffer);
  const whole = await readPublishedFile("values-yahtzee/index.json.gz");
  const content = JSON.parse(new TextDecoder().decode(whole));
  await refused(() => readIndex(whole.slice(0, 300), game), /list of the parts .* cannot be read/);
  await refused(() => readIndex(encode("null"), game), /gives no format version/);
  await refused(() => readIndex(whole, layOutGame(maxi)), /belongs to another game: its ruleset is yahtzee/);
  await refused(() => readIndex(encode(JSON.stringify({...content, chosen: ["tower"]})), game), /does not say what is in them/);
  await refused(() => readIndex(encode(JSON.stringify({...content, bytes_of_part: [[1]]})), game), /does not say what is in them/);
});
