/** The axis of final scores under the curve and under the reader's drawing of it. */
import {across} from "./score-curve.js";

const TICKS = [100, 150, 200, 250, 300, 350];

/** Draw the ground and its ticks. */
export function drawAxis() {
  const ticks = TICKS.map((score) => `<line class="ends-grid" x1="${across(score)}" x2="${across(score)}" y1="100%" y2="98%"/><text class="ends-tick" x="${across(score)}" y="100%" dy="2em">${score}</text>`);
  return `<line class="ends-base" x2="100%" y1="100%" y2="100%"/>${ticks.join("")}`;
}
