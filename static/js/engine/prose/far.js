/**
 * What is far from the window waits until the first words are painted (`far-waits` in static/css/engine/figures.css).
 * Then it is laid out, a figure at a time, so that soon every length is true and links lead where they should.
 */

import {MOVES, around} from "../browser/page.js";

/** Lay out what waits once the page is there, or at once when a reader begins to move in it. */
export function layOutFar() {
  const root = document.documentElement;
  if (!root.classList.contains("far-waits")) return;
  const waiting = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".stage")]);
  const done = new AbortController();
  const finish = () => {
    done.abort();
    root.classList.remove("far-waits");
  };
  const next = () => {
    if (done.signal.aborted) return;
    const stage = waiting.shift();
    if (!stage) return finish();
    stage.style.contentVisibility = "visible";
    whenIdle(next);
  };
  document.addEventListener("click", ({target}) => isWayInPage(target) && finish(), {capture: true, signal: done.signal});
  addEventListener("hashchange", finish, {signal: done.signal});
  for (const move of MOVES) addEventListener(move, finish, {capture: true, passive: true, signal: done.signal});
  if (document.readyState === "complete") whenIdle(next);
  else addEventListener("load", () => whenIdle(next), {once: true});
}

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, {timeout: 500});
  else setTimeout(work, 50);
}

/** Whether a press leads to a place in this page. @param {EventTarget | null} target */
function isWayInPage(target) {
  const link = /** @type {HTMLAnchorElement | null} */ (around(target, "a"));
  return link !== null && link.hash !== "" && link.pathname === location.pathname;
}
