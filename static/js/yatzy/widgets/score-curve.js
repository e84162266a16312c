/**
 * Where do perfect games end? The reader draws the curve first; then the exact one grows over the drawing, with a handle
 * on it and a place for the reader's own last score.
 */
import {alongPicture, makeFigure, shareText} from "site_builder/kit";
import {DRAWN, gamesToSee, readCurve, scoreAt} from "../perfect/score-curve.js";
import {askForCurve, followAsking} from "../perfect/score-curve-alive.js";
import {drawBlur, drawCurve, drawCurveCard, drawShares, meanOf, placeOfText, textOfPlace, wordsOfPlace} from "../perfect/score-curve-drawing.js";
import {verdictOf} from "../perfect/score-guess-drawing.js";

/** @import {Place} from "../perfect/score-curve-alive.js" */
/** @import {Curve} from "../perfect/score-curve.js" */

/** Where the handle stands when the figure opens. */
const OPENING = "250";

/** What asks for a guess comes when the figure wakes; the still only tells. */
const FRAME = `<div class="ends">
<p class="ends-shares ends-answer tells" data-region="shares"></p>
<div class="ends-field tells" data-dock-from><svg aria-hidden="true" data-region="curve"></svg></div>
<p class="ends-verdict tells" data-region="verdict"></p>
<p class="ends-words tells" data-region="words"></p>
<div class="ends-controls with-script tells">
<label class="ends-own-label">Your last score <input class="ends-input" type="number" inputmode="numeric" min="0" max="374" autocomplete="off"></label>
<p class="ends-blur" role="group" aria-label="How finely the curve is drawn" data-region="blur"></p>
</div>
</div>`;

/** @type {import("site_builder/kit").Figure<Place, Curve>} */
const scoreCurve = {
  know: (data) => readCurve(data.score_curve),
  opening: ({place = OPENING}, curve) => ({.../** @type {Place} */ (placeOfText(place, curve)), asks: true}),
  still: (opening) => ({...opening, asks: false}),
  read(text, curve) {
    const place = placeOfText(text, curve);
    return place && {...place, asks: false};
  },
  write: (place) => (place.asks ? "" : textOfPlace(place)),
  frame: FRAME,
  draw: (place, curve) => ({
    shares: drawShares(curve, place),
    curve: drawCurve(curve, place),
    verdict: place.drawn === null ? "" : verdictOf(curve, meanOf(curve), place.drawn),
    words: wordsOfPlace(curve, place),
    blur: drawBlur(curve, place),
  }),
  card: (_place, curve) => drawCurveCard(curve),
  words: (place, curve) => wordsOfPlace(curve, place),
  /** The score at the handle, and the shares of games that reach it and that do not. */
  readouts({score}, {at_least: {[score]: reach}}) {
    return {score: String(score), reach: shareText(reach), miss: shareText(1 - reach), games: gamesToSee(reach)};
  },
  hands: [
    followAsking,
    alongPicture(".ends-field", {
      label: "Score that the handle stands at",
      stride: 10,
      now: ({score}) => score,
      last: (_, {best}) => best,
      moved: (place, score) => ({...place, score}),
      stepAt: (share, _, {best}) => Math.max(DRAWN.from, Math.min(best, scoreAt(share))),
    }),
  ],
  wake: askForCurve,
};

export const {view, card, mount, readouts} = makeFigure(scoreCurve);
