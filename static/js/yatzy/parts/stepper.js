/** A number that is raised and lowered by one, as markup; `static/css/yatzy/parts/stepper.css` dresses it. */

/**
 * Draw it; at an end of the range the button stays where it is, and does nothing.
 * @param {string} key Presses are "KEY-less" and "KEY-more".
 * @param {number} count @param {number} most
 * @param {string} what Said for the buttons.
 * @param {string} text Shown for the number.
 */
export function stepper(key, count, most, what, text) {
  const button = (/** @type {"less" | "more"} */ way, /** @type {boolean} */ is_end) =>
    `<button type="button" class="button" data-press="${key}-${way}" aria-label="One ${what} ${way}" aria-disabled="${is_end}">${way === "less" ? "−" : "+"}</button>`;
  return `<span class="stepper">${button("less", count === 0)}<output>${text}</output>${button("more", count === most)}</span>`;
}
