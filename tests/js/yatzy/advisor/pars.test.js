import assert from "node:assert/strict";
import test from "node:test";

import {bonusOfCard, drawPars, overPar} from "../../../../static/js/yatzy/advisor/alive.js";
import {englishVoice} from "../../../../static/js/yatzy/words/voice.js";
import {readPars} from "../../../../static/js/yatzy/parts/par-sheet.js";
import {newPosition} from "../../../../static/js/yatzy/advisor/position.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {readDataSet} from "../published.js";

const sheet = readPars(await readDataSet("minds_par"));
const boxes = scandinavian.categories.map(({name}) => name);

/** A card with points in some boxes. @param {Record<string, number>} written */
const cardOf = (written) => boxes.map((name) => written[name] ?? null);

test("the sheet has a par for each box, and the two numbers of the bonus beside them", () => {
  assert.deepEqual(Object.keys(sheet.par_of_box), boxes);
  assert.ok(Object.values(sheet.par_of_box).every(Number.isInteger));
  assert.ok(sheet.spread > 0);
});

test("the bonus is held to be worth what the solver says of the same numbers", async () => {
  const {blur, total, worth} = await readDataSet("minds_step");
  let seen = 0;
  for (const [row, points] of total.entries()) {
    if (blur[row] !== 0 || points > 50) continue;
    // Fives and Sixes are open; the others bring the total, however they do.
    const filled = boxes.filter((name) => name !== "fives" && name !== "sixes");
    const scores = cardOf({...Object.fromEntries(filled.map((name) => [name, 0])), ones: points});
    assert.ok(Math.abs(bonusOfCard(sheet, scandinavian, scores) - worth[row]) < 1e-5, `${points}`);
    seen += 1;
  }
  assert.ok(seen > 40, `${seen}`);
});

test("a throw brings its points over par, and what it does to the bonus", () => {
  const position = {...newPosition(scandinavian), scores: cardOf({ones: 3}), dice: [5, 5, 5, 5, 6], rerolls: 0};
  const over = overPar(sheet, scandinavian, position);
  assert.equal(over[boxes.indexOf("ones")], null);
  assert.equal(over[boxes.indexOf("chance")], 26 - sheet.par_of_box.chance);
  const fives = Number(over[boxes.indexOf("fives")]);
  assert.ok(fives > 20 - sheet.par_of_box.fives, "a fourth five brings the bonus nearer");
  assert.ok(Number(over[boxes.indexOf("sixes")]) < 6 - sheet.par_of_box.sixes, "a single six takes it away");
  const draw = drawPars(englishVoice(), sheet, scandinavian, position);
  const marked = boxes.filter((_, category) => draw(category).includes('class="most"'));
  const most = Math.max(...over.map((points) => points ?? -Infinity));
  assert.deepEqual(marked, boxes.filter((_, category) => over[category] === most));
  assert.equal(draw(boxes.indexOf("ones")), "");
});

test("while dice are missing there are only pars", () => {
  const position = newPosition(scandinavian);
  assert.ok(overPar(sheet, scandinavian, position).every((points) => points === null));
  assert.match(drawPars(englishVoice(), sheet, scandinavian, position)(boxes.indexOf("chance")), /Par <\/span>\d+<\/span>$/);
});
