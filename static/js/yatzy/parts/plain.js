/** Dice, bars and texts for cards: drawings without style sheets, styled by attributes only. */
import {dieShape} from "./dice.js";

/** Width and height of a card's drawing, in its own units. */
export const [WIDE, HIGH] = [420, 380];

/** Draw a centred row of dice. @param {readonly number[]} dice @param {number} y @param {number} size */
export function plainDice(dice, y, size) {
  const step = size * 1.18;
  const left = (WIDE - step * (dice.length - 1) - size) / 2;
  const shapes = dice.map((face, die) => dieShape({face, x: Math.round(left + die * step), y, size}));
  return shapes.join("").replaceAll('class="die-body"', 'fill="#fff" stroke="var(--line)" stroke-width="2"').replaceAll('class="die-pips"', 'fill="var(--ink)"');
}

/** Draw a centred line of text. @param {string} words @param {number} y @param {number} size @param {string} [color] */
export function plainWords(words, y, size, color = "var(--ink)") {
  return `<text x="${WIDE / 2}" y="${y}" font-size="${size}" font-weight="600" text-anchor="middle" fill="${color}">${words}</text>`;
}

/** Draw choices as a centred column of buttons below the text. @param {readonly string[]} choices */
export function plainChoices(choices) {
  return choices.map((words, at) => {
    const y = 266 + 72 * (at - choices.length / 2);
    const box = `<rect x="40" y="${y}" width="${WIDE - 80}" height="58" rx="12" fill="none" stroke="var(--blue)" stroke-width="2.5"/>`;
    return `${box}${plainWords(words, y + 37, 24, "var(--blue)")}`;
  }).join("");
}

/** Return a card's complete drawing. @param {readonly string[]} parts */
export const plainCard = (parts) => `<svg viewBox="0 0 ${WIDE} ${HIGH}">${parts.join("")}</svg>`;

/** Nest a drawing that fills its box in a card. @param {number} y @param {number} height @param {string} inside */
export const plainField = (y, height, inside) => `<svg x="0" y="${y}" width="${WIDE}" height="${height}">${inside}</svg>`;
