/** How steep is the curve here? A figure in JavaScript: drag along it. */
import {alongPicture, levels, makeFigure, pathOf, percentOf, stretched, underneath} from "site_builder/kit";

const STEPS = 40;
const heightAt = (x) => x * x;
const slopeAt = (x) => 2 * x;

/** The tangent at a point, as far as the plot goes. */
function tangent(x) {
  const ends = [x - 0.25, x + 0.25].map((at) => [at, heightAt(x) + slopeAt(x) * (at - x)]);
  return `<path class="slope-tangent" vector-effect="non-scaling-stroke" d="${pathOf(ends)}"/>`;
}

function describe(step) {
  return `At ${step / STEPS} the curve rises by <b>${slopeAt(step / STEPS).toFixed(2)}</b> for each 1 to the right.`;
}

export const {view, mount, readouts} = makeFigure({
  know: () => ({}),
  opening: () => STEPS / 2,
  read: (text) => (/^\d{1,2}$/.test(text) && Number(text) <= STEPS ? Number(text) : null),
  write: String,
  frame: `<div class="slope"><svg class="slope-picture" width="100%" height="260" data-region="plot"></svg>
<p data-region="words"></p></div>`,
  draw: (step) => {
    const x = step / STEPS;
    const curve = pathOf(Array.from({length: STEPS + 1}, (_, at) => [at / STEPS, heightAt(at / STEPS)]));
    const ticks = [0, 0.5, 1].map((share) => ({share, label: String(share)}));
    return {
      plot: `<svg x="7%" y="6%" width="88%" height="82%" overflow="visible">${levels(ticks)}${underneath(ticks)}
${stretched(`<path class="slope-curve" vector-effect="non-scaling-stroke" d="${curve}"/>${tangent(x)}`)}
<circle class="slope-grip" cx="${percentOf(x)}" cy="${percentOf(1 - heightAt(x))}" r="9"/></svg>`,
      words: describe(step),
    };
  },
  words: describe,
  readouts: (step) => ({slope: slopeAt(step / STEPS).toFixed(2)}),
  hands: [
    alongPicture(".slope-picture", {
      label: "Place on the curve",
      stride: 5,
      now: (step) => step,
      last: () => STEPS,
      moved: (_, step) => step,
      stepAt: (share) => Math.round(Math.max(0, Math.min(1, (share - 0.07) / 0.88)) * STEPS),
    }),
  ],
});
