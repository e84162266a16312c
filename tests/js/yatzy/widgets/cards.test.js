/** Drawings on cards need no style sheet: they are styled by attributes. */
import assert from "node:assert/strict";
import {readdir, readFile} from "node:fs/promises";
import test from "node:test";

import {card as ofDecisions} from "../../../../static/js/yatzy/widgets/decisions.js";
import {card as ofLastBox} from "../../../../static/js/yatzy/widgets/last-box.js";
import {card as ofPlayersOfRisk} from "../../../../static/js/yatzy/widgets/risk-players.js";
import {card as ofCurve} from "../../../../static/js/yatzy/widgets/score-curve.js";
import {card as ofDice} from "../../../../static/js/yatzy/widgets/six-dice.js";
import {card as ofRace} from "../../../../static/js/yatzy/widgets/speed-limit.js";
import {card as ofHalves} from "../../../../static/js/yatzy/widgets/two-halves.js";
import {card as ofPlayers} from "../../../../static/js/yatzy/widgets/your-card.js";
import {card as ofThrow} from "../../../../static/js/yatzy/widgets/your-throw.js";
import {readDataSet} from "../published.js";

const CARDS = /** @type {const} */ ([
  ["your-throw", ofThrow, ["throw_options", "throw_curves"], /Full house, 11 points\?/],
  ["decisions", ofDecisions, ["decision_examples", "decision_outcomes"], /Keep \d\s\d/],
  ["last-box", ofLastBox, [], /Which dice stay\?/],
  ["score-curve", ofCurve, ["score_curve"], /Where do perfect games end\?/],
  ["risk-players", ofPlayersOfRisk, ["risk_decisions"], /50 in Yatzy.*30 in Sixes/s],
  ["six-dice", ofDice, ["game_facts", "game_scores", "game_boxes", "game_turns"], /Easier.*Harder/s],
  ["speed-limit", ofRace, ["speed_limit", "bench_record", "published_times"], /How close to the limit\?/],
  ["two-halves", ofHalves, ["habit_players", "habit_curves", "habit_pars"], /Counts chances/],
  ["your-card", ofPlayers, ["habit_questions", "habit_players", "habit_curves"], /Whom do you play like\?/],
]);

for (const [name, card, sets, words] of CARDS) {
  test(`the card of ${name} is one drawing with its own colours`, async () => {
    const data = Object.fromEntries(await Promise.all(sets.map(async (set) => [set, await readDataSet(set)])));
    const drawn = card({}, data);
    assert.match(drawn, /^<svg viewBox="0 0 420 380">.*<\/svg>$/s);
    assert.match(drawn, words);
    assert.doesNotMatch(drawn, /undefined|NaN|\[object|style=/);
    for (const [shape] of drawn.matchAll(/<(?:rect|path)\b[^>]*>/g)) assert.match(shape, / (?:fill|stroke)="/);
  });
}

const CHAPTERS = new URL("../../../../content/chapters/", import.meta.url);
/** Pages whose figures draw no card, and translations. */
const OTHERS = /^(advisor|table)\b|\.\w\w\.md$/;

test("a page's card shows its first figure, which draws it or is an explorable", async () => {
  for (const file of (await readdir(CHAPTERS)).filter((name) => !OTHERS.test(name))) {
    const [, name] = /:::widget\{#[\w-]+ name=([\w-]+)|:::explore\{/.exec(await readFile(new URL(file, CHAPTERS), "utf8")) ?? [];
    if (name) assert.equal(typeof (await import(`../../../../static/js/yatzy/widgets/${name}.js`)).card, "function", `${file}: ${name}`);
  }
});
