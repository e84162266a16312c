/** The card of guesses as a figure may read it: what stands in the contents, and nothing but that. */

/** @import {Card} from "../widget" */

/** @param {ParentNode} row @param {string} selector */
const textIn = (row, selector) => row.querySelector(selector)?.textContent?.trim() ?? "";

/** The points in a box; null for an empty one. @param {Element} row */
function pointsIn(row) {
  const points = parseInt(textIn(row, ".ledger-box"), 10);
  return Number.isNaN(points) ? null : points;
}

/**
 * Read the card; null where a site has none. Where several lists show it, the one that adds it up is read.
 * @param {ParentNode} [page]
 * @returns {Card | null}
 */
export function readCard(page = document) {
  const card = page.querySelector(".ledger-guesses:has(.ledger-total)") ?? page.querySelector(".ledger-guesses");
  if (card === null) return null;
  const rows = [...card.querySelectorAll(".ledger-chapter")].map((row) => ({title: textIn(row, ".ledger-title"), points: pointsIn(row), isHere: row.querySelector("[aria-current]") !== null}));
  const reward = /** @type {HTMLElement | null} */ (card.querySelector(".ledger-reward"));
  const sum = rows.reduce((total, {points}) => total + (points ?? 0), 0);
  return {
    rows,
    reward: reward && {name: textIn(reward, "b"), after: [...card.children].filter((row) => row.matches(".ledger-chapter") && row.compareDocumentPosition(reward) & Node.DOCUMENT_POSITION_FOLLOWING).length, points: pointsIn(reward)},
    total: sum + ((reward && pointsIn(reward)) ?? 0),
  };
}
