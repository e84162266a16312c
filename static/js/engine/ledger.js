/** The contents as a scorecard: chapters that were read are ticked, and a figure may write a score into its row. */
import {remember, remembered} from "./preferences.js";

/** Marks belong to one site, and several may live on one host. */
function key() {
  return `ledger:${new URL(".", location.href).pathname}`;
}

/**
 * Read the marks; what cannot be read counts as none.
 * @param {string | null} stored
 * @returns {Record<string, string>} What stands in each page's box, by the page's file name.
 */
export function readMarks(stored) {
  try {
    const marks = JSON.parse(stored ?? "{}");
    return Object.fromEntries(Object.entries(marks).filter(([, mark]) => typeof mark === "string"));
  } catch {
    return {};
  }
}

/**
 * Name a page by its file.
 * @param {string} address
 */
export function pageOf(address) {
  return new URL(address).pathname.split("/").pop() || "index.html";
}

/** Show the marks, and tick this page when its end comes into view. */
export function startLedger() {
  showMarks();
  const end = document.querySelector(".page-chapter .pager");
  if (!end) return;
  const reached = new IntersectionObserver((entries) => {
    if (!entries.some(({isIntersecting}) => isIntersecting)) return;
    reached.disconnect();
    setMark((mark) => mark ?? "");
  });
  reached.observe(end);
}

/**
 * Write a few characters into this page's box.
 * @param {string} text
 */
export function record(text) {
  setMark(() => text);
}

/** @param {(mark: string | undefined) => string} change */
function setMark(change) {
  const marks = readMarks(remembered(key()));
  const page = pageOf(location.href);
  marks[page] = change(marks[page]);
  remember(key(), JSON.stringify(marks));
  showMarks();
}

function showMarks() {
  const marks = readMarks(remembered(key()));
  for (const link of document.querySelectorAll(".ledger a")) {
    const mark = marks[pageOf(/** @type {HTMLAnchorElement} */ (link).href)];
    link.closest("li")?.classList.toggle("read", mark !== undefined);
    const box = link.querySelector(".ledger-box");
    if (box) box.textContent = mark ?? "";
  }
}
