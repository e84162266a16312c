/** Geometry of docked figures, and fitting of their pictures into the available height. */

/**
 * @typedef {{top: number, bottom: number}} Span
 * @typedef {Span & {left: number, right: number}} Box
 * @typedef {{top: number, start: number, width: number, most: number}} Place In pixels of the window; `most` is its maximum height.
 */

/** Minimum height and width beside the text, minimum height of a strip, and margin, in pixels. */
const [LEAST, LEAST_STRIP, SPACE] = [300, 160, 24];
/** Maximum height of a strip as a share of the window. */
const SHARE = 1 / 3;

/**
 * Return the visible share of a stage, relative to its height or that of the window.
 * @param {Span} stage @param {number} bar @param {number} height
 */
export function seenOf({top, bottom}, bar, height) {
  const seen = Math.min(bottom, height) - Math.max(top, bar);
  return Math.max(0, seen) / Math.max(1, Math.min(bottom - top, height - bar));
}

/**
 * Return the largest free place in the column beside the text; null if it is too small.
 * @param {Box} words @param {Box} page Area of text and figures.
 * @param {number} bar Bottom of the bar. @param {number} height Of the window. @param {readonly Box[]} others Obstacles.
 * @returns {Place | null}
 */
export function placeBeside(words, page, bar, height, others) {
  const start = words.right + SPACE;
  const width = page.right - start;
  const inColumn = others.filter(({left, right}) => right > start && left < page.right).sort((a, b) => a.top - b.top);
  let [top, most, from] = [0, 0, bar];
  for (const other of [...inColumn, {top: height, bottom: height}]) {
    const free = Math.min(other.top, height) - from - SPACE;
    if (free > most) [top, most] = [from + SPACE / 2, free];
    from = Math.max(from, other.bottom);
  }
  return width < LEAST || most < LEAST ? null : {top, start, width, most};
}

/**
 * Return the same place with less height if an obstacle enters it from below; null if too little is left.
 * @param {Place} place @param {number} height Of the window. @param {readonly Box[]} others @returns {Place | null}
 */
export function samePlace({top, start, width}, height, others) {
  const inColumn = others.filter((other) => other.right > start && other.left < start + width && other.bottom > top);
  const most = Math.min(height, ...inColumn.map((other) => other.top)) - top - SPACE / 2;
  return most < LEAST ? null : {top, start, width, most};
}

/**
 * Return the place of a strip under the bar; null if the window is too low.
 * @param {number} bar @param {number} width @param {number} height @returns {Place | null}
 */
export function placeOfStrip(bar, width, height) {
  const most = Math.floor(height * SHARE);
  return most < LEAST_STRIP ? null : {top: bar, start: 0, width, most};
}

// Fit the picture of a docked figure into the height of its place. A drawing with relative lengths takes any height. One
// with a view box is compressed vertically; texts, marks and legend keep their shape.

/** The part of a stage that is shown when docked: as named by its figure, or the picture of an explorable. */
export const NAMED = "[data-dock-from], .explorable-picture";
/** Font size in a strip, in pixels. */
const WORDS = 12.5;
/** Maximum shift of an axis title in pixels; the strip must not clip it. */
const MOST_PARTED = 6;
/** Drawings of at most this height, such as an axis or a bar, are unchanged. */
const LEAST_HEIGHT = 32;

/** Undo functions of all changes. @type {(() => void)[]} */
const undos = [];
/** @type {MutationObserver | null} */
let watching = null;

/** Fit the shown part of a stage into a height, and again whenever the figure is redrawn. @param {HTMLElement} stage @param {number} most */
export function fit(stage, most) {
  const named = /** @type {HTMLElement | null} */ (stage.querySelector(NAMED));
  if (!named) return;
  const {paddingBlockStart, paddingBlockEnd, borderBlockEndWidth} = getComputedStyle(stage);
  const room = most - [paddingBlockStart, paddingBlockEnd, borderBlockEndWidth].reduce((sum, size) => sum + parseFloat(size), 0);
  const isPicture = named.matches(".explorable-picture");
  const align = () => {
    stage.scrollTop += named.getBoundingClientRect().top - stage.getBoundingClientRect().top - parseFloat(paddingBlockStart);
  };
  const draw = () => {
    watching?.disconnect();
    restore();
    shareHeight(named, room);
    watching?.observe(stage, {childList: true, characterData: true, subtree: true, ...(isPicture && {attributes: true, attributeFilter: ["transform"]})});
    align();
  };
  watching?.disconnect();
  watching = new MutationObserver((changes) => (isPicture && changes.some(({target}) => named.contains(target)) ? draw() : align()));
  draw();
}

/** Undo `fit`. */
export function unfit() {
  watching?.disconnect();
  watching = null;
  restore();
}

