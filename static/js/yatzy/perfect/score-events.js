/** The distribution taken apart by four events: the bonus, Yatzy and the two straights. */

/** The events, by their bit in the number of a combination. */
export const EVENTS = [
  {bit: 1, name: "bonus", got: "bonus", missed: "no bonus", title: "Bonus"},
  {bit: 2, name: "yatzy", got: "Yatzy", missed: "no Yatzy", title: "Yatzy"},
  {bit: 4, name: "small_straight", got: "small straight", missed: "no small", title: "Small straight"},
  {bit: 8, name: "large_straight", got: "large straight", missed: "no large", title: "Large straight"},
];

/**
 * @typedef {object} Data
 * @property {{combination: number[], score: number[], games: number[]}} score_events
 * @property {{combination: number[], probability: number[], mean: number[], sd: number[]}} joint_events
 *
 * @typedef {object} Part One group of games.
 * @property {number} events Bits of the events that it has, among those that split the games.
 * @property {number} share Of all games.
 * @property {number} mean
 * @property {number} sd
 * @property {number[]} chances Of each score together with the events, from 0.
 */

const ALL = EVENTS.reduce((bits, {bit}) => bits | bit, 0);
const PER = 1e6;

/**
 * Join the sixteen combinations that agree in the events that split the games.
 * @param {Data} data
 * @param {number} split Bits of the events that do.
 * @returns {Part[]} By their bits.
 */
export function partsOf({score_events, joint_events}, split) {
  const best = score_events.score.reduce((most, score) => Math.max(most, score), 0);
  /** @type {Part[]} */
  const parts = [];
  for (let events = 0; events <= ALL; events += 1) {
    if ((events & split) !== events) continue;
    const member = (/** @type {number} */ combination) => (combination & split) === events;
    parts.push({events, ...momentsOf(joint_events, member), chances: Array.from({length: best + 1}, () => 0)});
  }
  score_events.combination.forEach((combination, row) => {
    const part = parts.find(({events}) => events === (combination & split));
    if (part) part.chances[score_events.score[row]] += score_events.games[row] / PER;
  });
  return parts;
}

/**
 * Mix shares, means and spreads of the combinations that belong together.
 * @param {Data["joint_events"]} rows @param {(combination: number) => boolean} member
 */
function momentsOf(rows, member) {
  const own = rows.combination.map((_, row) => row).filter((row) => member(rows.combination[row]));
  const share = own.reduce((sum, row) => sum + rows.probability[row], 0);
  const mean = own.reduce((sum, row) => sum + rows.probability[row] * rows.mean[row], 0) / share;
  const squares = own.reduce((sum, row) => sum + rows.probability[row] * (rows.sd[row] ** 2 + (rows.mean[row] - mean) ** 2), 0);
  return {share, mean, sd: Math.sqrt(squares / share)};
}

/** Name a group of games by its events. @param {number} events @param {number} split */
export function nameOfPart(events, split) {
  if (split === 0) return "all games";
  return EVENTS.filter(({bit}) => split & bit).map(({bit, got, missed}) => (events & bit ? got : missed)).join(", ");
}

/** Find the group that most games with a score belong to. @param {readonly Part[]} parts @param {number} score */
export function likeliestPart(parts, score) {
  return parts.reduce((best, part) => ((part.chances[score] ?? 0) > (best.chances[score] ?? 0) ? part : best)).events;
}

/** @typedef {{split: number, chosen: number}} Place `split` and `chosen` are bits of events. */

/**
 * Read a place from a link, "3.1": the bits of the events that split, and those of the chosen group.
 * @param {string | null} text @returns {Place | null}
 */
export function placeOfText(text) {
  const match = /^(\d{1,2})\.(\d{1,2})$/.exec(text ?? "");
  if (match === null || Number(match[1]) > ALL) return null;
  return {split: Number(match[1]), chosen: Number(match[2]) & Number(match[1])};
}
