/** Where a figure that stands by has room. Numbers only, no DOM. */

/**
 * @typedef {{top: number, bottom: number}} Span
 * @typedef {Span & {left: number, right: number}} Box
 * @typedef {{top: number, start: number, width: number, most: number}} Place In pixels of the window; `most` is its greatest height.
 */

/** The least that a figure needs beside the words, in height and in width, and in a strip; and the space around it. */
const [LEAST, LEAST_STRIP, SPACE] = [300, 160, 24];
/** The share of the window that a strip takes at most. */
const SHARE = 1 / 3;

/** How much of a stage can be seen, of all of it or of the window. @param {Span} stage @param {number} bar @param {number} height */
export function seenOf({top, bottom}, bar, height) {
  const seen = Math.min(bottom, height) - Math.max(top, bar);
  return Math.max(0, seen) / Math.max(1, Math.min(bottom - top, height - bar));
}

/**
 * The largest room in the column beside the words that nothing reaches into, if it is large enough.
 * @param {Box} words @param {Box} page What words and figures have together.
 * @param {number} bar Where the bar ends. @param {number} height Of the window. @param {readonly Box[]} others
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
 * The same place, lower if something comes into it from below; none if too little of it is left.
 * @param {Place} place @param {number} height Of the window. @param {readonly Box[]} others @returns {Place | null}
 */
export function placeKept({top, start, width}, height, others) {
  const inColumn = others.filter((other) => other.right > start && other.left < start + width && other.bottom > top);
  const most = Math.min(height, ...inColumn.map((other) => other.top)) - top - SPACE / 2;
  return most < LEAST ? null : {top, start, width, most};
}

/** A strip under the bar, if the window is high enough. @param {number} bar @param {number} width @param {number} height @returns {Place | null} */
export function placeOfStrip(bar, width, height) {
  const most = Math.floor(height * SHARE);
  return most < LEAST_STRIP ? null : {top: bar, start: 0, width, most};
}

// The picture of a figure that stands by, made low enough to be seen whole: its drawings get the height that the strip,
// or the place beside the words, has left. A drawing with lengths in shares takes any height. One in a grid of its own
// is squeezed downwards, and what is read in it, words, marks and legend, keeps its shape.

/** What the words speak of: the part that its figure names, or the picture of an explorable. */
export const NAMED = "[data-dock-from], .explorable-picture";
/** The size of words in a strip, in pixels. */
const WORDS = 12.5;
/** A title is moved by no more than this, in pixels: below it the strip ends. */
const MOST_PARTED = 6;
/** Drawings as low as this, an axis or a bar, stay as they are. */
const LEAST_HEIGHT = 32;

/** What takes back each change. @type {(() => void)[]} */
const changed = [];
/** @type {MutationObserver | null} */
let watching = null;

/** Make the named part of a stage no higher than where it stands, and keep it so, and in its place, while the figure is drawn anew. @param {HTMLElement} stage @param {number} most */
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
    lower(named, room);
    watching?.observe(stage, {childList: true, characterData: true, subtree: true, ...(isPicture && {attributes: true, attributeFilter: ["transform"]})});
    align();
  };
  watching?.disconnect();
  watching = new MutationObserver((changes) => (isPicture && changes.some(({target}) => named.contains(target)) ? draw() : align()));
  draw();
}

/** Let everything be as high as it was. */
export function unfit() {
  watching?.disconnect();
  watching = null;
  restore();
}

/** Share the room among the drawings, none higher than it was. @param {HTMLElement} named @param {number} room */
function lower(named, room) {
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
    if (svg.hasAttribute("viewBox") && !svg.hasAttribute("preserveAspectRatio")) squeeze(svg, height);
    else style(svg, {"block-size": `${height}px`});
  });
}

/** Give a drawing in a grid of its own another height. @param {SVGSVGElement} svg @param {number} height */
function squeeze(svg, height) {
  const {width: wide, height: high} = svg.viewBox.baseVal;
  const across = svg.getBoundingClientRect().width / wide;
  const legend = /** @type {SVGGElement | null} */ (svg.querySelector(".role-legend"));
  const {start, end} = legend ? extentOf(legend, svg) : {start: 0, end: 0};
  const top = end < high / 3 ? end : 0;
  const low = start > (2 * high) / 3 ? start : high; // a legend below the picture has no room in a strip
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
  thin(svg);
  part(svg, down);
}

/** Move the title of an axis below its numbers, where they have come to touch. @param {SVGSVGElement} svg @param {number} down Pixels of a unit. */
function part(svg, down) {
  for (const title of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(".role-axis-title text"))) {
    const {top} = title.getBoundingClientRect();
    const numbers = [...(title.closest(".role-axis")?.querySelectorAll(".role-axis-label text") ?? [])].map((one) => one.getBoundingClientRect());
    const low = Math.max(...numbers.filter((box) => box.top < top).map(({bottom}) => bottom));
    const covers = Math.min(low - top, MOST_PARTED);
    if (covers > 0) style(title, {translate: `0 ${covers / down}px`});
  }
}

/** Of the numbers of an axis that come too close, leave out those that follow. @param {SVGSVGElement} svg */
function thin(svg) {
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

/** Where a group starts and ends, in the grid of its drawing and with some room. @param {SVGGraphicsElement} group @param {SVGSVGElement} svg */
function extentOf(group, svg) {
  const [whole, {top, bottom}] = [svg.getBoundingClientRect(), group.getBoundingClientRect()];
  const place = (/** @type {number} */ y) => ((y - whole.top) / whole.height) * svg.viewBox.baseVal.height;
  return {start: place(top) - 4, end: place(bottom) + 4};
}

/** Where what holds a group begins, in the grid of its drawing. @param {SVGGraphicsElement} group @param {SVGSVGElement} svg */
function originOf(group, svg) {
  const [outer, inner] = [svg.getScreenCTM(), /** @type {SVGGraphicsElement} */ (group.parentNode).getScreenCTM()];
  return outer && inner ? outer.inverse().multiply(inner).f : 0;
}

/** Change an attribute until it is restored. @param {Element} element @param {string} name @param {string} value */
function set(element, name, value) {
  const old = element.getAttribute(name);
  changed.push(() => (old === null ? element.removeAttribute(name) : element.setAttribute(name, old)));
  element.setAttribute(name, value);
}

/** Style an element until it is restored; the page's policy lets no script write the attribute. @param {SVGElement} element @param {Record<string, string>} styles */
function style(element, styles) {
  const old = element.style.cssText;
  changed.push(() => (old === "" ? element.removeAttribute("style") : (element.style.cssText = old)));
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
}

function restore() {
  for (const undo of changed.splice(0).reverse()) undo(); // the last change first: some are styled twice
}
