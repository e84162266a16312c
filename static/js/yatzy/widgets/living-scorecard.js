/**
 * The living scorecard: a perfect game plays itself, a line traces the final score to be expected, and behind it stands
 * the distribution of where the game can still end.
 */
import {alongPicture, every, makeFigure, playing} from "site_builder/kit";
import {drawLiving, frameOf, movedTo, nextGame, readKnown, readMoment, wordsOfLiving} from "../title/living.js";
import {decisionsAt, textOfMoment, TURNS} from "../title/replay.js";
import {TIME_SHARE} from "../title/replay-drawing.js";
import {readCurves} from "../title/replay-endings.js";
import {tumble} from "../parts/throwing.js";
import {scandinavian} from "../game/rules/scandinavian.js";

/** @import {Known, Moment} from "../title/living.js" */

/** @typedef {import("site_builder/kit").Alive<Moment, Known>} Alive */

/** File of all distributions: too much to come with the page. */
const CURVES = "game-curves";
/** Milliseconds from one beat to the next: after dice fell, after some were kept, after a box was filled, at the end. */
const BEATS = {fallen: 1100, kept: 900, written: 1700, over: 6000};

/** @type {import("site_builder/kit").Figure<Moment, Known>} */
const living = {
  know: readKnown,
  /** `moment`: game and decisions made, "1.20", or the game alone. */
  opening: ({moment = ""}, known) => /** @type {Moment} */ (readMoment(moment, known) ?? readMoment("1", known)),
  read: readMoment,
  write: textOfMoment,
  frame: frameOf,
  draw: drawLiving,
  words: wordsOfLiving,
  hands: [alongPicture(".living-curve", {
    label: "Moment of the game",
    stride: scandinavian.n_throws,
    spoken: true,
    now: ({made}) => made,
    last: ({game}, {games}) => games[game].length,
    stepAt: (share, {game}, {games}) => decisionsAt(games[game], (share / TIME_SHARE) * TURNS),
    moved: (moment, made) => movedTo(moment, made),
  })],
  wake(alive) {
    fetchCurves(alive);
    return play(alive);
  },
};

/** Fetch the distributions of all moments; until they come, the line goes on without them. @param {Alive} alive */
async function fetchCurves(alive) {
  const {context, known, signal} = alive;
  try {
    known.curves = readCurves(await context.file(CURVES), known.games);
    if (!signal.aborted) alive.draw();
  } catch (error) {
    context.fail(error, () => fetchCurves(alive));
  }
}

/** Let the game play: dice fall, a decision is made, or the next game begins. @param {Alive} alive */
function play(alive) {
  const {context, element, known} = alive;
  const played = playing(alive, {
    button: "[data-press=play]",
    still: "Next decision",
    beat() {
      const {made, fallen} = alive.place;
      const game = known.games[alive.place.game];
      if (made === game.length) {
        played.pass(nextGame(alive.place, known));
        return BEATS.kept;
      }
      played.pass(movedTo(alive.place, fallen ? made + 1 : made, !fallen));
      if (!fallen) {
        dropDice(element, game[made].held);
        return BEATS.fallen;
      }
      if (made + 1 === game.length) return BEATS.over;
      return game[made].category === null ? BEATS.kept : BEATS.written;
    },
  });
  const {player} = played;
  player.playing = !context.reducedMotion && readMoment(context.readState() ?? "", known) === null;
  return {
    ...played,
    /** Press "play" (play, pause or, without motion, the next decision) or "another". @param {string} key */
    press(key) {
      if (key === "another") {
        alive.go(nextGame(alive.place, known));
        alive.announce("Another game.");
        player.playing = !context.reducedMotion;
      } else if (context.reducedMotion) {
        alive.go(movedTo(alive.place, Math.min(alive.place.made + 1, known.games[alive.place.game].length)), true);
      } else player.playing = !player.playing;
    },
  };
}

/** Let the dice that were thrown fall; those that were held lie still. @param {HTMLElement} element @param {readonly boolean[]} held */
function dropDice(element, held) {
  tumble(every(element, ".living-dice .die").filter((_, place) => !held[place]));
}

export const {view, mount} = makeFigure(living);
