/** Draw links as QR codes, to open a game on another phone. */

import {generate} from "lean-qr/nano";

/** Width of the quiet zone in modules, by the standard. */
const QUIET = 4;
/** Maximum size in modules that can be scanned from the screen of a small phone. */
const MOST_MODULES = 157;

/**
 * Draw a link as a QR code; "" if it is too long to be scanned from a small screen.
 * @param {string} link @param {string} label As markup.
 */
export function drawCode(link, label) {
  const code = codeOf(link);
  if (code === null || code.size > MOST_MODULES) return "";
  const modules = Array.from({length: code.size}, (_, place) => place);
  const runs = modules.flatMap((y) => modules.filter((x) => code.get(x, y) && !code.get(x - 1, y)).map((x) => {
    const end = modules.find((other) => other > x && !code.get(other, y)) ?? code.size;
    return `M${x} ${y}h${end - x}v1H${x}z`;
  }));
  const width = code.size + 2 * QUIET;
  return `<svg class="qr-code" viewBox="${-QUIET} ${-QUIET} ${width} ${width}" role="img" aria-label="${label}"><path d="${runs.join("")}"/></svg>`;
}

/** Encode a link; return null if it is too long for any QR code. @param {string} link */
function codeOf(link) {
  try {
    return generate(link);
  } catch {
    return null; // The library's only error: too much data.
  }
}
