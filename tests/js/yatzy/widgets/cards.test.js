/** Drawings on cards need no style sheet: all of their look stands in them. */
import assert from "node:assert/strict";
import test from "node:test";

import {card as ofDecisions} from "../../../../static/js/yatzy/widgets/decisions.js";
import {card as ofLastBox} from "../../../../static/js/yatzy/widgets/last-box.js";
import {card as ofHalves} from "../../../../static/js/yatzy/widgets/two-halves.js";
import {card as ofPlayers} from "../../../../static/js/yatzy/widgets/your-card.js";
import {card as ofThrow} from "../../../../static/js/yatzy/widgets/your-throw.js";
import {readDataSet} from "../published.js";

const CARDS = /** @type {const} */ ([
  ["your-throw", ofThrow, ["throw_options", "throw_curves"], /Full house, 11 points\?/],
  ["decisions", ofDecisions, ["decision_examples", "decision_outcomes"], /Keep \d \d/],
  ["last-box", ofLastBox, [], /Which dice stay\?/],
  ["two-halves", ofHalves, ["habit_players", "habit_curves", "habit_pars"], /Counts chances/],
  ["your-card", ofPlayers, ["habit_questions", "habit_players", "habit_curves"], /Whom do you play like\?/],
]);

for (const [name, card, sets, words] of CARDS) {
  test(`the card of ${name} is one drawing, coloured by itself`, async () => {
    const data = Object.fromEntries(await Promise.all(sets.map(async (set) => [set, await readDataSet(set)])));
    const drawn = card({}, data);
    assert.match(drawn, /^<svg viewBox="0 0 420 380">.*<\/svg>$/s);
    assert.match(drawn, words);
    assert.doesNotMatch(drawn, /undefined|NaN|\[object|style=/);
    for (const [shape] of drawn.matchAll(/<(?:rect|path)\b[^>]*>/g)) assert.match(shape, / (?:fill|stroke)="/);
  });
}
