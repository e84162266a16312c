/** The rules and values of one game at the table; values are fetched when somebody asks for advice, or at the end. */

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
/** @typedef {() => Promise<typeof import("./later.js")>} Later Fetches the code that is loaded on demand. */

/** Return a function that does something once, and again only after a failure. @template T @param {() => Promise<T>} act */
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

  /** @param {string} name One of the names of games. @param {FetchFile} file @param {Record<string, DataSet>} data @param {Later} later */
  constructor(name, file, data, later) {
    this.data = data;
    this.later = later;
    this.name = name;
    this.edition = findEdition(name);
    this.ruleset = rulesFor(name);
    this.file = file;
  }

  /** Answer a position as far as the values are here. @param {Position} position @returns {Answer} */
  answer(position) {
    return this.#answer?.(position) ?? {kind: "waiting"};
  }

  /** Whether the values are here. */
  get is_ready() {
    return this.#answer !== null;
  }

  /** Fetch the values, once; a failure can be tried again. */
  values = once(async () => {
    const game = layOutGame(this.ruleset);
    const values = await this.#valuesOf(game);
    this.#answer = adviser(game, values);
    return values;
  });

  /** Fetch the values, or let the device find those of house rules. @param {import("../game/tables.js").Game} game */
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

  /** Whether the reviews of this game are in full precision, or can be. @returns {"done" | "offered" | "none"} */
  get exactness() {
    if (this.#exact !== null || houseRulesOf(this.name) !== null || this.name === IN_ORDER) return "done";
    return this.name === SOLVED && canSolve() ? "offered" : "none";
  }

  /** Let the device find the values in full precision, for reviews. */
  async solveExactly() {
    this.#exact ??= await this.#solve(USUAL);
  }

  /** Answer a position, and fetch what that takes. @param {Position} position @returns {Promise<Answer>} */
  async answerSoon(position) {
    const values = await this.values();
    const answer = this.answer(position);
    if (answer.kind !== "fetching") return answer;
    await values.fetch(answer.names);
    return this.answer(position);
  }

  /** Return the mind of a machine that plays on purpose less than perfectly. @param {Exclude<Plays, "perfect">} plays */
  async mind(plays) {
    const {mindOf} = await this.later();
    const mind = this.#minds.get(plays) ?? mindOf(plays, this.ruleset, this.data.minds_par);
    this.#minds.set(plays, mind);
    return mind;
  }

  /**
   * Follow the best options of a position to the ends of all games that can come of them.
   * @param {Position} position @param {readonly RankedOption[]} options @param {() => Promise<void>} breathe
   * @param {(outlooks: import("../endings/outlook.js").Outlook[]) => void} tell What is nearly so, before.
   */
  async lookAhead(position, options, breathe, tell) {
    return (await this.#futures()).lookAhead(position, options, breathe, tell);
  }

  #futures = once(async () => {
    const [{openFutures}, values] = await Promise.all([this.later(), this.values()]);
    return openFutures(layOutGame(this.ruleset), values.valueOf, this.name === SOLVED ? this.file : null);
  });

  /**
   * Review each card, or return null for cards that are not wanted. Return an empty list if there are no values or no dice are known.
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

/** With more open boxes there are too many games to follow while somebody waits; of the usual rules their ends are known. */
export const MOST_OPEN = 12;

/**
 * Tell whether it can be said of a position what its options lead to.
 * @param {string} edition @param {import("../game/tables.js").Scores} scores @returns {"told" | "later" | "none"}
 */
export function outlookOf(edition, scores) {
  if (baseOf(edition) !== SOLVED) return "none";
  return edition === SOLVED || scores.filter((points) => points === null).length <= MOST_OPEN ? "told" : "later";
}

/**
 * Look back on a game that is over: what was luck, and the game to be taken along.
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

/** Return the address of this page with something behind "#", which no server gets. @param {string} hash */
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
 * Ask the values what they say of a game: of the last decision, if its player has a coach, and of the dice on the table,
 * if their player may look.
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
