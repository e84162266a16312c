/**
 * Lay out distant parts after the first paint (`far-waits` in static/css/engine/figures.css), a figure at a time, so that
 * lengths are correct soon and links lead to the right place.
 */

import {SCROLL_EVENTS, around} from "../browser/page.js";

/** Lay out distant parts once the page has loaded, or at once when the reader starts to scroll. */
export function layOutDeferred() {
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
  document.addEventListener("click", ({target}) => isLinkWithinPage(target) && finish(), {capture: true, signal: done.signal});
  addEventListener("hashchange", finish, {signal: done.signal});
  for (const move of SCROLL_EVENTS) addEventListener(move, finish, {capture: true, passive: true, signal: done.signal});
  if (document.readyState === "complete") whenIdle(next);
  else addEventListener("load", () => whenIdle(next), {once: true});
}

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, {timeout: 500});
  else setTimeout(work, 50);
}

/** Whether a press follows a link within this page. @param {EventTarget | null} target */
function isLinkWithinPage(target) {
  const link = /** @type {HTMLAnchorElement | null} */ (around(target, "a"));
  return link !== null && link.hash !== "" && link.pathname === location.pathname;
}
