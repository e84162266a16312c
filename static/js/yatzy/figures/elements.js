/**
 * Look up what a figure's own markup holds.
 */

/**
 * Find the element that must be there.
 * @param {ParentNode} root
 * @param {string} selector
 */
export function find(root, selector) {
  const element = root.querySelector(selector);
  if (element === null) throw new Error(`the figure holds no ${selector}`);
  return /** @type {HTMLElement} */ (element);
}

/**
 * Find all elements that match, in order.
 * @param {ParentNode} root
 * @param {string} selector
 */
export function every(root, selector) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}
