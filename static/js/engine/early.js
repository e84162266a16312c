/**
 * Script in the head that runs before the first paint: sets the theme, the depth, and classes for the styles. Blocks up
 * to the chosen depth are opened while the page is parsed, so that nothing shifts later. Browsers load no modules for
 * pages opened from disk, so these stay pages without scripts, unless they were built for that (`offline.js`).
 */
import {chooseDepth, remembered} from "./browser/preferences.js";

const root = document.documentElement;
const theme = /** @type {string} */ (remembered("theme"));
if (/^(light|dark)$/.test(theme)) root.dataset.theme = theme;

if (location.protocol !== "file:" || self.DISK) {
  const depth = chooseDepth(location.search, remembered("depth"));
  root.dataset.depth = depth + "";
  root.className = "scripting";

  // Lay out content far below the window after the first paint, unless the page opens further down.
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

  // If the main script cannot be loaded or run, show the page as without scripts, with a message under its figures.
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
