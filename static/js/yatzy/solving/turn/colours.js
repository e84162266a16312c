/**
 * Colours for the values of one turn: seven steps, each for as many different values as any other.
 */

const N_STEPS = 7;
/** Values are told apart to a thousandth of a point. */
const FINENESS = 1000;

/**
 * Find the values at which one colour gives way to the next.
 * @param {readonly Float64Array[]} value_of_phase
 * @returns {number[]} Lower bounds of all steps but the first.
 */
export function boundsOf(value_of_phase) {
  const rounded = value_of_phase.flatMap((values) => Array.from(values, (value) => Math.round(value * FINENESS) / FINENESS));
  const values = [...new Set(rounded)].filter(Number.isFinite).sort((a, b) => a - b);
  return Array.from({length: N_STEPS - 1}, (_, index) => values[Math.floor(((index + 1) * values.length) / N_STEPS)]);
}

/** Number the colour of a value. @param {readonly number[]} bounds @param {number} value */
export function colourOf(bounds, value) {
  return bounds.filter((bound) => value >= bound).length;
}

/** Draw the scale of colours with the values where it changes. @param {readonly number[]} bounds */
export function drawScale(bounds) {
  const swatches = Array.from({length: N_STEPS}, (_, colour) => {
    const from = colour === 0 ? "" : `<span>${bounds[colour - 1].toFixed(bounds[colour - 1] < 10 ? 1 : 0)}</span>`;
    return `<i class="v${colour}">${from}</i>`;
  });
  return `<span class="fan-scale-word">fewer points</span>${swatches.join("")}<span class="fan-scale-word">more</span>`;
}
