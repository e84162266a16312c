/**
 * Bring the head of a figure into view where it stands above the window: on a phone what was pressed lies far below it.
 * How far below the window's edge it comes to stand is its scroll margin.
 * @param {Element} top
 * @param {boolean} still Whether the page jumps instead of gliding.
 */
export function showTop(top, still) {
  const margin = parseFloat(getComputedStyle(top).scrollMarginBlockStart) || 0;
  if (top.getBoundingClientRect().top < margin) top.scrollIntoView({block: "start", behavior: still ? "instant" : "smooth"});
}
