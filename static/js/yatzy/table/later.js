/**
 * Code that is loaded on demand: values, reading and writing games, reports, machines that play worse than perfectly,
 * and solving on the device. It is one file because several files would be larger in total.
 */

export {openValues} from "../advisor/values.js";
export {decodeRecord} from "../record/parse.js";
export {solvedValues} from "./device.js";
export {valuesInOrder} from "./in-order.js";
export {mindOf} from "./minds.js";
export {openFutures} from "../endings/outlook.js";
export {drawGamesHere, gamesHere, storeGame} from "./offline.js";
export {drawCode} from "./qr-code.js";
export {areSeveral, readGame, writeGame} from "./records.js";
export {reviewCard} from "./review.js";
export {drawExactness, drawReview, GameArchive} from "./archive.js";
// This import makes the bundler put the modules that both use into the table's file instead of another shared file.
import "./alive.js";
