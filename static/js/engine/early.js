/**
 * Runs in the head, before anything is painted: theme, depth, and the classes that tell styles that a script runs and
 * that what is far may wait.
 * Blocks of the chosen depth open while the page is parsed, so nothing shifts later. A page opened from disk gets
 * no modules from its browser, so it stays as it is without scripts, unless it was built for that (`offline.js`).
 */
import {chooseDepth, remembered} from "./browser/preferences.js";

const root = document.documentElement;
const theme = /** @type {string} */ (remembered("theme"));
if (/^(light|dark)$/.test(theme)) root.dataset.theme = theme;

if (location.protocol !== "file:" || self.DISK) {
  const depth = chooseDepth(location.search, remembered("depth"));
  root.dataset.depth = depth + "";
  root.className = "scripting";

  // What is far from the window is laid out after the first paint, unless the reader arrives further down.
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (!location.hash && arrival?.type === "navigate") root.className += " far-waits";

  const parsing = new MutationObserver((changes) => {
    for (const {addedNodes} of changes) {
      for (const node of addedNodes) {
        const block = /** @type {HTMLDetailsElement} */ (node);
        if (Number(block.dataset?.depth) <= depth) block.open = true;
      }
    }
  });
  parsing.observe(root, {childList: true, subtree: true});
  addEventListener("DOMContentLoaded", () => parsing.disconnect());

  // A page whose modules do not arrive, or arrive damaged, is a page without scripts, and says so under its figures.
  const onEnd = (/** @type {Event} */ {target}) => {
    const {id, src} = /** @type {HTMLScriptElement} */ (target);
    if (id !== "main-script" || root.dataset.alive) return;
    root.className = "lifeless";
    onclick = ({target}) => {
      const isAsked = /** @type {HTMLButtonElement} */ (target).name === "again";
      if (isAsked) fetch(src, {cache: "reload"}).then(() => location.reload(), () => {});
    };
  };
  for (const end of ["error", "load"]) document.addEventListener(end, onEnd, true);
}
