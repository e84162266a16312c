import assert from "node:assert/strict";
import {test} from "node:test";

import {
  drawScale, drawTastes, levelAt, moved, placeOfText, readThrow, stopOfTaste, TASTES, textOfPlace, view as viewBeam, wordsOfScale, worthOf,
} from "../../../../static/js/yatzy/widgets/risk-beam.js";
import {
  between, flipsOf, optionText, placeAt, readFlips, shareOf, stopOfText, thetaText, wordsOfFlip,
} from "../../../../static/js/yatzy/risk/stops.js";
import {BONUS, changeText, drawCurve, drawFrontier, readPlay, view as viewDial, wordsOfPlay} from "../../../../static/js/yatzy/widgets/risk-dial.js";
import {
  guessed, hasGuessed, isComplete, momentOfText, pointsOf, readLineUp, rightOf, startOf, textOfGuesses, verdictOf, view as viewPlayers,
} from "../../../../static/js/yatzy/widgets/risk-players.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const [theta_play, theta_way, theta_curve, theta_boxes, risk_decisions] = /** @type {any[]} */ (
  await Promise.all(["theta_play", "theta_way", "theta_curve", "theta_boxes", "risk_decisions"].map(readDataSet)));
const data = {theta_play, theta_way, theta_curve, theta_boxes, risk_decisions};
const [chance_node, chance_node_equivalents] = /** @type {any[]} */ (await Promise.all(["chance_node", "chance_node_equivalents"].map(readDataSet)));
const play = readPlay(data);
const flips = readFlips(risk_decisions);

testStill("risk-dial", () => viewDial({}, data));
testStill("risk-beam", () => viewBeam({}, {chance_node, chance_node_equivalents}));
testStill("risk-dial, its line", () => viewDial({linked: "-0.1.line"}, data));
testStill("risk-players", () => viewPlayers({}, data));
testStill("risk-players, guessed", () => viewPlayers({guess: "0010011"}, data));
testStill("risk-dial, bold", () => viewDial({theta: "0.05"}, data));

