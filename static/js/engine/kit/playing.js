/**
 * A figure that plays by itself, until the reader takes hold of it.
 */
import {WORDS} from "site_builder/words";
import {Player} from "./play.js";
import {find} from "./repaint.js";

/**
 * Let a figure play. What this returns belongs into what the figure's own code returns, so that it is told of moves.
 * @template Place, Known
 * @param {import("./kit").Alive<Place, Known>} alive
 * @param {object} play
 * @param {string} play.button Selector of what plays and pauses; pressing it is left to the figure.
 * @param {string} play.still What it says where motion is unwelcome, and the figure goes on by one beat.
 * @param {() => number} play.beat Goes on by one beat, with `pass`; returns the milliseconds until the next.
 */
export function playing(alive, {button, still, beat}) {
  const toggle = find(alive.element, button);
  let reached = alive.place;
  const player = new Player(alive.element, beat, (on) => (toggle.textContent = on ? WORDS.pause : WORDS.play));
  if (alive.context.reducedMotion) toggle.textContent = still;
  return {
    player,
    /** Come by a place: the play goes on. @param {Place} next */
    pass(next) {
      reached = next;
      alive.pass(next);
    },
    /** Where the play has not brought it, the reader has: it pauses. */
    tell() {
      if (alive.place === reached) return;
      reached = alive.place;
      player.playing = false;
    },
    destroy: () => player.stop(),
  };
}
