import assert from "node:assert/strict";
import {test} from "node:test";

import {
  allRows, drawRows, drawTotals, momentOfText, N_TOTALS, rowsOf, stepAtTotal, textOfMoment, view as viewLanes, WIDTHS,
  wordsOf as wordsOfLanes,
} from "../../../../static/js/yatzy/widgets/lanes.js";
import {
  AXIS, dearestOf, drawRace, durationOf, limitOf, pointsOfGuess, shareOfTime, switchesOfText, takenOff, textOfSwitches, THRIFTY,
  timesWithout, turned, verdictOf, view as viewSpeed, wordsOf as wordsOfSpeed,
} from "../../../../static/js/yatzy/widgets/speed-limit.js";
import {readDataSet} from "../published.js";
import {testStill} from "../stills.js";

const [speed_limit, bench_record, published_times, lane_pages, lane_rows] = /** @type {any[]} */ (
  await Promise.all(["speed_limit", "bench_record", "published_times", "lane_pages", "lane_rows"].map(readDataSet)));
const speed = {speed_limit, bench_record, published_times};
const lanes = {lane_pages, lane_rows};

testStill("speed-limit", () => viewSpeed({}, speed));
testStill("speed-limit, nothing saved", () => viewSpeed({switches: "grid.000"}, speed));
testStill("lanes", () => viewLanes({}, lanes));
testStill("lanes, shared", () => viewLanes({moment: "56.16.1.1"}, lanes));
testStill("lanes, an empty card", () => viewLanes({moment: "0.1.0.0"}, lanes));

test("a factor of ten always has the same length", () => {
  assert.equal(shareOfTime(AXIS.from), 0);
  assert.equal(shareOfTime(AXIS.to), 1);
  assert.equal(shareOfTime(AXIS.to * 10), 1);
  assert.ok(Math.abs((shareOfTime(10) - shareOfTime(1)) - (shareOfTime(1000) - shareOfTime(100))) < 1e-12);
});

test("times have two digits", () => {
  assert.deepEqual([0.1474, 1.1, 81, 240, 1200, 14400].map(durationOf), ["0.15 s", "1.1 s", "81 s", "4 min", "20 min", "4 h"]);
});

test("every set of switches has its limit, and each saving makes it smaller", () => {
  for (let mask = 0; mask < 8; mask += 1) {
    const [coalesced, wide, cores] = [1, 2, 4].map((bit) => Boolean(mask & bit));
    const seconds = ["grid", "table", "lattice"].map((method) => limitOf(speed, {method, coalesced, lanes: wide, cores}).seconds);
    assert.ok(seconds[0] > seconds[1] && seconds[1] > seconds[2] && seconds[2] > 0);
    for (const key of ["coalesced-1", "lanes-1", "cores-1"]) {
      const switches = {method: "lattice", coalesced, lanes: wide, cores};
      assert.ok(limitOf(speed, turned(switches, key)).seconds <= limitOf(speed, switches).seconds);
    }
  }
});

test("switches can be linked to", () => {
  assert.deepEqual(switchesOfText(textOfSwitches(THRIFTY)), THRIFTY);
  assert.equal(textOfSwitches(turned(turned(THRIFTY, "method-grid"), "cores-0")), "grid.110");
  for (const wrong of [null, "", "lattice", "lattice.12", "matrix.111"]) assert.equal(switchesOfText(wrong), null);
});

test("the race shows the times of the record and of others", () => {
  const drawn = drawRace(speed, THRIFTY);
  for (const name of published_times.program) assert.ok(drawn.includes(name));
  for (const name of [bench_record.processor[0], ...published_times.author]) assert.ok(!drawn.includes(name), `${name} is introduced nowhere`);
  assert.match(drawn, new RegExp(`<b>${durationOf(bench_record.solve_seconds[0]).replace(".", "\\.")}</b>`));
  assert.equal(drawn.match(/<pattern/g)?.length, 1);
  assert.match(wordsOfSpeed(speed, THRIFTY), /Our program needs/);
  assert.match(wordsOfSpeed(speed, {...THRIFTY, method: "grid"}), /times the least/);
});

test("the first switch turned off is judged by its work", () => {
  const most = dearestOf(speed);
  const thrifts = /** @type {const} */ (["method", "coalesced", "lanes", "cores"]);
  for (const thrift of thrifts) {
    assert.ok(timesWithout(speed, thrift) > 1);
    assert.ok(timesWithout(speed, thrift) <= timesWithout(speed, most));
    assert.equal(pointsOfGuess(speed, thrift) === 10, thrift === most);
    assert.equal(/missed the most/.test(verdictOf(speed, thrift)), thrift === most);
  }
  assert.match(verdictOf(speed, null), new RegExp(`${timesWithout(speed, most).toFixed(0)} times`));
  assert.deepEqual(["method-grid", "method-table", "lanes-0", "method-lattice", "cores-1"].map(takenOff), ["method", "method", "lanes", null, null]);
});

test("rows cover every total that a card can have, and lanes do not overlap", () => {
  for (let upperSet = 0; upperSet < N_TOTALS; upperSet += 1) {
    for (const width of WIDTHS) {
      for (const coalesced of [false, true]) {
        const rows = rowsOf(lanes, {upperSet, lanes: width, coalesced});
        const covered = rows.flatMap(({first, lanes: kinds}) => kinds.map((_, lane) => first + lane));
        assert.equal(new Set(covered).size, covered.length);
        const useful = rows.flatMap(({first, lanes: kinds}) => kinds.flatMap((kind, lane) => (kind === "useful" ? [first + lane] : [])));
        const live = [...lane_pages.reachable[upperSet]].flatMap((flag, total) => (flag === "1" && !(coalesced && total <= lane_pages.last_dead[upperSet]) ? [total] : []));
        assert.deepEqual(useful, live);
      }
    }
  }
});

test("rows of all cards add up to those of the game", () => {
  for (const width of WIDTHS) {
    for (const coalesced of [false, true]) {
      const counts = Array.from({length: N_TOTALS}, (_, upperSet) => rowsOf(lanes, {upperSet, lanes: width, coalesced}).length);
      const total = 512 * counts.reduce((sum, count) => sum + count, 0) - counts[N_TOTALS - 1]; // the full card has no turn
      assert.equal(allRows(lanes, width, coalesced), total);
    }
  }
});

test("the row above a total is found", () => {
  const rows = rowsOf(lanes, {upperSet: 56, lanes: 16, coalesced: false});
  assert.deepEqual([0, 15, 16, 63].map((total) => stepAtTotal(rows, total)), [0, 0, 1, 3]);
  assert.equal(stepAtTotal(rowsOf(lanes, {upperSet: 0, lanes: 4, coalesced: false}), 63), 0);
});

test("moments of the lanes can be linked to", () => {
  const moment = {upperSet: 56, lanes: 8, coalesced: true, step: 2};
  assert.deepEqual(momentOfText(textOfMoment(moment), lanes), moment);
  for (const wrong of [null, "", "64.4.0.0", "56.3.0.0", "56.16.0.4", "56.16.2.0"]) assert.equal(momentOfText(wrong, lanes), null);
});

test("idle lanes are described and drawn", () => {
  const moment = {upperSet: 32, lanes: 16, coalesced: false, step: 0};
  assert.match(wordsOfLanes(lanes, moment), /Sixes filled: 6 totals, <b>2 steps<\/b>. You are at step 1, 13 lanes idle/);
  assert.equal(drawRows(lanes, moment).match(/class="idle/g)?.length, 32 - 6);
  assert.equal(drawTotals(lanes, moment).match(/<rect/g)?.length, 6);
});

