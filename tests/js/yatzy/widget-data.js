/**
 * The data sets that figures read, computed from the rules: slow, and independent of the solver; and games to replay.
 */
import {totalsOfScores} from "../../../static/js/yatzy/game/tables.js";
import {scandinavian} from "../../../static/js/yatzy/game/rules/scandinavian.js";

const FACES = [1, 2, 3, 4, 5, 6];
const THRESHOLD = 63;

/** Number of set bits. @param {number} mask */
const bits = (mask) => FACES.filter((face) => mask & (1 << (face - 1))).length;

/** Sum of the faces in a set. @param {number} mask */
const sum = (mask) => FACES.filter((face) => mask & (1 << (face - 1))).reduce((total, face) => total + face, 0);

/** All sums of dice, uncapped. @param {number} mask @returns {Set<number>} */
function sums(mask) {
  let totals = new Set([0]);
  for (const face of FACES.filter((one) => mask & (1 << (one - 1)))) {
    totals = new Set([...totals].flatMap((total) => [0, 1, 2, 3, 4, 5].map((dice) => total + dice * face)));
  }
  return totals;
}

/** Data set `upper_reachability`. */
export function upperReachability() {
  const masks = Array.from({length: 64}, (_, mask) => mask).sort((a, b) => bits(a) - bits(b) || sum(a) - sum(b) || a - b);
  const reached = masks.map((mask) => sums(mask));
  const reachable = reached.map((totals) => {
    const capped = new Set([...totals].map((total) => Math.min(total, THRESHOLD)));
    return Array.from({length: THRESHOLD + 1}, (_, total) => (capped.has(total) ? "1" : "0")).join("");
  });
  return {
    upper_set: masks,
    faces: masks.map((mask) => FACES.filter((face) => mask & (1 << (face - 1))).join("+")),
    n_reachable: reachable.map((cells) => cells.split("1").length - 1),
    reachable,
    cap_only: reached.map((totals, row) => reachable[row][THRESHOLD] === "1" && !totals.has(THRESHOLD)),
  };
}

/** All rolls, ascending dice, lexicographic. */
function allRolls() {
  /** @type {string[]} */
  let rolls = [""];
  for (let die = 0; die < 5; die += 1) {
    rolls = rolls.flatMap((roll) => FACES.filter((face) => face >= Number(roll.slice(-1))).map((face) => roll + face));
  }
  return rolls;
}

/** Data set `rolls`. */
export function rollTable() {
  /** @type {Map<string, number>} */
  const orders = new Map(allRolls().map((roll) => [roll, 0]));
  for (let throw_ = 0; throw_ < 6 ** 5; throw_ += 1) {
    const roll = [0, 1, 2, 3, 4].map((die) => 1 + (Math.floor(throw_ / 6 ** die) % 6)).sort().join("");
    orders.set(roll, Number(orders.get(roll)) + 1);
  }
  const roll = [...orders.keys()];
  const counts = roll.map((dice) => FACES.map((face) => dice.split(String(face)).length - 1));
  return {
    roll,
    pattern: counts.map((of) => of.filter(Boolean).sort((a, b) => b - a).join("-")),
    orders: [...orders.values()],
    probability: [...orders.values()].map((count) => count / 6 ** 5),
    distinct_keeps: counts.map((of) => of.reduce((product, count) => product * (count + 1), 1)),
  };
}

/** Data set `counter`; values that only the solver knows are round numbers. */
export function counterTable() {
  return {
    scorecards: [32768], upper_totals: [64], slots: [2097152], upper_pair_slots: [4096], upper_pairs: [2794],
    reachable_states: [1430528], unreachable_share: [1 - 1430528 / 2097152], lower_sets: [512],
    ordered_rolls: [7776], rolls: [252], keeps: [462], turn_nodes: [1681],
    value_table_bytes: [1160000], value_table_megabytes: [1.16], value_step: [1 / 256], value_error_bound: [1 / 512],
  };
}

/** A plain sequence of dice. @param {number} seed */
function diceFrom(seed) {
  let state = seed;
  return () => 1 + ((state = (state * 48271) % 2147483647) % 6);
}

/**
 * Data set `sample_games`, played by a rule that fits in a line: keep the most frequent face, score the most points.
 * The column `value` is the points written until then: for drawing only.
 */
export function sampleGames() {
  /** @type {Record<string, any[]>} */
  const columns = {game: [], turn: [], throw: [], dice: [], keep: [], category: [], points: [], total: [], value: []};
  for (let game = 1; game <= 3; game += 1) playGame(columns, game, diceFrom(game * 1009));
  return /** @type {any} */ (columns);
}

/** @param {Record<string, any[]>} columns @param {number} game @param {() => number} die */
function playGame(columns, game, die) {
  /** @type {(number | null)[]} */
  const scores = scandinavian.categories.map(() => null);
  for (let turn = 1; turn <= scores.length; turn += 1) {
    /** @type {number[]} */
    let held = [];
    for (let throw_ = 1; throw_ <= 3; throw_ += 1) {
      const dice = [...held, ...Array.from({length: 5 - held.length}, die)].sort();
      const counts = FACES.map((face) => dice.filter((one) => one === face).length);
      held = dice.filter((face) => counts[face - 1] === Math.max(...counts));
      const writes = throw_ === 3 || held.length === 5;
      const open = scores.map((points, index) => (points === null ? scandinavian.categories[index].points(dice) : -1));
      const category = open.indexOf(Math.max(...open));
      if (writes) scores[category] = open[category];
      const {total} = totalsOfScores(scandinavian, scores);
      const row = {game, turn, throw: throw_, dice: dice.join(""), keep: writes ? "" : held.join(""), category: writes ? scandinavian.categories[category].name : "", points: writes ? open[category] : 0, total, value: total};
      for (const [name, value] of Object.entries(row)) columns[name].push(value);
      if (writes) break;
    }
  }
}

/**
 * Data sets `game_ranges` and `half_way_curves` for games to replay: a funnel that closes at the final score.
 * @param {ReturnType<typeof sampleGames>} table
 */
export function gameEndings(table) {
  /** @type {Record<string, number[]>} */
  const ranges = {game: [], percentile_10: [], percentile_25: [], percentile_75: [], percentile_90: [], share: []};
  /** @type {Record<string, number[]>} */
  const curves = {game: [], score: [], share: []};
  const games = /** @type {number[]} */ (table.game);
  const last = new Map(games.map((game, row) => [game, /** @type {number} */ (table.total[row])]));
  for (const [game, total] of last) {
    const rows = games.filter((one) => one === game).length;
    for (let seen = 0; seen <= rows; seen += 1) {
      const wide = rows - seen;
      const row = {game, percentile_10: total - wide, percentile_25: total - wide / 2, percentile_75: total + wide / 2, percentile_90: total + wide, share: seen === rows ? 1 : 0.8125};
      for (const [name, value] of Object.entries(row)) ranges[name].push(value);
    }
    const even = total - (total % 2);
    for (const [score, share] of [[even - 6, 0.25], [even, 0.5], [even + 2, 0.25]]) {
      for (const [name, value] of Object.entries({game, score, share})) curves[name].push(Number(value));
    }
  }
  return /** @type {any} */ ({game_ranges: ranges, half_way_curves: curves});
}
