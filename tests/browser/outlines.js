/**
 * Lengths of the outlines of shapes inside a box of the screen. Part of the script of test_overlaps.py.
 */

/** Cached corners of a shape's outline, in its own units: line segments. */
const outlines = new Map();
function outlineOf(shape) {
  const values = shape.tagName === "path" ? shape.getAttribute("d") ?? "" : "";
  if (values !== "" && outlines.has(values)) return outlines.get(values);
  const pieces = values !== "" && !/[acqst]/i.test(values) ? straight(values) : [sampled(shape)];
  if (values !== "") outlines.set(values, pieces);
  return pieces;
}

function straight(values) {
  const pieces = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of values.matchAll(/([MLHVZ])([^MLHVZ]*)/gi)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi) ?? []).map(Number);
    const [kind, moves] = [letter.toUpperCase(), letter !== letter.toUpperCase()];
    if (kind === "Z") {
      const piece = pieces.at(-1);
      [x, y] = piece[0];
      piece.push([x, y]);
    }
    for (let at = 0; at < numbers.length; at += kind === "H" || kind === "V" ? 1 : 2) {
      x = kind === "V" ? x : numbers[at] + (moves ? x : 0);
      y = kind === "H" ? y : numbers[kind === "V" ? at : at + 1] + (moves ? y : 0);
      if (kind === "M" && at === 0) pieces.push([[x, y]]);
      else pieces.at(-1).push([x, y]);
    }
  }
  return pieces;
}

function sampled(shape) {
  const length = shape.getTotalLength();
  const count = shape.tagName === "line" ? 1 : 64;
  return Array.from({length: count + 1}, (_, at) => {
    const {x, y} = shape.getPointAtLength((length * at) / count);
    return [x, y];
  });
}

/** Return the length of the part of a line inside a box. */
function lengthInside([ax, ay], [bx, by], {left, top, right, bottom}) {
  let [from, to] = [0, 1];
  for (const [start, step, low, high] of [[ax, bx - ax, left, right], [ay, by - ay, top, bottom]]) {
    if (step === 0 && (start < low || start > high)) return 0;
    if (step === 0) continue;
    const [one, other] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return to > from ? (to - from) * Math.hypot(bx - ax, by - ay) : 0;
}

function lengthThrough(shape, box) {
  if (box.right <= box.left || box.bottom <= box.top) return 0;
  const {a, b, c, d, e, f} = shape.getScreenCTM();
  let length = 0;
  for (const piece of outlineOf(shape)) {
    const points = piece.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
    for (let at = 1; at < points.length; at += 1) length += lengthInside(points[at - 1], points[at], box);
  }
  return length;
}
