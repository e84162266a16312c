/**
 * Save the visible drawing as a file, SVG with its styles inlined or PNG. Loaded on demand.
 */

/** Properties set by style sheets that the file must contain itself. */
const PAINTED = ["fill", "stroke", "stop-color", "color", "font-size", "font-weight", "opacity"];

/** Pixels of a PNG per unit of the drawing. */
const SHARPNESS = 3;

/** Return a copy of the drawing with its styles as attributes. @param {SVGSVGElement} drawing */
function standaloneCopy(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  for (const [index, element] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const styles = getComputedStyle(originals[index]);
    for (const name of PAINTED) if (originals[index].hasAttribute(name)) element.setAttribute(name, styles.getPropertyValue(name));
    element.removeAttribute("class");
  }
  const styles = getComputedStyle(drawing);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", styles.fontFamily);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const {x, y, width, height} = drawing.viewBox.baseVal;
  for (const [name, value] of Object.entries({x, y, width, height, fill: getComputedStyle(document.body).backgroundColor})) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return copy;
}

/** @param {string} name @param {Blob} content */
function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Save a drawing.
 * @param {SVGSVGElement} drawing @param {string} name File name without extension. @param {"svg" | "png"} kind
 */
export async function save(drawing, name, kind) {
  const copy = standaloneCopy(drawing);
  const text = new XMLSerializer().serializeToString(copy);
  if (kind === "svg") {
    download(`${name}.svg`, new Blob([text], {type: "image/svg+xml"}));
    return;
  }
  const {width, height} = drawing.viewBox.baseVal;
  const image = new Image(width * SHARPNESS, height * SHARPNESS);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, image.width, image.height);
  const content = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
  if (content !== null) download(`${name}.png`, content);
}
