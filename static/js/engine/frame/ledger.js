/**
 * Progress in the contents: chapters that have been read are ticked, and on a site with guesses the contents are a card
 * with the points of each chapter. Everything is stored in the reader's browser.
 */
import {WORDS} from "site_builder/words";
import {translated} from "../kit/texts.js";
import {remember, remembered} from "../browser/preferences.js";

/**
 * @typedef {Record<string, number>} Points Of the guesses of a page, by name.
 * @typedef {{read: boolean, points: Points}} Mark
 * @typedef {Record<string, Mark>} Marks By the page's file name.
 */

/** Storage key of this site; a host may serve several sites. */
const key = () => `card:${new URL(".", location.href).pathname}`;

/** Parse the stored marks, ignoring invalid ones. @param {string | null} stored @returns {Marks} */
export function readMarks(stored) {
  try {
    const marks = Object.entries(JSON.parse(stored ?? "{}")).filter(([, mark]) => typeof mark?.points === "object");
    return Object.fromEntries(marks.map(([page, {read, points}]) => [page, {read: read === true, points: validPoints(points)}]));
  } catch {
    return {};
  }
}

/** Drop invalid points. @param {Record<string, unknown> | null} points @returns {Points} */
function validPoints(points) {
  const kept = Object.entries(points ?? {}).filter(([, value]) => Number.isInteger(value) && Number(value) >= 0);
  return /** @type {Points} */ (Object.fromEntries(kept));
}

/**
 * Add the points of a guess, unless it has points already.
 * @param {Marks} marks @param {string} page @param {string} guess @param {number} points @returns {Marks}
 */
export function withPoints(marks, page, guess, points) {
  const {read, points: before} = marks[page] ?? {read: false, points: {}};
  return {...marks, [page]: {read, points: {[guess]: points, ...before}}};
}

/** Return the sum of the points of a page; null before its first guess. @param {Mark | undefined} mark */
export function sumOf(mark) {
  const points = Object.values(mark?.points ?? {});
  return points.length === 0 ? null : points.reduce((sum, one) => sum + one, 0);
}

/** Return the file name of a page. @param {string} address */
export const pageOf = (address) => decodeURIComponent(new URL(address).pathname.split("/").pop() || "index.html");

/** Show the marks, and tick this page when its end becomes visible. */
export function startLedger() {
  showMarks();
  if (HAS.far) migrateCard().catch(console.warn); // An app without chapters leaves it to the chapters.
  document.querySelector(".ledger-clear")?.addEventListener("click", () => {
    remember(key(), null);
    showMarks();
  });
  const end = document.querySelector(".page-chapter .pager");
  if (!end) return;
  const reached = new IntersectionObserver((entries) => {
    if (!entries.some(({isIntersecting}) => isIntersecting)) return;
    reached.disconnect();
    change((marks, page) => ({...marks, [page]: {points: marks[page]?.points ?? {}, read: true}}));
  });
  reached.observe(end);
}

/** Migrate a card that was stored before figures moved to other pages. */
async function migrateCard() {
  const stored = remembered(key());
  const led = document.querySelector(/** @type {"nav"} */ (".contents"))?.dataset.led;
  if (stored === null || led === undefined) return;
  const {migrateMarks} = await import("./card-migration.js");
  const moved = JSON.stringify(migrateMarks(readMarks(stored), JSON.parse(led)));
  // Nothing to migrate, or the card was changed meanwhile: the next page migrates it.
  if (moved === stored || remembered(key()) !== stored) return;
  remember(key(), moved);
  showMarks();
}

/** Return the points of a guess; null if there are none. @param {string} page @param {string} guess */
export const pointsOf = (page, guess) => readMarks(remembered(key()))[page]?.points[guess] ?? null;

/**
 * Record the points of a guess in the row of its page. On a site without a card, warn the author how to add one.
 * @param {string} page Its file.
 * @param {string} guess Its name on that page.
 * @param {number} points Integer, 0 to 10.
 * @returns {{points: number, total: number} | null} The points of the first answer and the total of the card; null without a card.
 */
export function record(page, guess, points) {
  if (!document.querySelector(".ledger-guesses")) {
    console.warn(`The guess ${guess} is not recorded: the site has no card. Fix: add [guesses] to content/site.toml.`);
    return null;
  }
  const {total, marks} = change((marks) => withPoints(marks, page, guess, points));
  return {points: marks[page].points[guess], total};
}

/** @param {(marks: Marks, page: string) => Marks} how */
function change(how) {
  const marks = how(readMarks(remembered(key())), pageOf(location.href));
  remember(key(), JSON.stringify(marks));
  return {total: showMarks(marks), marks};
}

/** Show the marks in all lists; return the total of the card. */
export function showMarks(marks = readMarks(remembered(key()))) {
  let total = 0;
  for (const list of document.querySelectorAll(".ledger")) {
    const isCard = list.matches(".ledger-guesses");
    for (const link of list.querySelectorAll("a")) {
      const mark = marks[pageOf(link.href)];
      const sum = isCard ? sumOf(mark) : null;
      link.closest("li")?.classList.toggle("read", mark?.read === true || sum !== null);
      fillBox(link, sum);
    }
    if (isCard) total = showSums(list, marks);
  }
  return total;
}

/** @param {Element} row @param {number | null} sum */
function fillBox(row, sum) {
  const box = row.querySelector(".ledger-box");
  if (box === null) return;
  box.textContent = sum === null ? "" : String(sum);
  if (sum !== null) box.append(Object.assign(document.createElement("span"), {className: "visually-hidden", textContent: ` ${translated(WORDS.points)}`}));
}

/**
 * Fill in the sums of a card: of the rows, of the reward for the rows above it, and the total, which includes guesses on
 * pages that are not chapters.
 * @param {Element} card @param {Marks} marks @returns {number} The total.
 */
function showSums(card, marks) {
  let total = 0;
  for (const row of card.children) {
    if (row.matches(".ledger-chapter")) {
      total += sumOf(marks[pageOf(row.querySelector("a")?.href ?? location.href)]) ?? 0;
    } else if (row instanceof HTMLElement && row.matches(".ledger-reward")) {
      const isEarned = total >= Number(row.dataset.from);
      row.querySelector("progress")?.setAttribute("value", String(total));
      row.classList.toggle("read", isEarned);
      fillBox(row, isEarned ? Number(row.dataset.adds) : null);
      if (isEarned) total += Number(row.dataset.adds);
    } else if (row.matches(".ledger-total")) {
      for (const link of card.querySelectorAll("li:not(.ledger-chapter) a")) total += sumOf(marks[pageOf(/** @type {HTMLAnchorElement} */ (link).href)]) ?? 0;
      fillBox(row, total);
    }
  }
  card.querySelector(".ledger-clear")?.toggleAttribute("hidden", Object.keys(marks).length === 0);
  return total;
}
