/**
 * What a saved throw is worth, by the turn and by how many are saved already.
 */

/**
 * @typedef {{throw_worth: Record<"filled" | "saved" | "worth" | "least" | "most", number[]> & {game: string[]}}} Data
 * @typedef {{worth: number, least: number, most: number}} Cell
 *
 * @typedef {object} Game
 * @property {string} name
 * @property {Cell[][]} rows One for each turn from the second: by the number of throws saved.
 *
 * @typedef {{game: string, column: number, row: number}} Place `column`: throws saved; `row` 0 is turn 2.
 */

/** Throws saved that are drawn. */
export const COLUMNS = 20;
/** Worths at which the colour grows stronger. */
export const STEPS = [0.25, 0.5, 1, 2, 3, 4];

/** Read the data sets. @param {Data} data @returns {Game[]} */
export function readGames({throw_worth}) {
  return [...new Set(throw_worth.game)].map((name) => {
    /** @type {Cell[][]} */
    const rows = [];
    throw_worth.game.forEach((game, at) => {
      const {[at]: saved} = throw_worth.saved;
      if (game !== name || saved >= COLUMNS) return;
      const row = throw_worth.filled[at] - 1;
      rows[row] ??= [];
      rows[row][saved] = {worth: throw_worth.worth[at], least: throw_worth.least[at], most: throw_worth.most[at]};
    });
    return {name, rows};
  });
}

/** @param {readonly Game[]} games @param {string} name */
export function gameOf(games, name) {
  return /** @type {Game} */ (games.find((game) => game.name === name));
}

/** What so many saved throws are worth together. @param {Game} game @param {number} row @param {number} saved */
export function purseOf({rows}, row, saved) {
  return rows[row].slice(0, saved).reduce((sum, {worth}) => sum + worth, 0);
}

/** @param {number} worth */
export function stepOf(worth) {
  return STEPS.filter((step) => worth >= step).length;
}

/** Keep a place inside what the game can have. @param {readonly Game[]} games @param {Place} place @returns {Place} */
export function within(games, {game, column, row}) {
  const {rows} = gameOf(games, game);
  const inside = Math.max(0, Math.min(rows.length - 1, row));
  return {game, row: inside, column: Math.max(0, Math.min(rows[inside].length - 1, column))};
}

/**
 * Read a place from a link: "scandinavian-saved.8.3", turn and throws saved.
 * @param {string | null} text @param {readonly Game[]} games @returns {Place | null}
 */
export function placeOfText(text, games) {
  const match = /^([\w-]+)\.(\d{1,2})\.(\d{1,2})$/.exec(text ?? "");
  const game = games.find(({name}) => name === match?.[1]);
  const [row, column] = [Number(match?.[2]) - 2, Number(match?.[3])];
  return game?.rows[row]?.[column] ? {game: game.name, row, column} : null;
}

/** @param {Place} place */
export function textOfPlace({game, row, column}) {
  return `${game}.${row + 2}.${column}`;
}
