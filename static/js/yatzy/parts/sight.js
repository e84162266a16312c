/** Bring what a reader waits for into the part of the page that can be seen. */

/** Pixels that stay free under it. */
const MARGIN = 8;

/**
 * Scroll down until an element is in sight, also above the keyboard of a phone; never up, for what is read stays.
 * @param {Element} element
 */
export function bringIntoSight(element) {
  const bottom = visualViewport === null ? innerHeight : visualViewport.offsetTop + visualViewport.height;
  const hidden = element.getBoundingClientRect().bottom + MARGIN - bottom;
  if (hidden > 0) scrollBy({top: hidden});
}
