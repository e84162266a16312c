/**
 * Positions and colours of the ink of texts on the screen. Part of the script of test_overlaps.py.
 */

/** Minimum contrast of a text with its background. */
const LEGIBLE = 4.5;
const NO_TEXT = "script, style, defs, title, desc, option, .visually-hidden";

const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
const probe = document.createElement("canvas").getContext("2d", {willReadFrequently: true});

const colours = new Map();
/** Parse a computed colour as red, green, blue and alpha. */
function colourOf(text) {
  if (!colours.has(text)) {
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = text;
    probe.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = probe.getImageData(0, 0, 1, 1).data;
    colours.set(text, [red, green, blue, alpha / 255]);
  }
  return colours.get(text);
}

const over = ([r, g, b, a], share, below) => [r, g, b].map((part, i) => a * share * part + (1 - a * share) * below[i]);

function luminance(colour) {
  const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const variables = new Map();
/** Resolve a custom property; the page defines a colour for light and dark, and its theme is constant during the test. */
function variable(name) {
  if (!variables.has(name)) {
    const place = document.body.appendChild(document.createElement("i"));
    place.style.color = `var(${name})`;
    variables.set(name, colourOf(getComputedStyle(place).color));
    place.remove();
  }
  return variables.get(name);
}

const same = (one, other) => one.slice(0, 3).every((part, i) => Math.abs(part - other[i]) <= 2);
const meet = (a, b, apart = 0) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > -apart && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;
const common = (a, b) => ({left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom)});
const shaved = ({left, top, right, bottom}, by) => ({left: left + by, top: top + by, right: right - by, bottom: bottom - by});

/** Return the opacity of an element, multiplied with that of its ancestors. */
function opacityOf(element, stage) {
  let share = 1;
  for (let one = element; one && one !== stage; one = one.parentElement) share *= Number(getComputedStyle(one).opacity);
  return share;
}

const metrics = new Map();
/** Return the extent of a text, and of its font, above and below the baseline, in pixels. */
function metricsOf(style, text) {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const key = `${font}|${text}`;
  if (!metrics.has(key)) {
    canvas.font = font;
    const {actualBoundingBoxAscent, actualBoundingBoxDescent, fontBoundingBoxAscent, fontBoundingBoxDescent} = canvas.measureText(text);
    metrics.set(key, [actualBoundingBoxAscent, actualBoundingBoxDescent, fontBoundingBoxAscent, fontBoundingBoxDescent]);
  }
  return metrics.get(key);
}

/** Return the box of the ink in a line of text; a rotated text keeps its box. */
function inkOf({left, top, right, bottom}, style, text, isTurned) {
  const [above, below, ascent, descent] = metricsOf(style, text);
  if (isTurned || ascent + descent === 0) return {left, top, right, bottom};
  const scale = (bottom - top) / (ascent + descent);
  return {left, right, top: top + (ascent - above) * scale, bottom: top + (ascent + below) * scale};
}

/** Return the part of a box that its HTML ancestors do not clip. */
function uncut(box, element, stage) {
  const cut = {...box};
  for (let one = element; one && one !== stage; one = one.parentElement) {
    if (one instanceof SVGElement || getComputedStyle(one).overflowX === "visible") continue;
    const holder = one.getBoundingClientRect();
    for (const [side, choose] of [["left", Math.max], ["top", Math.max], ["right", Math.min], ["bottom", Math.min]]) cut[side] = choose(cut[side], holder[side]);
  }
  return cut.right - cut.left > 1 && cut.bottom - cut.top > 1 ? cut : null;
}

/** Return the visible box in the nested drawings around a shape; null if nothing clips it. */
function windowOf(shape, root) {
  let seen = null;
  for (let one = shape.parentElement; one && one !== root; one = one.parentElement) {
    if (!(one instanceof SVGSVGElement) || !one.ownerSVGElement || getComputedStyle(one).overflowX === "visible") continue;
    const {a, d, e, f} = one.parentElement.getScreenCTM();
    const [x, y, width, height] = [one.x, one.y, one.width, one.height].map(({baseVal}) => baseVal.value);
    const box = {left: a * x + e, top: d * y + f, right: a * (x + width) + e, bottom: d * (y + height) + f};
    seen = seen === null ? box : common(seen, box);
  }
  return seen;
}

/** Return the width of the halo under the glyphs, at each side, and whether the glyphs contrast with it. */
function haloOf(style, colour, scale) {
  const is_under = style.paintOrder.startsWith("stroke") && style.stroke !== "none";
  const rim = is_under ? colourOf(style.stroke) : null;
  return rim && rim[3] === 1 && contrast(colour, rim) >= LEGIBLE ? (parseFloat(style.strokeWidth) * scale) / 2 : 0;
}

/** Return all visible lines of text in a stage, in painting order. */
function textsOf(stage, orders) {
  const texts = [];
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [holder, text] = [node.parentElement, node.data.trim().replace(/\s+/g, " ")];
    if (text === "" || holder.closest(NO_TEXT) || !holder.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    range.selectNodeContents(node);
    const style = getComputedStyle(holder);
    const matrix = holder instanceof SVGElement ? holder.getScreenCTM() : null;
    const scale = matrix === null ? 1 : Math.hypot(matrix.c, matrix.d);
    const colour = over(colourOf(matrix === null ? style.color : style.fill), 1, variable("--paper"));
    const halo = matrix === null ? 0 : haloOf(style, colour, scale);
    const drawn = matrix === null ? null : holder.closest("text");
    for (const rect of range.getClientRects()) {
      const ink = uncut(inkOf(rect, style, text, matrix !== null && Math.abs(matrix.b) > 0.01), holder, stage);
      if (ink) texts.push({text, ink, drawn, holder, colour, halo, order: orders.get(holder)});
    }
  }
  return texts;
}
