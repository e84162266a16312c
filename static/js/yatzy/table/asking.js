/** What the table asks the values: what they say of the game as it stands, and of the games that can come of it. */

import {knownOf, lookBack, outlookOf} from "./desk.js";
import {positionOf} from "./judge.js";

/** @import {Table} from "./alive.js" */
/** @import {Desk} from "./desk.js" */
/** @import {Game} from "./history.js" */
/** @import {Known} from "./paint.js" */

/** @type {Known} */
const NOTHING_KNOWN = {options: null, verdict: null, reviews: null, written: null};

/**
 * Tell whether a player looks at the options, or has looked before: who does it once will again, and need not wait.
 * @param {import("./paint.js").Panel | null} panel @param {import("./game.js").Played} played
 */
export const looksAhead = (panel, {player, cards}) => panel?.kind === "options" || cards[player]?.peeks > 0;

/** The game has gone on meanwhile. */
class Left extends Error {}

export class Asking {
  /** What is known. @type {Known} */
  known = NOTHING_KNOWN;
  /** Of which game. @type {Game | null} */
  #game = null;
  #table;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Ask what there is to say of the game as it stands, and show it when it comes. */
  async ask() {
    const table = this.#table;
    const {game, played} = table.shown;
    const desk = /** @type {Desk} */ (table.desk);
    [this.#game, this.known] = [game, NOTHING_KNOWN];
    if (game.setup.players.every(({kind}) => kind === "pen") && played.player >= 0) return;
    try {
      const known = await (played.player < 0 ? lookBack(desk, game, played) : knownOf(desk, game, played));
      const is_own_end = played.player < 0 && !table.is_guest;
      const room = is_own_end ? await table.roomSoon().catch(() => null) : null; // Else the report is all the same.
      await room?.weigh();
      if (!isAt(table, game)) return;
      [this.#game, this.known] = [game, room?.end(known) ?? known];
      table.show();
      void this.follow();
      if (known.verdict !== null) table.say();
    } catch {
      if (table.game === game) table.complain(table.voice.say("no_values"));
    }
  }

  /** Follow the best options to the ends of all games that can come, for somebody who looks at them. */
  async follow() {
    const [table, game, known] = [this.#table, this.#game, this.known];
    const {ui, desk, ruleset, shown: {played, game: {setup}}} = table;
    if (desk === null || known.options === null || known.outlooks !== undefined || !looksAhead(ui.panel, played)) return;
    if (outlookOf(setup.edition, played.cards[played.player].scores) !== "told") return;
    const tell = (/** @type {Known["outlooks"]} */ outlooks) => {
      if (game === null || !isAt(table, game)) throw new Left();
      if (outlooks === this.known.outlooks) return;
      [this.#game, this.known] = [game, {...known, outlooks}];
      table.show();
    };
    const breathe = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      tell("coming");
    };
    try {
      tell(await desk.lookAhead(positionOf(played, ruleset), known.options, breathe));
    } catch (error) {
      if (!(error instanceof Left)) table.complain(table.voice.say("no_values"));
    }
  }
}

/** Whether the table still stands where it stood. @param {Table} table @param {Game} game */
function isAt(table, game) {
  return table.game?.events === game.events && table.game.at === game.at;
}

/** Let the device work out the report in full precision. @param {Table} table */
export async function workOut(table) {
  table.complain(table.voice.say("waiting"));
  try {
    await table.desk?.solveExactly();
    table.look({});
    await table.asking.ask();
  } catch (error) {
    table.complain(error instanceof Error ? error.message : String(error));
  }
}
