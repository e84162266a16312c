/**
 * What comes after the table stands, once a game asks for it: values, games that are read and written, reports, machines
 * that play less than perfectly, and what the device works out. It comes as one: in parts it would be larger.
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
export {drawExactness, drawReview, Room} from "./room.js";
// This import puts the modules that both use into the file of the table, so that there is one shared file less.
import "./alive.js";
