import assert from "node:assert/strict";
import {test} from "node:test";

import {diceImage, dieButton, dieShape, pips} from "../../../../static/js/yatzy/parts/dice.js";
import {chance, expected, lossText} from "../../../../static/js/yatzy/words/text.js";
import {optionText, rankedOptions} from "../../../../static/js/yatzy/parts/ranked.js";
import {scorecard} from "../../../../static/js/yatzy/parts/scorecard.js";
import {scandinavian} from "../../../../static/js/yatzy/game/rules/scandinavian.js";
import {view as viewAdvisor} from "../../../../static/js/yatzy/widgets/advisor.js";
import {view as viewDecisions} from "../../../../static/js/yatzy/widgets/decisions.js";
import {decision_examples, decision_outcomes} from "../geometry/decisions-fixture.js";

/** @param {string} markup @param {RegExp} pattern */
const count = (markup, pattern) => markup.match(new RegExp(pattern, "g"))?.length ?? 0;

test("a face has its number of pips", () => {
  for (const face of [0, 1, 2, 3, 4, 5, 6]) assert.equal(count(pips(face), /M/), face);
  assert.throws(() => pips(7), /a die shows 1 to 6/);
});

test("dice have accessible names", () => {
  assert.match(dieButton({face: 5, kept: true}), /class="die kept".*aria-label="die showing 5, kept"/);
  assert.match(dieButton({face: 0, press: "die-1"}), /class="die empty" data-press="die-1" aria-label="empty die"/);
  assert.doesNotMatch(dieButton({face: 5}), /aria-pressed/);
  assert.match(dieButton({face: 5, pressed: false}), /aria-pressed="false"/);
  assert.match(diceImage([2, 2, 6]), /role="img" aria-label="2 2 6"/);
  assert.match(dieShape({face: 3, x: 10, y: 20, size: 24}), /translate\(10 20\) scale\(0.5\)/);
});

test("points and losses in words", () => {
  assert.deepEqual([251.26, -3.04].map(expected), ["251.3", "−3.0"]);
  assert.deepEqual([8.44, 0.1, 0.043, 0.0049].map(lossText), ["−8.4", "−0.1", "−0.04", "even"]);
  assert.deepEqual([0, 0.0004, 0.034, 0.5, 1].map(chance), ["0%", "under 0.1%", "3.4%", "50%", "100%"]);
});

test("the scorecard shows open rows, the bonus meter and the total with the bonus", () => {
  const scores = scandinavian.categories.map((_, category) => (category < 6 ? [3, 8, 9, 12, 15, 18][category] : null));
  const markup = scorecard({ruleset: scandinavian, scores});
  assert.equal(count(markup, /<tr class="open"/), 9);
  assert.match(markup, /data-category="fours"><th scope="row">Fours<\/th><td>12</);
  assert.match(markup, /<rect width="63"[^]*65 of 63[^]*<b>50<\/b>/);
  assert.match(markup, /Total<\/th><td>115</);
});

test("ranked options: best first without a bar, losses beside", () => {
  const option = {action: /** @type {const} */ ("keep"), dice: [5, 5], title: "", key: "keep-55", points: 0, value: 251.3, regret: 0};
  const worse = {...option, action: /** @type {const} */ ("score"), title: "Fives", key: "score-fives", points: 15, value: 242.9, regret: 8.4};
  const markup = rankedOptions({options: [option, worse], n_dice: 5, label: "Options", pressable: true});
  assert.match(markup, /data-press="keep-55"[^]*251\.3[^]*best[^]*data-press="score-fives"[^]*Score Fives, <b>15<\/b>[^]*242\.9[^]*−8\.4/);
  assert.equal(count(markup, /loss-bar none/), 1);
  assert.equal(optionText({...option, dice: []}, 5), "Throw all 5 dice");
});

/** @type {[string, string][]} */
const views = [
  ["advisor", viewAdvisor()],
  ["decisions", viewDecisions({}, {decision_examples, decision_outcomes})],
];

for (const [name, markup] of views) {
  test(`the still of the ${name} is clean markup`, () => {
    assert.doesNotMatch(markup, / style=| on[a-z]+=|<script|undefined|NaN|\[object/);
    for (const tag of ["div", "p", "table", "button", "svg", "ol", "li", "select", "details", "span"]) {
      assert.equal(count(markup, new RegExp(`<${tag}[ >]`)), count(markup, new RegExp(`</${tag}>`)), tag);
    }
  });
}

test("the advisor opens on a real position with every option, and each box offers its possible points", () => {
  const markup = views[0][1];
  assert.match(markup, /An example/);
  assert.equal(count(markup, /data-option=/), 32);
  assert.match(markup, /Turn 7<\/b> of 15/);
  assert.equal(count(markup, /<select data-category/), 15);
  assert.equal(count(markup, /<select data-game/), 1);
  assert.match(markup, /aria-label="Points in Yatzy"><option value="">–<\/option><option value="0">0<\/option><option value="50">50</);
});

test("the answers of all decisions are available without JavaScript, folded", () => {
  const markup = views[1][1];
  assert.equal(count(markup, /<details><summary>/), 2);
  assert.match(markup, /Keep 5\u00a05\u00a06\u00a06<\/th><td>230\.5<\/td><td>best/);
  assert.match(markup, /Score Two pairs, 22 \(the greedy player’s choice\)/);
  assert.match(markup, /in the first turn: [^]* with no rerolls left\. The scorecard is empty\./);
});
