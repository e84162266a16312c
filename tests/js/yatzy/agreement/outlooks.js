/**
 * What the page says that options lead to: a position with a box to be written a line on the standard input, their
 * outlooks on the standard output.
 */

import {createInterface} from "node:readline";

import {findEdition, rulesOf} from "../../../../static/js/yatzy/advisor/editions.js";
import {openValues} from "../../../../static/js/yatzy/advisor/values.js";
import {layOutGame} from "../../../../static/js/yatzy/game/tables.js";
import {readEarly} from "../../../../static/js/yatzy/table/early.js";
import {Futures} from "../../../../static/js/yatzy/table/outlook.js";
import {readPublishedEarly, readPublishedFile} from "../published.js";

const edition = findEdition("scandinavian");
if (edition === undefined) throw new RangeError("the game is not there");
const game = layOutGame(rulesOf(edition));
const {valueOf} = await openValues(edition, game, readPublishedFile);
const futures = new Futures(game, valueOf, readEarly(await readPublishedEarly(), game, valueOf));
const outlooks = [];
for await (const line of createInterface({input: process.stdin})) {
  const {category, ...position} = JSON.parse(line);
  outlooks.push(...await futures.ask({...position, kept: 0}, [{action: "score", dice: position.dice, category}], async () => {}));
}
process.stdout.write(JSON.stringify(outlooks));
