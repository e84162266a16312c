/** Rules and values of one game; values are fetched when advice or a report is requested. */

import {adviser} from "../advisor/answer.js";
import {findEdition} from "../advisor/position.js";
import {baseOf, canSolve, hasValues, houseRulesOf, IN_ORDER, rulesFor, SOLVED} from "./editions.js";
import {USUAL} from "../machine/device/rules.js";
import {layOutGame} from "../game/tables.js";
import {linkToDice} from "./form.js";
import {judge, lastDecision, positionOf} from "./judge.js";

/** @import {Answer} from "../advisor/drawing.js" */
/** @import {Position} from "../advisor/position.js" */
/** @import {Values, FetchFile} from "../advisor/values.js" */
/** @import {Card} from "./game.js" */
/** @import {Plays} from "../record/played.js" */
/** @import {RankedOption} from "../parts/ranked.js" */
/** @import {DataSet} from "../../engine/widget" */
/** @typedef {() => Promise<typeof import("./later.js")>} Later Loads the code that is loaded on demand. */

/** Let the page paint what was pressed before work that takes a moment. @returns {Promise<void>} */
export const paintFirst = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Return a function that calls `act` once, and again only after a failure. @template T @param {() => Promise<T>} act */
export function once(act) {
  /** @type {Promise<T> | null} */
  let coming = null;
  return () => (coming ??= act().catch((error) => {
    coming = null;
    throw error;
  }));
}

export class Desk {
  /** @type {Values | null} */
  #exact = null;
  /** @type {((position: Position) => Answer) | null} */
  #answer = null;

  /** @type {Map<string, import("./minds.js").Mind>} */
  #minds = new Map();

  /** @param {string} name Name of the game, from `EDITION_NAMES` or with house rules. @param {FetchFile} file @param {Record<string, DataSet>} data @param {Later} later */
  constructor(name, file, data, later) {
    this.data = data;
    this.later = later;
    this.name = name;
    this.edition = findEdition(name);
    this.ruleset = rulesFor(name);
    this.file = file;
  }

  /** Answer a position with the values loaded so far. @param {Position} position @returns {Answer} */
  answer(position) {
    return this.#answer?.(position) ?? {kind: "waiting"};
  }

  /** Whether the values are loaded. */
  get is_ready() {
    return this.#answer !== null;
  }

  /** Fetch the values, once; a failure can be retried. */
  values = once(async () => {
    await paintFirst();
    const game = layOutGame(this.ruleset);
    const values = await this.#valuesOf(game);
    this.#answer = adviser(game, values);
    return values;
  });

