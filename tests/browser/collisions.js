/**
 * Collisions of the texts of a figure on the screen, by the rules of test_overlaps.py, whose script this is a part of.
 */

/** Pixels: minimum gap between texts of a drawing, tolerance at the edges of a box, minimum length of a line inside it. */
const [APART, SHAVE, INSIDE] = [3, 1, 3];
/** Pixels that a text may extend beyond the edge of its stage. */
const OUTSIDE = 4;
/** Maximum side of a knob; minimum width of a halo at each side over a crossing line, and over one along the text. */
const [KNOB, HALO, PLATE] = [60, 1.4, 2.9];
/** Minimum contrast with the paper of a visible line. */
const FAINT = 1.12;
const SHAPES = "line, path, rect, circle, ellipse, polyline, polygon";

/** Return the author's name for a shape: its class. */
const nameOf = (shape) => shape.getAttribute("class")?.trim() || shape.parentElement?.getAttribute("class") || shape.tagName;

/** Return how a line runs through a text: "crosses" it, or "along" it. */
function wayThrough({shape, style, share, seen}, {ink}) {
  const stroke = style.stroke === "none" || style.stroke.startsWith("url") ? null : colourOf(style.stroke);
  if (!stroke || parseFloat(style.strokeWidth) === 0) return "";
  const paper = variable("--paper");
  if (contrast(over(stroke, share * Number(style.strokeOpacity), paper), paper) < FAINT) return "";
  const inner = shaved(ink, SHAVE);
  const length = lengthThrough(shape, seen === null ? inner : common(inner, seen));
  if (length < INSIDE) return "";
  return length < 2 * (ink.bottom - ink.top) ? "crosses" : "along";
}

/** Return how many sample points of a text are in a part of a shape, "Fill" or "Stroke": none, some or all. */
function coverOf({shape, seen}, part, {ink}) {
  const back = shape.getScreenCTM().inverse();
  const box = seen === null ? ink : common(ink, seen);
  if (box.right <= box.left || box.bottom <= box.top) return "none";
  const points = [0.25, 0.75].flatMap((down) => [0.04, 0.27, 0.5, 0.73, 0.96].map((across) =>
    new DOMPoint(box.left + across * (box.right - box.left), box.top + down * (box.bottom - box.top)).matrixTransform(back)));
  const inside = points.filter((point) => shape[`isPointIn${part}`](point)).length;
  return inside === 0 ? "none" : inside === points.length && box === ink ? "all" : "some";
}

/** Return the background of a text from one part of a shape: its colour with alpha, and its coverage. */
function layOf(near, part, text) {
  const {shape, style, share} = near;
  const paint = style[part.toLowerCase()];
  if (paint === "none" || (part === "Fill" && shape.tagName === "line")) return null;
  const cover = coverOf(near, part, text);
  if (cover === "none") return null;
  if (paint.startsWith("url")) return {cover: "some", colour: null, alpha: 1};
  const colour = colourOf(paint);
  return {cover, colour, alpha: colour[3] * share * Number(style[`${part.toLowerCase()}Opacity`])};
}

/** Whether a stroke is at least as wide as a text is high, and so a background; narrower ones are lines. */
const isWide = ({shape, style}, {ink}) => {
  const {a, b} = shape.getScreenCTM();
  const scale = style.vectorEffect === "non-scaling-stroke" ? 1 : Math.hypot(a, b);
  return style.stroke !== "none" && parseFloat(style.strokeWidth) * scale >= ink.bottom - ink.top;
};

/** List the conflicts of a text with the shapes near it, which are in painting order. */
function sufferings(text, shapes) {
  let found = [];
  let ground = variable("--paper").slice(0, 3);
  const lies = (near, where) => `“${text.text}” lies ${where} ${nameOf(near.shape)}`;
  for (const near of shapes) {
    const isOver = near.order > text.order;
    if (near.isHand) {
      if (touches(shaved(near.box, -(parseFloat(near.style.strokeWidth) || 0) / 2), text)) found.push(lies(near, "under"));
      continue;
    }
    const wide = isWide(near, text);
    for (const part of wide ? ["Fill", "Stroke"] : ["Fill"]) {
      const lay = layOf(near, part, text);
      if (lay === null) continue;
      if (isOver) {
        if (lay.alpha > 0.3) found.push(lies(near, "under"));
        continue;
      }
      const below = lay.colour === null ? null : over([...lay.colour.slice(0, 3), lay.alpha], 1, ground);
      if (lay.cover === "all" && lay.alpha > 0.95) [found, ground] = [[], below];
      if (text.halo < HALO && (below === null || contrast(text.colour, below) < LEGIBLE)) found.push(lies(near, "on"));
    }
    const way = wide ? "" : wayThrough(near, text);
    const needed = way === "crosses" ? HALO : PLATE;
    if (way !== "" && (isOver || text.halo < needed)) found.push(`“${text.text}” is struck through by ${nameOf(near.shape)}`);
  }
  return found;
}

