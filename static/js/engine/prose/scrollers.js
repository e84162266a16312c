/** Boxes that scroll sideways can be reached by key, but only where there is something to scroll. */

const SCROLLERS = ".equation > :first-child, .highlight pre, .table, .figure-data > div";

/** Watch the boxes of the page that may be too narrow for what they hold. */
export function letScroll() {
  const watching = new ResizeObserver((entries) => {
    for (const {target} of entries) {
      const scrolls = target.scrollWidth > target.clientWidth + 1 || target.scrollHeight > target.clientHeight + 1;
      if (scrolls) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of document.querySelectorAll(SCROLLERS)) watching.observe(box);
}
