/** Make boxes that scroll sideways focusable, but only while they overflow. */

const SCROLLERS = ".equation > :first-child, .highlight pre, .table, .figure-data > div";

/** Watch the boxes of the page that may overflow. */
export function makeScrollersFocusable() {
  const watching = new ResizeObserver((entries) => {
    for (const {target} of entries) {
      const scrolls = target.scrollWidth > target.clientWidth + 1 || target.scrollHeight > target.clientHeight + 1;
      if (scrolls) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of document.querySelectorAll(SCROLLERS)) watching.observe(box);
}
