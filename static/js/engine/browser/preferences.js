/** What the reader has chosen before: theme and depth of reading. No DOM; early.js and main.js share it. */

/** Read a remembered choice; a browser that forbids storage remembers nothing. @param {string} key @returns {string | null} */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remember a choice, or forget it. @param {string} key @param {string | null} value */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: the choice holds for this page only.
  }
}

/**
 * Choose the depth of reading: the address first, then memory, else the story alone.
 * @param {string} search The query of the page's address.
 * @param {string | null} stored
 * @returns {number} 1 story, 2 mathematics, 3 code.
 */
export function chooseDepth(search, stored) {
  const asked = new URLSearchParams(search).get("depth");
  return Number([asked, stored].find((depth) => /^[1-3]$/.test(depth ?? "")) ?? 1);
}

/**
 * Tell whether a block of some level is open at a depth; depth is cumulative.
 * @param {string | undefined} level The block's `data-depth`.
 * @param {number} depth
 */
export const isOpenAt = (level, depth) => Number(level) <= depth;

/**
 * Flip the theme. Choosing what the system has anyway means following the system again.
 * @param {string | undefined} chosen "light", "dark" or nothing chosen.
 * @param {boolean} systemIsDark @returns {{theme: "light" | "dark", stored: "light" | "dark" | null}}
 */
export function flipTheme(chosen, systemIsDark) {
  const isDark = chosen === "dark" || (chosen !== "light" && systemIsDark);
  const theme = isDark ? "light" : "dark";
  return {theme, stored: (theme === "dark") === systemIsDark ? null : theme};
}
