/**
 * Redraw only the changed regions of a figure, preserving the focus.
 *
 * A region is an element with `data-region`; its markup is replaced only if it differs.
 */
import {repaint} from "site_builder/kit";

/**
 * Return a function that shows new markup in the regions of a figure.
 * @param {HTMLElement} element
 * @param {readonly string[]} [kept] Regions that are updated in place instead of rebuilt: those with many controls, which
 *   browsers create slowly.
 * @returns {(markup_of_region: Readonly<Record<string, string>>) => void}
 */
export function regionPainter(element, kept = []) {
  /** @type {Map<string, string>} */
  const shown = new Map();
  return (markup_of_region) => {
    const focused = focusedKey(element);
    for (const [name, markup] of Object.entries(markup_of_region)) {
      if (shown.get(name) === markup) continue;
      shown.set(name, markup);
      const region = element.querySelector(`[data-region="${name}"]`);
      if (region === null) throw new Error(`the figure has no region "${name}"`);
      const opened = [...region.querySelectorAll("details")].map(({open}) => open);
      if (kept.includes(name)) patch(region, markup);
      else region.innerHTML = markup;
      const drawn = region.querySelectorAll("details");
      if (drawn.length === opened.length) drawn.forEach((details, place) => (details.open ||= opened[place]));
    }
    if (focused !== null && focusedKey(element) !== focused) focusControl(element, focused);
  };
}

/** Update a region in place; fields get the values in its markup. @param {Element} region @param {string} markup */
function patch(region, markup) {
  repaint(region, markup);
  for (const select of region.querySelectorAll("select")) select.value = /** @type {HTMLOptionElement | null} */ (select.querySelector("[selected]"))?.value ?? "";
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (region.querySelectorAll("input, textarea"))) field.value = field.defaultValue;
}

/** Return the name of the focused control, if it belongs to the figure. @param {HTMLElement} element */
function focusedKey(element) {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !element.contains(active)) return null;
  const {press, category} = active.dataset;
  if (press !== undefined) return `[data-press="${press}"]`;
  return category === undefined ? null : `${active.localName}[data-category="${category}"]`;
}

/**
 * Focus a control of the figure; false if there is none.
 * @param {HTMLElement} element @param {string} selector @param {FocusOptions} [options]
 */
export function focusControl(element, selector, options) {
  const control = element.querySelector(selector);
  if (control instanceof HTMLElement) control.focus(options);
  return control !== null;
}
