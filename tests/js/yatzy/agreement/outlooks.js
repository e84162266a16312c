/**
 * Print the page's outlooks of options: reads a position with a category, one per line, from standard input, and writes
 * their outlooks to standard output.
 */

import {createInterface} from "node:readline";

import {findEdition, rulesOf} from "../../../../static/js/yatzy/advisor/position.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {openFutures} from "../../../../static/js/yatzy/endings/outlook.js";
import {readPublishedEarly, readPublishedFile, readPublishedRough} from "../published.js";

const edition = findEdition("scandinavian");
if (edition === undefined) throw new RangeError("the game is not there");
const game = layOutGame(rulesOf(edition));
const {valueOf} = await openValues(edition, game, readPublishedFile);
const futures = await openFutures(game, valueOf, (name) => (name === "early-endings" ? readPublishedEarly() : readPublishedRough()));
const outlooks = [];
for await (const line of createInterface({input: process.stdin})) {
  const {category, ...position} = JSON.parse(line);
  /** @type {[import("../../../../static/js/yatzy/advisor/position.js").Position, import("../../../../static/js/yatzy/endings/outlook.js").Option[]]} */
  const asked = [{...position, kept: 0}, [{action: "score", dice: position.dice, category}]];
  const [glance] = await futures.glance(...asked, async () => {}) ?? [];
  const [outlook] = glance?.is_rough === false ? [glance] : await futures.ask(...asked, async () => {});
  outlooks.push({...outlook, glance: glance?.is_rough ? glance : undefined});
}
process.stdout.write(JSON.stringify(outlooks));
