/** The score distributions of several players above each other, on one axis, each with one game marked in it. */
import {percent} from "site_builder/kit";

/**
 * @typedef {object} Ridge
 * @property {string} name
 * @property {string} title
 * @property {number[]} chances By score, from 0.
 * @property {number | null} mark A final score to mark.
 */

/** The axis ends here; greater scores are too rare to be seen. */
const TOP = 350;
const TICKS = [0, 50, 100, 150, 200, 250, 300, 350];
/** Units of the drawing of one curve. */
const [WIDE, HIGH] = [1000, 100];

/** @param {number} score */
const placeOf = (score) => (100 * score) / TOP;

/** Mean of a distribution. @param {readonly number[]} chances */
export function meanOf(chances) {
  return chances.reduce((sum, chance, score) => sum + chance * score, 0) / chances.reduce((sum, chance) => sum + chance, 0);
}

/** Share of the games that end below a score. @param {readonly number[]} chances @param {number} score */
export function shareBelow(chances, score) {
  return chances.slice(0, score).reduce((sum, chance) => sum + chance, 0);
}

/** @param {readonly number[]} chances @param {number} most */
function areaOf(chances, most) {
  const points = chances.slice(0, TOP + 1).map((chance, score) => `${Math.round((WIDE * score) / TOP)} ${Math.round(HIGH * (1 - chance / most))}`);
  return `M0 ${HIGH}L${points.join("L")}L${WIDE} ${HIGH}z`;
}

/** Draw the curves; all have the same scale, so that equal areas are equal chances. @param {readonly Ridge[]} ridges */
export function drawRidges(ridges) {
  const most = Math.max(...ridges.flatMap(({chances}) => chances));
  return ridges.map(({name, title, chances, mark}) => {
    const mean = meanOf(chances);
    const marked = mark === null ? "" : `<line class="mark" x1="${percent(placeOf(mark))}" x2="${percent(placeOf(mark))}" y1="0" y2="100%"/>`;
    const told = mark === null ? "" : ` This game: <b>${mark}</b>, above ${(100 * shareBelow(chances, mark)).toFixed(0)}% of all.`;
    return `<div class="ridge ${name}"><p><b>${title}</b> mean ${mean.toFixed(1)}.${told}</p><svg aria-hidden="true"><svg viewBox="0 0 ${WIDE} ${HIGH}" width="100%" height="100%" preserveAspectRatio="none"><path d="${areaOf(chances, most)}"/></svg><line class="base" x2="100%" y1="100%" y2="100%"/>${marked}</svg></div>`;
  }).join("");
}

/** Draw the axis below the curves. */
export function drawRidgeAxis() {
  return TICKS.map((score) => {
    const anchor = score === 0 ? "start" : score === TOP ? "end" : "middle";
    return `<text x="${percent(placeOf(score))}" y="14" text-anchor="${anchor}"${score % 100 === 50 && score !== TOP ? ' class="minor"' : ""}>${score}</text>`;
  }).join("");
}
