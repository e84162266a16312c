/**
 * The data sets that figures read, computed from the rules: slow, and independent of the solver.
 */

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

/** Data set `counter`; what only the solver knows is left to it, with round stand-ins. */
export function counterTable() {
  return {
    scorecards: [32768], upper_totals: [64], slots: [2097152], upper_pair_slots: [4096], upper_pairs: [2794],
    reachable_states: [1430528], unreachable_share: [1 - 1430528 / 2097152], lower_sets: [512],
    ordered_rolls: [7776], rolls: [252], keeps: [462], turn_nodes: [1681],
    value_table_bytes: [1160000], value_table_megabytes: [1.16], value_step: [1 / 256], value_error_bound: [1 / 512],
  };
}