  /** Fetch the values, or solve the game on the device for house rules. @param {import("../game/tables.js").Game} game */
  async #valuesOf(game) {
    const rules = houseRulesOf(this.name);
    if (rules !== null) return this.#solve(rules);
    if (this.name === IN_ORDER) return (await this.later()).valuesInOrder(game);
    if (this.edition === undefined) throw new RangeError(`there are no values of ${this.name}`);
    return (await this.later()).openValues(this.edition, game, this.file);
  }

  /** @param {import("../machine/device/rules.js").Rules} rules */
  async #solve(rules) {
    return (await this.later()).solvedValues(rules, this.file);
  }

  /** Whether reviews of this game have full precision, or can have it. @returns {"done" | "offered" | "none"} */
  get exactness() {
    if (this.#exact !== null || houseRulesOf(this.name) !== null || this.name === IN_ORDER) return "done";
    return this.name === SOLVED && canSolve() ? "offered" : "none";
  }

  /** Solve the game on the device for reviews in full precision. */
  async solveExactly() {
    this.#exact ??= await this.#solve(USUAL);
  }

  /** Answer a position, fetching the values that it needs. @param {Position} position @returns {Promise<Answer>} */
  async answerSoon(position) {
    const values = await this.values();
    const answer = this.answer(position);
    if (answer.kind !== "fetching") return answer;
    await values.fetch(answer.names);
    return this.answer(position);
  }

  /** Return the strategy of a machine that deliberately plays worse than perfectly. @param {Exclude<Plays, "perfect">} plays */
  async mind(plays) {
    const {mindOf} = await this.later();
    const mind = this.#minds.get(plays) ?? mindOf(plays, this.ruleset, this.data.minds_par);
    this.#minds.set(plays, mind);
    return mind;
  }

  /**
   * Compute the distribution of final scores after each of the best options.
   * @param {Position} position @param {readonly RankedOption[]} options @param {() => Promise<void>} breathe
   * @param {(outlooks: import("../endings/outlook.js").Outlook[]) => void} tell Called with approximate results first.
   */
  async lookAhead(position, options, breathe, tell) {
    return (await this.#futures()).lookAhead(position, options, breathe, tell);
  }

  #futures = once(async () => {
    const [{openFutures}, values] = await Promise.all([this.later(), this.values(), paintFirst()]);
    return openFutures(layOutGame(this.ruleset), values.valueOf, this.name === SOLVED ? this.file : null);
  });

  /**
   * Review the requested cards, null for the others. Return an empty list if there are no values or no dice are known.
   * @param {readonly Card[]} cards @param {(player: number) => boolean} [isWanted]
   * @returns {Promise<(import("./review.js").Review | null)[]>}
   */
  async review(cards, isWanted = () => true) {
    const is_known = cards.some(({turns}) => turns.some(({throws}) => throws !== undefined));
    if (!hasValues(this.name) || !is_known) return [];
    const reviews = [];
    for (const [player, card] of cards.entries()) reviews.push(isWanted(player) ? await this.#reviewCard(card) : null);
    return reviews;
  }

  /** @param {Card} card */
  async #reviewCard(card) {
    const [{reviewCard}, values] = await Promise.all([this.later(), this.#exact ?? this.values()]);
    return reviewCard(layOutGame(this.ruleset), values, card);
  }
}

/** Maximum number of open boxes for which final scores are computed; for the usual rules all are precomputed. */
export const MOST_OPEN = 12;

/**
 * Return whether the final scores after the options of a position can be computed.
 * @param {string} edition @param {import("../game/tables.js").Scores} scores @returns {"told" | "later" | "none"}
 */
export function outlookOf(edition, scores) {
  if (baseOf(edition) !== SOLVED) return "none";
  return edition === SOLVED || scores.filter((points) => points === null).length <= MOST_OPEN ? "told" : "later";
}

/**
 * Review an ended game: luck and losses, and the game as text and links.
 * @param {Desk} desk @param {import("./game.js").Game} game @param {import("./game.js").Played} played
 * @param {readonly number[]} judged Players without help whose review was requested.
 * @returns {Promise<import("./paint.js").Known>}
 */
export async function lookBack(desk, game, played, judged) {
  const report = await desk.later();
  const written = writtenOf(report, game, played);
  let has_failed = false;
  const isWanted = (/** @type {number} */ player) => ["peek", "coach"].includes(played.players[player].kind) || judged.includes(player);
  const reviews = await desk.review(played.cards, isWanted).catch(() => {
    has_failed = true;
    return [];
  });
  return {verdict: null, options: null, reviews, has_failed, report, exactness: desk.exactness, written};
}

/** Return the address of this page with a fragment, which is not sent to the server. @param {string} hash */
function pageWith(hash) {
  const address = new URL(location.href);
  address.search = "";
  address.hash = hash;
  return address.href;
}

/**
 * Write a game as text and as a link to this page, and a link to a new game with its dice.
 * @param {Awaited<ReturnType<Later>>} later @param {import("./game.js").Game} game @param {import("./game.js").Played} played
 */
export function writtenOf({writeGame}, {setup, draft}, played) {
  const {text, link} = writeGame(setup, played, draft.held);
  const dice_link = setup.dice === "page" ? pageWith(linkToDice(setup)) : "";
  return {text, link: pageWith(`game=${link.replaceAll("%", "%25")}`), dice_link};
}

/**
 * Judge the last decision, if its player has a coach, and rank the options of the dice on the table, if their player
 * may see them.
 * @param {Desk} desk @param {import("./game.js").Game} game @param {import("./game.js").Played} played
 * @returns {Promise<import("./paint.js").Known>}
 */
export async function knownOf(desk, game, played) {
  const last = lastDecision(game, desk.ruleset);
  const judged = last === null ? null : await desk.answerSoon(positionOf(last.before, desk.ruleset));
  const verdict = judged?.kind === "options" && last !== null ? judge(last.before, judged.options, last.key) : null;
  const is_helped = played.dice.length > 0 && ["peek", "coach"].includes(played.players[played.player].kind);
  const answer = is_helped ? await desk.answerSoon(positionOf(played, desk.ruleset)) : null;
  return {verdict, reviews: null, written: null, options: answer?.kind === "options" ? answer.options : null};
}
