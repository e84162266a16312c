/** Words of the prose to choose others of (`::pick`): a list to unfold, in the line. */

/**
 * Let words be chosen from.
 * @param {HTMLElement} pick @param {(state: string) => void} choose Called with the state of the figure that is asked for.
 */
export function dressPick(pick, choose) {
  if (pick.firstElementChild !== null) return;
  const {stops = "[]", labels = "[]", state = "", label = ""} = pick.dataset;
  const texts = /** @type {string[]} */ (JSON.parse(stops));
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  for (const [index, words] of /** @type {string[]} */ (JSON.parse(labels)).entries()) select.add(new Option(words, texts[index]));
  const written = pick.textContent ?? "";
  pick.replaceChildren(select);
  showPick(pick, written);
  select.addEventListener("change", () => choose(state.replaceAll("*", select.value)));
}

/** Show what the figure reads out. @param {HTMLElement} pick @param {string} words */
export function showPick(pick, words) {
  const select = pick.querySelector("select");
  const option = [...(select?.options ?? [])].find(({text}) => text === words);
  if (option) option.selected = true;
}
