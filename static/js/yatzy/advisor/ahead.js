/** What the best options of a position lead to, once it is known; of the essay's game only. */

import {layOutGame} from "../game/tables.js";
import {codeMissing} from "../words/text.js";

/** @import {Futures, Outlook} from "../endings/outlook.js" */
/** @import {RankedOption} from "../parts/ranked.js" */
/** @import {Position} from "./position.js" */
/** @import {Table} from "./table.js" */

/** Lets the page live: what is there is drawn first. @returns {Promise<void>} */
const breathe = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export class Ahead {
  /** @type {Promise<Futures> | null} */
  #coming = null;
  /** The position that was asked for last. @type {Position | null} */
  #position = null;
  /** @type {readonly Outlook[]} */
  #outlooks = [];

  /** What is known of a position. @param {Position} position */
  of(position) {
    return position === this.#position ? this.#outlooks : [];
  }

  /**
   * Ask for a position, unless that was asked last.
   * @param {Table} table Its values are here. @param {Position} position @param {readonly RankedOption[]} options
   * @param {import("./values.js").FetchFile} file @param {() => void} show What is known then.
   */
  async ask(table, position, options, file, show) {
    if (position === this.#position) return;
    [this.#position, this.#outlooks] = [position, []];
    try {
      this.#coming ??= this.#open(table, file);
      await breathe();
      if (this.#position !== position) return;
      const outlooks = await (await this.#coming).lookAhead(position, options, breathe);
      if (this.#position !== position) return; // The reader has gone on meanwhile.
      this.#outlooks = outlooks;
      show();
    } catch {
      this.#coming = null; // The options stand there without; the next position asks again.
    }
  }

  /** @param {Table} table @param {import("./values.js").FetchFile} file */
  async #open({ruleset, values}, file) {
    const {openFutures} = await import("../endings/outlook.js").catch(codeMissing);
    if (values === null) throw new RangeError("the values are not here");
    return openFutures(layOutGame(ruleset), values.valueOf, file);
  }
}
