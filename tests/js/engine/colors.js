/** Colour arithmetic for the tests of the tokens: contrast by WCAG 2.2, distance in OKLab. */

/** Machado, Oliveira and Fernandes (2009), full severity, on linear RGB. */
const SIGHTS = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** @param {string} hex "#rrggbb" @returns {number[]} Linear red, green and blue, 0 to 1. */
export function linear(hex) {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)?.slice(1);
  if (!channels) throw new TypeError(`${hex} is not a colour of six digits`);
  return channels.map((channel) => {
    const value = parseInt(channel, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** @param {string} one @param {string} other */
export function contrast(one, other) {
  const luminance = (/** @type {string} */ hex) => {
    const [red, green, blue] = linear(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {number[]} rgb Linear. @returns {number[]} */
function oklab([red, green, blue]) {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * Return the distance of two colours for the kind of vision that distinguishes them worst.
 * @param {string} one
 * @param {string} other
 */
export function worstDistance(one, other) {
  const seen = (/** @type {string} */ hex, /** @type {number[][]} */ sight) => {
    const rgb = linear(hex);
    return oklab(sight.map((row) => Math.min(1, Math.max(0, row.reduce((sum, weight, i) => sum + weight * rgb[i], 0)))));
  };
  return Math.min(...Object.values(SIGHTS).map((sight) => Math.hypot(
    ...seen(one, sight).map((value, i) => value - seen(other, sight)[i]),
  )));
}
