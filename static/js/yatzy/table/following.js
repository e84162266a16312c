/**
 * What the values say of the game as it stands, shown when it comes; and what takes a while: the device works out a
 * report, or the games that can come of a decision are followed.
 */

import {knownOf, lookBack, outlookOf} from "./desk.js";
import {lastDecision, positionOf} from "./judge.js";
import {complainOf} from "./opening.js";

/** @import {Table} from "./alive.js" */
/** @import {Desk} from "./desk.js" */
/** @import {Game} from "./history.js" */
/** @import {Known} from "./paint.js" */

/** @type {Known} */
const NOTHING_KNOWN = {options: null, verdict: null, reviews: null, written: null};

/** The game has gone on meanwhile. */
class Left extends Error {}

/** Let the device work out the report in full precision. @param {Table} table */
export async function workOut(table) {
  table.complain(table.voice.say("waiting"));
  try {
    await table.desk?.solveExactly();
    table.look({});
    await table.asked.ask();
  } catch (error) {
    complainOf(table, error);
  }
}

/**
 * Follow the best two options of the dice on the table to the ends of all games.
 * @param {Table} table @param {Known} known @param {(outlooks?: Known["outlooks"]) => void} tell Throws once the game has gone on.
 */
async function follow(table, {options}, tell) {
  const {desk, ruleset, shown: {played}} = table;
  if (desk === null || options === null) return;
  const breathe = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    tell();
  };
  try {
    tell(await desk.lookAhead(positionOf(played, ruleset), options, breathe, tell));
  } catch (error) {
    if (!(error instanceof Left)) table.complain(table.voice.say("no_values"));
  }
}

export class Asked {
  known = NOTHING_KNOWN;
  /** Of which game. @type {Game | null} */
  #game = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Ask the values what they say of the game, and show it when it comes. */
  async ask() {
    const {table} = this;
    const {game, played} = table.shown;
    const desk = /** @type {Desk} */ (table.desk);
    [this.#game, this.known] = [game, NOTHING_KNOWN];
    if (game.setup.players.every(({kind}) => kind === "pen") && played.player >= 0) return;
    if (!desk.is_ready && lastDecision(game, desk.ruleset) !== null) this.known = {...NOTHING_KNOWN, is_coming: true};
    try {
      const known = await (played.player < 0 ? lookBack(desk, game, played) : knownOf(desk, game, played));
      const is_own_end = played.player < 0 && !table.is_guest && table.writer.is_here;
      const room = is_own_end ? await table.roomSoon().catch(() => null) : null; // Else the report is all the same.
      await room?.weigh().catch(() => {});
      if (!this.#isStill(game)) return;
      [this.#game, this.known] = [game, room?.end(known) ?? known];
      table.show();
      if (known.has_failed) table.complain(table.voice.say("no_values")); // The game is kept all the same.
      void this.follow();
      if (known.verdict !== null) table.say();
    } catch {
      this.known = NOTHING_KNOWN;
      if (table.game === game) table.complain(table.voice.say("no_values"));
    }
  }

  /** Tell whether nothing has happened since. @param {Game | null} game */
  #isStill(game) {
    return this.table.game?.events === game?.events && this.table.game?.at === game?.at;
  }

  /** Follow the best options to the ends of all games that can come, for somebody who looks at them. */
  follow() {
    const {table, known} = this;
    const game = this.#game;
    const {played, game: {setup}} = table.shown;
    const is_due = known.options !== null && known.outlooks === undefined && table.ui.panel?.kind === "options";
    if (!is_due || outlookOf(setup.edition, played.cards[played.player].scores) !== "told") return;
    return follow(table, known, (outlooks = this.known.outlooks ?? "coming") => {
      if (!this.#isStill(game)) throw new Left();
      if (outlooks === this.known.outlooks) return;
      this.known = {...known, outlooks};
      table.show();
    });
  }
}