test("the line of mean and spread goes through every dot, and bends where it bends between two of them", () => {
  const drawn = drawFrontier(play);
  const points = (/class="risk-way data-line plot-line" d="M([^"]*)"/.exec(drawn)?.[1] ?? "").split("L").map((pair) => pair.split(" ").map(Number));
  const dots = [...drawn.matchAll(/<circle[^>]*cx="([\d.]+)%" cy="([\d.]+)%"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.ok(dots.length === play.stops.length && points.length === play.way.sd.length);
  for (const [x, y] of dots) assert.ok(points.some(([left, top]) => Math.abs(left - x) < 0.02 && Math.abs(top - y) < 0.02));
  const at = (/** @type {number} */ theta) => theta_way.theta.indexOf(theta);
  const bends = [[-0.2, -0.15, -0.1], [0.2, 0.3, 0.5], [1, 2, 3]].map((thetas) => {
    const [[ax, ay], [x, y], [bx, by]] = thetas.map((theta) => points[at(theta)]);
    return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / Math.hypot(bx - ax, by - ay);
  });
  for (const far of bends) assert.ok(far > 1.5, `${far} hundredths beside the chord`);
});

test("a theta is formatted with its sign and parsed again", () => {
  assert.deepEqual([-0.05, 0, 3].map(thetaText), ["−0.05", "0", "+3"]);
  assert.equal(stopOfText("-0.05", play.stops), play.stops.indexOf(-0.05));
  for (const text of [null, undefined, "", "0.0501", "x"]) assert.equal(stopOfText(text, play.stops), null);
});

test("the dial snaps to stops and interpolates between them", () => {
  play.stops.forEach((_, stop) => assert.equal(placeAt(shareOf(stop, play.stops.length), play.stops.length), stop));
  assert.ok(Math.abs(placeAt(0.39, 10) - 3.4) < 1e-9);
  assert.equal(placeAt(-1, 10), 0);
  assert.equal(placeAt(2, 10), 9);
  assert.equal(between([1, 3], 0.25), 1.5);
});

test("the sources add up to the change of the mean at every stop", () => {
  const plain = play.stops.indexOf(0);
  play.stops.forEach((theta, stop) => {
    const sum = play.sources.reduce((total, {change}) => total + change[stop], 0);
    assert.ok(Math.abs(sum - (play.mean[stop] - play.mean[plain])) < 0.01, String(theta));
  });
  assert.equal(play.sources[6].title, BONUS);
});

test("a curve sums to all games", () => {
  for (const curve of play.curve) assert.ok(Math.abs(curve.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-4);
});

test("numbers are shown at stops only", () => {
  assert.match(drawCurve(play, 3), /average \d/);
  assert.doesNotMatch(drawCurve(play, 3.5), /average \d/);
  assert.doesNotMatch(wordsOfPlay(play, 3.5), /\d\d/);
  assert.deepEqual([-1.26, 0.04, -0.04, 2].map(changeText), ["−1.3", "0.0", "0.0", "+2.0"]);
});

test("decisions change where the best option does", () => {
  assert.equal(flips.length, 3);
  for (const flip of flips) {
    assert.ok(flipsOf(flip).length > 0);
    assert.equal(flip.best[play.stops.indexOf(0)], 0);
    for (const stop of flipsOf(flip)) assert.notEqual(flip.best[stop], flip.best[stop + 1]);
  }
  const box = flips.find(({name}) => name === "first-box");
  assert.ok(box);
  assert.deepEqual(box.options.map(optionText), ["50 in Yatzy", "30 in Sixes"]);
  const stop = play.stops.indexOf(-0.05);
  assert.match(wordsOfFlip(box, stop), /^Here: <b>30 in Sixes<\/b>\. To this player 50 in Yatzy: 3\.09 worse\.$/);
});

test("the value of a throw is its certainty equivalent, for every theta", () => {
  const thrown = readThrow({chance_node, chance_node_equivalents});
  thrown.stops.forEach((theta, stop) => {
    const worth = theta === 0 ? thrown.mean : Math.log(thrown.outcomes.reduce((sum, {value, chance}) => sum + chance * Math.exp(theta * (value - thrown.mean)), 0)) / theta + thrown.mean;
    assert.ok(Math.abs(worth - thrown.worth[stop]) < 1e-8, String(theta));
    assert.ok(Math.abs(levelAt(thrown, stop) - worthOf(thrown, stop)) <= 0.25);
  });
  assert.ok(TASTES.every((_, taste) => stopOfTaste(thrown, taste) >= 0));
});

test("the scales balance at the nearest half point, which is stored", () => {
  const thrown = readThrow({chance_node, chance_node_equivalents});
  const [plain, bold] = [1, 2].map((taste) => stopOfTaste(thrown, taste));
  const level = levelAt(thrown, plain);
  const light = moved(thrown, {stop: plain, sure: 1, found: []}, plain, level - 0.5);
  assert.match(wordsOfScale(thrown, light), /^The plain player keeps the throw: <b>4<\/b>/);
  const found = moved(thrown, light, plain, level);
  assert.deepEqual(found.found, [plain]);
  assert.match(wordsOfScale(thrown, found), /^Level: to the plain player the throw is worth <b>4\.57<\/b>/);
  const heavy = moved(thrown, found, plain, level + 0.5);
  assert.match(wordsOfScale(thrown, heavy), /gives the throw away: <b>5<\/b>/);
  const other = moved(thrown, found, bold, found.sure);
  assert.match(wordsOfScale(thrown, other), /^The bold player keeps/);
  assert.match(drawTastes(thrown, other), /Plain <b>4\.5<\/b>.*Bold<\/button>/);
  const ends = (/** @type {import("../../../../static/js/yatzy/widgets/risk-beam.js").Place} */ place) => [1, 2].map((end) => Number(new RegExp(`class="scale-beam hollow".*? y${end}="([\\d.]+)"`).exec(drawScale(thrown, place))?.[1]));
  const [[left, right], [even, same], [up, down]] = [light, found, heavy].map(ends);
  assert.ok(left > right && even === same && up < down, "the heavier pan hangs lower");
  assert.equal(drawScale(thrown, found).match(/scale-coin/g)?.length, 5);
  assert.equal(moved(thrown, found, plain, -3).sure, 0);
  assert.deepEqual(placeOfText(thrown, textOfPlace(thrown, other), []), {stop: bold, sure: level, found: []});
  assert.deepEqual(placeOfText(thrown, "-3", []), {stop: 0, sure: levelAt(thrown, 0), found: [0]}, "links of the beam name a theta");
  for (const text of ["7", "0~0.3", "0~99", "x"]) assert.equal(placeOfText(thrown, text, []), null);
});

test("players take the option solved for their theta, and the neutral one is named", () => {
  const line_up = readLineUp(risk_decisions);
  for (const {theta, best, loss} of line_up.players) {
    const row = risk_decisions.theta.findIndex((/** @type {number} */ one, /** @type {number} */ at) =>
      one === theta && risk_decisions.decision[at] === "first-box" && risk_decisions.loss[at] === 0);
    assert.equal(line_up.options[best], {yatzy: "50 in Yatzy", sixes: "30 in Sixes"}[/** @type {"yatzy"} */ (risk_decisions.category[row])]);
    assert.equal(loss[best], 0);
    assert.ok(loss[1 - best] > 0);
  }
  const start = startOf(line_up);
  assert.equal(start.guesses.filter((guess) => guess !== null).length, 1);
  assert.ok(!isComplete(start));
  assert.equal(guessed(line_up, start, 3, 1), start);
  assert.deepEqual(guessed(line_up, {...start, told: true}, 0, 1).guesses, start.guesses);
});

test("a wrong player costs two and a half points", () => {
  const line_up = readLineUp(risk_decisions);
  const all = line_up.players.reduce((moment, {best}, player) => guessed(line_up, moment, player, best), startOf(line_up));
  assert.ok(isComplete(all));
  assert.equal(rightOf(line_up, all), 6);
  const wrongs = [0, 1, 2, 4, 5, 6].map((_player, n_wrong, players) =>
    players.slice(0, n_wrong).reduce((moment, player) => guessed(line_up, moment, player, 1 - line_up.players[player].best), all));
  assert.deepEqual(wrongs.map((moment) => pointsOf(line_up, moment)), [10, 7, 5, 2, 0, 0]);
  assert.match(verdictOf(line_up, {...wrongs[2], told: true}), /4 of 6<\/b>\. /);
  const two = [0, 1].reduce((moment, player) => guessed(line_up, moment, player, line_up.players[player].best), startOf(line_up));
  assert.match(verdictOf(line_up, {...two, told: true}), /2 of 6<\/b>, and left four open/);
  assert.ok(hasGuessed(line_up, two) && !hasGuessed(line_up, startOf(line_up)));
  assert.doesNotMatch(verdictOf(line_up, {...startOf(line_up), told: true}), /You knew/);
  assert.deepEqual(momentOfText(line_up, textOfGuesses(wrongs[2])), {...wrongs[2], told: true});
  for (const text of [null, "", "01", "0000002"]) assert.equal(momentOfText(line_up, text), null);
});