/** Whether a shape is a knob: small, and filled with the colour of controls. */
function isKnob(box, style) {
  if (Math.max(box.width, box.height) > KNOB || style.fill === "none" || style.fill.startsWith("url")) return false;
  const fill = colourOf(style.fill);
  return fill[3] * Number(style.fillOpacity) > 0.5 && same(fill, variable("--red"));
}

/** Whether the circle in a box touches a text. */
function touches(box, {ink}) {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const radius = Math.min(box.right - box.left, box.bottom - box.top) / 2;
  return Math.hypot(Math.max(ink.left - x, 0, x - ink.right), Math.max(ink.top - y, 0, y - ink.bottom)) < radius - SHAVE;
}

/** Return knobs for touch, which are HTML elements: their dot, and their stem. */
function hangingKnobs(stage) {
  return [...stage.querySelectorAll(".knob")].filter((knob) => knob.checkVisibility()).map((knob) => {
    const box = knob.getBoundingClientRect();
    const dot = shaved(box, parseFloat(getComputedStyle(knob, "::before").left));
    const middle = (box.left + box.right) / 2;
    const far = parseFloat(getComputedStyle(knob, "::after").height) - 10;
    const stem = knob.classList.contains("above") ? {top: dot.bottom, bottom: box.bottom + far} : {top: box.top - far, bottom: dot.top};
    return {field: knob.parentElement.getBoundingClientRect(), dot, stem: {...stem, left: middle - 1, right: middle + 1}};
  });
}

/** Return the sticky opaque cell that contains a text, and its level; null if there is none. */
function cellThatStays({holder}) {
  for (let one = holder; one; one = one.parentElement) {
    const {position, backgroundColor, zIndex} = getComputedStyle(one);
    if (position === "sticky" && colourOf(backgroundColor)[3] === 1) return {one, floor: Number(zIndex) || 0};
  }
  return null;
}

/** Whether a text scrolls under the cell of another: of two on one level the later is painted over the earlier. */
function passesBeneath(text, upper) {
  const [cell, own] = [cellThatStays(upper), cellThatStays(text)];
  if (cell === null || cell.one.contains(text.holder)) return false;
  return own === null || cell.floor > own.floor || (cell.floor === own.floor && upper.order > text.order);
}

/** List texts that overlap, or in a drawing are too close. */
function crowds(texts) {
  const lower = ({left, right, top, bottom}) => ({left, right, top: top + SHAVE / 2, bottom: bottom - SHAVE / 2});
  return texts.flatMap((one, index) => texts.slice(index + 1).flatMap((other) => {
    if (one.holder === other.holder || (one.drawn && one.drawn === other.drawn)) return [];
    const apart = one.drawn && other.drawn ? APART : -SHAVE;
    if (!meet(lower(one.ink), lower(other.ink), apart) || passesBeneath(one, other) || passesBeneath(other, one)) return [];
    return [`“${one.text}” runs into “${other.text}”`];
  }));
}

/** Return the shapes of a drawing that are near a text, or are knobs. */
function shapesOf(stage, texts, orders) {
  return [...stage.querySelectorAll(SHAPES)].flatMap((shape) => {
    const box = shape.getBoundingClientRect();
    const around = shaved(box, -2 - parseFloat(shape.getAttribute("stroke-width") ?? "0"));
    const near = texts.filter(({ink}) => meet(ink, around));
    const isSmall = shape.tagName === "circle" && box.width <= KNOB;
    if ((near.length === 0 && !isSmall) || shape.closest("defs, clipPath, pattern, mask")) return [];
    if (!shape.checkVisibility({opacityProperty: true, visibilityProperty: true})) return [];
    const [style, share] = [getComputedStyle(shape), opacityOf(shape, stage)];
    const isHand = isKnob(box, style);
    return [{shape, box, near, style, share, isHand, order: orders.get(shape), seen: windowOf(shape, stage)}];
  });
}

/**
 * Return a line for each collision of the texts of a stage.
 * @param {HTMLElement} stage
 */
function collisionsOf(stage) {
  variables.clear();
  const orders = new Map([...stage.querySelectorAll("*")].map((element, index) => [element, index]));
  const texts = textsOf(stage, orders);
  const shapes = shapesOf(stage, texts, orders);
  const found = crowds(texts);
  const edge = shaved(stage.getBoundingClientRect(), -OUTSIDE);
  for (const text of texts) {
    if (text.ink.left < edge.left || text.ink.right > edge.right) found.push(`“${text.text}” leaves the stage`);
    found.push(...sufferings(text, shapes.filter(({near}) => near.includes(text))));
  }
  const knobs = shapes.filter(({isHand}) => isHand).map(({box}) => box);
  for (const {field, dot, stem} of hangingKnobs(stage)) {
    for (const text of texts) {
      if (touches(dot, text) || meet(text.ink, stem)) found.push(`“${text.text}” lies under the knob`);
    }
    const isBeside = (/** @type {DOMRect} */ box) => Math.abs(box.left + box.right - dot.left - dot.right) < 4;
    if (knobs.some((box) => meet(box, field) && isBeside(box))) found.push("two knobs hang on one line");
  }
  return [...new Set(found)];
}