/** Distribute the height among the drawings; none becomes higher. @param {HTMLElement} named @param {number} room */
function shareHeight(named, room) {
  const whole = named.getBoundingClientRect();
  const drawings = [...named.querySelectorAll("svg")].filter((svg) => {
    const {width, height} = svg.getBoundingClientRect();
    return !svg.parentElement?.closest("svg") && svg.checkVisibility() && height > LEAST_HEIGHT && width > whole.width / 2;
  });
  const heights = drawings.map((svg) => svg.getBoundingClientRect().height);
  const high = heights.reduce((sum, height) => sum + height, 0);
  const left = room - whole.height + high;
  if (left >= high) return;
  drawings.forEach((svg, place) => {
    const height = Math.max(LEAST_HEIGHT, Math.floor(Math.min(heights[place], left / drawings.length)));
    if (svg.hasAttribute("viewBox") && !svg.hasAttribute("preserveAspectRatio")) compress(svg, height);
    else style(svg, {"block-size": `${height}px`});
  });
}

/** Compress a drawing with a view box to a height. @param {SVGSVGElement} svg @param {number} height */
function compress(svg, height) {
  const {width: wide, height: high} = svg.viewBox.baseVal;
  const across = svg.getBoundingClientRect().width / wide;
  const legend = /** @type {SVGGElement | null} */ (svg.querySelector(".role-legend"));
  const {start, end} = legend ? extentOf(legend, svg) : {start: 0, end: 0};
  const top = end < high / 3 ? end : 0;
  const low = start > (2 * high) / 3 ? start : high; // a legend below the picture is hidden in a strip
  const down = (height - top * across) / (low - top);
  for (const mark of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll("text, path[transform]"))) {
    if (top > 0 && legend?.contains(mark)) continue;
    const size = mark.localName === "text" ? WORDS / parseFloat(getComputedStyle(mark).fontSize) : across;
    const {e, f} = (mark.transform.baseVal.length > 0 ? mark.transform.baseVal.getItem(0).matrix : null) ?? {e: mark.getAttribute("x") ?? 0, f: mark.getAttribute("y") ?? 0};
    style(mark, {"transform-origin": `${e}px ${f}px`, scale: `${size / across} ${size / down}`});
  }
  if (legend && low < high) style(legend, {display: "none"});
  if (legend && top > 0) style(legend, {"transform-origin": `0 ${top - originOf(legend, svg)}px`, scale: `1 ${across / down}`});
  set(svg, "viewBox", `0 ${top - (top * across) / down} ${wide} ${height / down}`);
  set(svg, "preserveAspectRatio", "none");
  style(svg, {"inline-size": "100%", "max-inline-size": "none", "max-block-size": "none", "block-size": `${height}px`});
  hideCloseLabels(svg);
  separateTitles(svg, down);
}

/** Move the title of an axis below its labels if they overlap. @param {SVGSVGElement} svg @param {number} down Pixels per unit. */
function separateTitles(svg, down) {
  for (const title of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(".role-axis-title text"))) {
    const {top} = title.getBoundingClientRect();
    const numbers = [...(title.closest(".role-axis")?.querySelectorAll(".role-axis-label text") ?? [])].map((one) => one.getBoundingClientRect());
    const low = Math.max(...numbers.filter((box) => box.top < top).map(({bottom}) => bottom));
    const covers = Math.min(low - top, MOST_PARTED);
    if (covers > 0) style(title, {translate: `0 ${covers / down}px`});
  }
}

/** Hide labels of an axis that are too close to the previous one. @param {SVGSVGElement} svg */
function hideCloseLabels(svg) {
  for (const labels of svg.querySelectorAll(".role-axis-label")) {
    /** @type {DOMRect[]} */
    const shown = [];
    for (const label of [...labels.querySelectorAll("text")].filter(({textContent}) => textContent)) {
      const box = label.getBoundingClientRect();
      const covers = shown.some(({left, right, top, bottom}) => left < box.right && box.left < right && top + 2 < box.bottom && box.top + 2 < bottom);
      if (covers) style(label, {visibility: "hidden"});
      else shown.push(box);
    }
  }
}

/** Return the vertical extent of a group with a margin, in units of the drawing. @param {SVGGraphicsElement} group @param {SVGSVGElement} svg */
function extentOf(group, svg) {
  const [whole, {top, bottom}] = [svg.getBoundingClientRect(), group.getBoundingClientRect()];
  const place = (/** @type {number} */ y) => ((y - whole.top) / whole.height) * svg.viewBox.baseVal.height;
  return {start: place(top) - 4, end: place(bottom) + 4};
}

/** Return the vertical origin of a group's parent, in units of the drawing. @param {SVGGraphicsElement} group @param {SVGSVGElement} svg */
function originOf(group, svg) {
  const [outer, inner] = [svg.getScreenCTM(), /** @type {SVGGraphicsElement} */ (group.parentNode).getScreenCTM()];
  return outer && inner ? outer.inverse().multiply(inner).f : 0;
}

/** Set an attribute until it is restored. @param {Element} element @param {string} name @param {string} value */
function set(element, name, value) {
  const old = element.getAttribute(name);
  undos.push(() => (old === null ? element.removeAttribute(name) : element.setAttribute(name, old)));
  element.setAttribute(name, value);
}

/**
 * Style an element until it is restored, by properties: the content security policy forbids style attributes.
 * @param {SVGElement} element @param {Record<string, string>} styles
 */
function style(element, styles) {
  const old = element.style.cssText;
  undos.push(() => (old === "" ? element.removeAttribute("style") : (element.style.cssText = old)));
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
}

function restore() {
  for (const undo of undos.splice(0).reverse()) undo(); // the last change first: some elements are styled twice
}
