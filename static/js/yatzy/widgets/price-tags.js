/** Price tags: on every open box hangs what closing it takes from everything still to come. The rule is to take the largest difference. */
import {byDigits, dressed, every, makeFigure} from "site_builder/kit";
import {showVerdict} from "../parts/guess.js";
import {drawBoxes, drawDice, drawFoot, drawLook, drawRule, frameOf, wordsOfTags} from "../prices/tags-drawing.js";
import {EMPTY, isWaiting, openTags, placeOfText, pressTags, readPrices, textOfPlace, turned} from "../prices/tags.js";
import {pointsOfGuess, verdictOf} from "../prices/tags-guess.js";
import {throwDice, tumble} from "../parts/throwing.js";
import {valuesFor} from "../parts/fetched-values.js";

/** @import {Alive, Figure} from "site_builder/kit" @import {Known, Place} from "../prices/tags.js" */

/** Fetch the values of all cards once a card needs them, and let the dice be thrown. @param {Alive<Place, Known>} alive */
function live(alive) {
  const {context, element, known} = alive;
  const load = valuesFor(context, known.game, (valueOf) => {
    known.all = valueOf;
    alive.draw();
  }, () => alive.go({...alive.place, card: EMPTY}));
  const tell = () => {
    if (isWaiting(alive.place, known)) load();
  };
  tell();
  return {
    tell,
    /** "throw"; all other presses lead where they lead. @param {string} key */
    press(key) {
      if (key !== "throw") return false;
      alive.go({...alive.place, dice: throwDice(known.game.ruleset.n_dice)}, true);
      if (!context.reducedMotion) tumble(every(element, ".tags-dice .die"));
    },
  };
}

/** @type {Figure<Place, Known>} */
const tags = {
  know: readPrices,
  opening: openTags,
  read: placeOfText,
  write: textOfPlace,
  frame: frameOf,
  draw: (place, known) => ({
    verdict: place.guess ? verdictOf(known, place.guess) : "",
    dice: drawDice(place),
    rule: drawRule(place, known),
    box: drawLook(place, known),
    boxes: drawBoxes(place, known),
    foot: drawFoot(place, known),
  }),
  words: wordsOfTags,
  press: pressTags,
  pressed(key, {announce, context, element, known, place}, before) {
    if (before.guess === null && place.guess) {
      if (key !== "skip") context.record("dearest", pointsOfGuess(known, place.guess));
      announce(verdictOf(known, place.guess));
      showVerdict(element);
    } else announce();
  },
  hands: [
    byDigits(".tags-dice", 6, (place, at, face) => ({...place, dice: turned(place.dice, at, face)})),
    dressed(".price-tags", ({guess}) => (guess === null ? "price-tags to-guess" : "price-tags")),
  ],
  wake: live,
};

export const {view, mount} = makeFigure(tags);
