import assert from "node:assert/strict";
import test, {mock} from "node:test";

import {playing} from "site_builder/kit";

/** Return a figure that counts, on a visible stage, and its playback. @param {boolean} reducedMotion */
function stage(reducedMotion) {
  /** @type {(entries: {isIntersecting: boolean}[]) => void} */
  let see = () => {};
  const global = /** @type {any} */ (globalThis);
  global.window = globalThis;
  global.IntersectionObserver = class {
    constructor(/** @type {typeof see} */ callback) {
      see = callback;
    }
    observe() {}
    disconnect() {}
  };
  const toggle = {textContent: "Play"};
  const alive = /** @type {any} */ ({
    element: {querySelector: () => toggle}, context: {reducedMotion}, place: {at: 0},
    pass(/** @type {{at: number}} */ next) {
      this.place = next;
      played.tell();
    },
  });
  const played = playing(alive, {button: "button", still: "Next", beat: () => {
    played.pass({at: alive.place.at + 1});
    return 100;
  }});
  see([{isIntersecting: true}]);
  return {alive, played, toggle};
}

test("playback continues until the reader moves the figure", () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const {alive, played, toggle} = stage(false);
  played.player.playing = true;
  mock.timers.tick(300);
  assert.deepEqual([alive.place.at, toggle.textContent], [1, "Pause"]);
  mock.timers.tick(100);
  assert.equal(alive.place.at, 2);
  played.tell(); // redrawn at the same place, for example with new data
  assert.equal(played.player.playing, true);
  alive.place = {at: 9};
  played.tell();
  mock.timers.tick(1000);
  assert.deepEqual([alive.place.at, toggle.textContent, played.player.playing], [9, "Play", false]);
  played.player.playing = true;
  mock.timers.tick(300);
  assert.equal(alive.place.at, 10, "it goes on from where the reader was");
  played.destroy();
  mock.timers.tick(1000);
  assert.equal(alive.place.at, 10);
  mock.timers.reset();
});

test("under reduced motion the button describes a single step", () => {
  const {played, toggle} = stage(true);
  assert.equal(toggle.textContent, "Next");
  played.destroy();
});
