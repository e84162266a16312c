/** Two made-up decisions, in the columns of decision_examples and decision_outcomes. */

/** @param {Record<string, unknown>[]} rows @returns {Record<string, any[]>} */
function columns(rows) {
  return Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])]));
}

const first = {example: 0, lesson: "go-on", filled: "ones=3,chance=20", upper_total: 3, points_so_far: 23, dice: "55266", rerolls: 1, turn: 3};
const second = {example: 1, lesson: "less-now", filled: "", upper_total: 0, points_so_far: 0, dice: "12345", rerolls: 0, turn: 1};
const keep = {action: "keep", category: "", points: 0, greedy: false, turn_points: 20, prob_bonus: 0.5};
const score = {action: "score", keep: "", greedy: false, turn_points: 15, prob_bonus: 0.25};

export const decision_examples = columns([
  {...first, ...keep, keep: "5566", value: 230.5, regret: 0},
  {...first, ...keep, keep: "55", value: 229, regret: 1.5},
  {...first, ...keep, keep: "", value: 220, regret: 10.5},
  {...first, ...score, category: "two_pairs", points: 22, value: 219.5, regret: 11, greedy: true},
  {...second, ...score, category: "small_straight", points: 15, value: 240, regret: 0, greedy: true},
  {...second, ...score, category: "chance", points: 15, value: 231, regret: 9},
]);

export const decision_outcomes = columns([
  {example: 0, choice: "best", category: "full_house", points: 27, probability: 0.25},
  {example: 0, choice: "best", category: "full_house", points: 28, probability: 0.125},
  {example: 0, choice: "best", category: "two_pairs", points: 22, probability: 0.5},
  {example: 0, choice: "best", category: "yatzy", points: 0, probability: 0.125},
  {example: 0, choice: "tempting", category: "two_pairs", points: 22, probability: 1},
  {example: 1, choice: "best", category: "small_straight", points: 15, probability: 1},
  {example: 1, choice: "tempting", category: "chance", points: 15, probability: 1},
]);
