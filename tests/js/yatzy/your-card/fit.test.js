import assert from "node:assert/strict";
import {test} from "node:test";

import {
  adviceOf, answersOfText, askedBefore, askedNow, differentPlayers, drawCard, drawKeepsake, drawQuestion, fitOf, readKnown, textOfAnswers,
  view, wordsOfFit,
} from "../../../../static/js/yatzy/widgets/your-card.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const [habit_questions, habit_players, habit_curves] = /** @type {any[]} */ (await Promise.all(["habit_questions", "habit_players", "habit_curves"].map(readDataSet)));
const known = readKnown({habit_questions, habit_players, habit_curves});
const none = known.questions.map(() => null);

testStill("your-card", () => view({}, {habit_questions, habit_players, habit_curves}));

/** What a player answers. @param {string} habits */
const answersOf = (habits) => known.questions.map(({options}) => options.findIndex(({players}) => players.includes(habits)));

test("answers of a player give that player, or one with at most one different answer", () => {
  assert.equal(differentPlayers(known).length, 9);
  for (const {habits} of differentPlayers(known)) {
    const fit = fitOf(known, answersOf(habits));
    assert.equal(fit.alike, known.questions.length);
    assert.ok(fit.players.some((player) => player.habits === habits), habits);
    for (const player of fit.players) {
      const other = answersOf(player.habits);
      assert.ok(answersOf(habits).filter((answer, place) => answer !== other[place]).length <= 1);
    }
    assert.doesNotMatch(wordsOfFit(known, answersOf(habits)), /None of our players|\d\.\d/, "a range, never a decimal");
  }
});

test("the missing habit is the most expensive one, and a reader with all is told the rest", () => {
  const {missing} = fitOf(known, answersOf("bonus-top"));
  const mean = (/** @type {string} */ habits) => Number(known.players.get(habits)?.mean);
  assert.equal(missing?.habit, "chances");
  assert.ok(Math.abs(Number(missing?.gain) - mean("chances-bonus-top") + mean("bonus-top")) < 1e-9);
  assert.match(adviceOf(known, answersOf("bonus-top")), /counting the chances of a turn: it is worth <b>19<\/b>/);
  assert.match(adviceOf(known, answersOf("chances-pars")), /all four habits/);
  assert.match(adviceOf(known, answersOf("bonus-top")), /^You play most like one who aims for the bonus and throws for the upper half first\. /);
  const best = known.questions.map(({options}) => options.findIndex(({regret}) => regret === 0));
  assert.match(adviceOf(known, best), /All 8 answers are those of perfect play/);
  const asked = best.map((option, place) => (place === 2 || place === 0 ? option : known.questions[place].options.length));
  assert.match(adviceOf(known, asked), /Of your 8 answers those to throws 1 and 5 are perfect play’s/, "in the order in which they were asked");
});

test("answers unlike any player's are described as such", () => {
  const other = known.questions.map(({options}) => options.length);
  assert.match(wordsOfFit(known, other), /None of our players is much like you: the nearest gives none of your answers/);
  assert.equal(fitOf(known, other).players.length, 9);
  assert.match(adviceOf(known, other), /None of your 8 answers is that of perfect play/);
});

test("the order of options does not reveal the best", () => {
  const first = known.questions.filter(({options}) => options[0].regret === 0).length;
  assert.ok(first > 0 && first < known.questions.length);
  assert.match(drawQuestion(known, none), /1 of 8.*Write 3 in Ones.*Write 9 in Chance.*Something else/s);
  assert.equal(drawKeepsake(known, none) + adviceOf(known, none), "");
  assert.match(drawKeepsake(known, answersOf("pars")), />\d+ to \d+<|>\d+</);
});

test("answers are written into an address and read again", () => {
  const given = answersOf("pars-top");
  assert.deepEqual(answersOfText(known, textOfAnswers(given)), given);
  const begun = answersOfText(known, "xx1");
  assert.ok(begun !== null && askedNow(none) === 2 && begun[2] === 1 && askedNow(begun) === 3 && askedBefore(begun) === 2);
  assert.match(drawQuestion(known, begun), /2 of 8/);
  assert.equal(textOfAnswers(begun), "xx1");
  assert.equal(textOfAnswers(none), "");
  const former = answersOfText(known, "01");
  assert.deepEqual(former?.slice(0, 3), [0, 1, null], "links of before held the first of them");
  /** @type {import("../../../../static/js/yatzy/widgets/your-card.js").Answers} */
  let now = none;
  const asked = none.map(() => {
    const place = askedNow(now);
    now = now.map((answer, at) => (at === place ? 0 : answer));
    return place;
  });
  assert.deepEqual(asked.sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
  for (const text of [null, "", "9", "000000000", "x"]) assert.equal(answersOfText(known, text), null);
});

test("the card shows its rows, and the bonus struck or earned", () => {
  const rows = [{title: "One", points: 12, isHere: false}, {title: "Two", points: null, isHere: false}];
  const struck = drawCard({rows, reward: {name: "Bonus", after: 1, points: null}, total: 12});
  assert.match(struck, /One.*12.*class="struck".*Bonus.*<s>0<\/s>.*Two.*nothing yet.*All of it.*12/s);
  assert.match(drawCard({rows, reward: {name: "Bonus", after: 2, points: 50}, total: 62}), /Two.*class="earned".*50.*62/s);
  assert.match(drawCard({rows, reward: {name: "Bonus", after: 2, points: null}, total: 12}), /Two.*class="open".*Bonus.*nothing yet/s, "it can still come");
  assert.equal(drawCard(null), "");
  const own = {title: "This one", points: null, isHere: true};
  assert.doesNotMatch(drawCard({rows: [...rows, own], reward: null, total: 12}), /This one/, "it asks for no guess");
  assert.match(drawCard({rows: [...rows, {...own, points: 3}], reward: null, total: 15}), /This one/);
  assert.doesNotMatch(drawCard({rows, reward: null, total: 12}), /Bonus/);
});
