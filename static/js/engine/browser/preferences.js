/** Stored preferences of the reader: theme, depth, language. No DOM; early.js and main.js share it. */

/** Return a stored preference; null if there is none or the browser forbids storage. @param {string} key @returns {string | null} */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Store a preference, or delete it. @param {string} key @param {string | null} value */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: the preference applies to this page only.
  }
}

/**
 * Return the depth of reading: from the address, else the stored one, else the story.
 * @param {string} search The query of the page's address.
 * @param {string | null} stored
 * @returns {number} 1 story, 2 mathematics, 3 code.
 */
export function chooseDepth(search, stored) {
  const asked = new URLSearchParams(search).get("depth");
  return Number([asked, stored].find((depth) => /^[1-3]$/.test(depth ?? "")) ?? 1);
}

/**
 * Whether a block of a level is open at a depth; depth is cumulative.
 * @param {string | undefined} level The block's `data-depth`.
 * @param {number} depth
 */
export const isOpenAt = (level, depth) => Number(level) <= depth;

/**
 * Return the other theme; nothing is stored if it is the system's.
 * @param {string | undefined} chosen "light", "dark" or undefined.
 * @param {boolean} systemIsDark @returns {{theme: "light" | "dark", stored: "light" | "dark" | null}}
 */
export function flipTheme(chosen, systemIsDark) {
  const isDark = chosen === "dark" || (chosen !== "light" && systemIsDark);
  const theme = isDark ? "light" : "dark";
  return {theme, stored: (theme === "dark") === systemIsDark ? null : theme};
}
