/**
 * Runs in the head, before anything is painted: theme, depth, and the classes that tell styles that a script runs and
 * that what is far may wait.
 * Blocks of the chosen depth open while the page is parsed, so nothing shifts later. A page opened from disk gets
 * no modules from its browser, so it stays as it is without scripts.
 */
import {chooseDepth, isOpenAt, remembered} from "./preferences.js";

const root = document.documentElement;
const theme = remembered("theme");
if (theme === "light" || theme === "dark") root.dataset.theme = theme;

if (location.protocol !== "file:") {
  const depth = chooseDepth(location.search, remembered("depth"));
  root.dataset.depth = String(depth);
  root.classList.add("scripting");

  // What is far from the window is laid out after the first paint, unless the reader arrives further down.
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (location.hash === "" && arrival?.type === "navigate") root.classList.add("far-waits");

  const parsing = new MutationObserver((changes) => {
    for (const {addedNodes} of changes) {
      for (const node of addedNodes) {
        if (node instanceof HTMLDetailsElement && isOpenAt(node.dataset.depth, depth)) node.open = true;
      }
    }
  });
  parsing.observe(root, {childList: true, subtree: true});
  addEventListener("DOMContentLoaded", () => parsing.disconnect());

  // A page whose modules do not arrive is a page without scripts.
  const onError = (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLScriptElement && event.target.type === "module") root.classList.remove("scripting");
  };
  addEventListener("error", onError, true);
}
