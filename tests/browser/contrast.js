/**
 * Mark one or two texts of each kind for axe's colour rules; texts of a kind have the same colours and background. Axe
 * spends nearly all of its time on finding the background of each text.
 */
(within) => {
  const MARK = "data-contrast";
  const ALIKE = 2;
  // Elements that may be positioned over another background, or are exempt while disabled.
  const APART = "svg, nav, header, footer, button, select, input, label, fieldset, [aria-disabled], [role]:not([role=region])";
  const kinds = new Map();
  const grounds = new Map();

  /** Whether an element is where it is without positioning; a box that only clips or scrolls is there, too. */
  const isInFlow = ({position, top, left}) => position === "static" || (position === "relative" && top === "0px" && left === "0px");
  /** Return the background element of an element, itself included; an element out of the flow is of its own kind. */
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const style = getComputedStyle(element);
      const {backgroundColor, backgroundImage, opacity, filter, mixBlendMode, transform} = style;
      const isPlain = isInFlow(style) && filter === "none" && mixBlendMode === "normal" && transform === "none";
      const below = element.parentElement === null ? "" : groundOf(element.parentElement);
      const own = [backgroundColor, backgroundImage, opacity, isPlain || element === document.documentElement ? "" : `apart ${grounds.size}`].join();
      const text = own === "rgba(0, 0, 0, 0),none,1," ? below : `${below}/${own}`;
      grounds.set(element, text);
    }
    return grounds.get(element);
  };

  for (const marked of document.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
  for (const element of document.querySelectorAll("body *")) {
    if (within !== null && !element.closest(within)) continue;
    const text = [...element.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE).map(({data}) => data.trim()).join("");
    if (text === "" && !(element instanceof HTMLInputElement)) continue;
    if (!element.checkVisibility({visibilityProperty: true})) continue;
    if (!element.closest(APART)) {
      const {color, fontSize, fontWeight, textShadow} = getComputedStyle(element);
      // Axe does not check the contrast of a single character.
      const kind = [groundOf(element), color, fontSize, fontWeight, textShadow, /[\p{L}\p{N}]{2}/u.test(text)].join("|");
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (kinds.get(kind) > ALIKE) continue;
    }
    element.setAttribute(MARK, "");
  }
}
