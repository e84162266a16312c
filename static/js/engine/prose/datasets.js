/** Filter lists of data sets by words: hide sets without them, and open folded lists with matches. */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {fill} from "../browser/page.js";

/**
 * Return for each text whether it contains all words; underscores count as spaces.
 * @param {readonly string[]} texts @param {string} wanted
 */
export function matches(texts, wanted) {
  const words = wanted.toLowerCase().split(/[\s_]+/).filter(Boolean);
  return texts.map((text) => {
    const spaced = text.toLowerCase().replace(/_/g, " ");
    return words.every((word) => spaced.includes(word));
  });
}

/** Bind the filter field. */
export function startDatasets() {
  const field = document.querySelector(".dataset-filter");
  const input = field?.querySelector("input");
  const output = field?.querySelector("output");
  if (!input || !output) return;
  const sets = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".datasets > li")]);
  const texts = sets.map((set) => set.textContent ?? "");
  const lists = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".datasets")]);

  // Lists opened by the filter, which are closed when it is cleared.
  /** @type {Set<HTMLDetailsElement>} */
  const opened = new Set();

  /** @param {HTMLElement} list @param {boolean} isEmpty @param {boolean} isWanted */
  function showList(list, isEmpty, isWanted) {
    const group = /** @type {HTMLDetailsElement | null} */ (list.closest(".dataset-group"));
    const whole = group ?? list;
    whole.toggleAttribute("hidden", isEmpty);
    if (whole.previousElementSibling?.matches("h2, h3, h4")) whole.previousElementSibling.toggleAttribute("hidden", isEmpty);
    if (group && isWanted && !group.open) {
      opened.add(group);
      group.open = true;
    }
    if (group && !isWanted && opened.delete(group)) group.open = false;
  }

  function filter() {
    const wanted = input?.value ?? "";
    const shown = matches(texts, wanted);
    sets.forEach((set, index) => set.toggleAttribute("hidden", !shown[index]));
    for (const list of lists) {
      const isEmpty = list.querySelector(":scope > li:not([hidden])") === null;
      showList(list, isEmpty, !isEmpty && wanted.trim() !== "");
    }
    const count = shown.filter(Boolean).length;
    if (output) output.value = count < sets.length ? fill(WORDS.sets_shown, {shown: count, all: sets.length}) : "";
  }

  input.addEventListener("input", filter);
  filter();
}
