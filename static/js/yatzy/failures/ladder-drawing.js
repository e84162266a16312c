/** The ladder, drawn: closed, a list of habits to guess from; open, steps from casual to perfect play. */
import {counted, percentage, percentOf, shareOf} from "site_builder/kit";
import {dearestOf, isHabit, placeOf} from "./ladder.js";

/** @import {Moment, Rung} from "./ladder.js" */

/** The steps are drawn between these scores. */
const AXIS = {from: 160, to: 252};

/** @param {number} points */
const placeAt = (points) => percentOf(shareOf(points, AXIS));

/** Draw the step of a rung: from where the rung before ends to where it ends. @param {Rung} rung */
function drawStep({mean, gain}) {
  const width = percentOf(gain / (AXIS.to - AXIS.from));
  return `<svg class="ladder-step" aria-hidden="true"><line class="rail" x2="${placeAt(mean - gain)}" y1="50%" y2="50%"/><rect x="${placeAt(mean - gain)}" width="${width}" height="100%"/><line class="post" x1="${placeAt(mean)}" x2="${placeAt(mean)}" y2="100%"/></svg>`;
}

/** Draw one rung. @param {readonly Rung[]} rungs @param {Moment} moment @param {number} row */
function drawRung(rungs, {guess, looked}, row) {
  const rung = rungs[row];
  const [open, habit] = [guess !== null, isHabit(rungs, row)];
  const names = [habit ? "habit" : "end", row === guess ? "mine" : "", open && row === dearestOf(rungs) ? "most" : "", row === looked ? "looked" : ""].filter(Boolean).join(" ");
  const mark = row === guess ? `<span class="mark">your guess</span>` : open && row === dearestOf(rungs) ? `<span class="mark best">worth most</span>` : "";
  const text = `<span class="ladder-title">${rung.title}${mark}</span><span class="ladder-habit">${rung.habit}</span>`;
  const told = open || !habit ? `<span class="ladder-numbers">${row > 0 && open ? `<b>+${rung.gain.toFixed(1)}</b> ` : ""}<span>${rung.mean.toFixed(1)}</span></span>` : `<span class="ladder-numbers asked" aria-hidden="true">?</span>`;
  const inside = `${text}${open ? drawStep(rung) : ""}${told}`;
  const pressed = row === (open ? looked : guess);
  if (!open && !habit) return `<li class="${names}"><div class="ladder-row">${inside}</div></li>`;
  return `<li class="${names}"><button type="button" class="ladder-row" aria-pressed="${pressed}" data-press="rung-${row}">${inside}</button></li>`;
}

/** Draw all rungs, from the bottom. @param {readonly Rung[]} rungs @param {Moment} moment */
export function drawLadder(rungs, moment) {
  return rungs.map((_, row) => drawRung(rungs, moment, row)).join("");
}

/** Say what is asked, or what the guess came to. @param {readonly Rung[]} rungs @param {Moment} moment */
export function wordsOfLadder(rungs, {guess}) {
  const last = rungs[rungs.length - 1];
  if (guess === null) {
    return `From <b>${rungs[0].mean.toFixed(1)}</b> to <b>${last.mean.toFixed(1)}</b> points, one habit at a time. Which habit brings the most? Press it.`;
  }
  const most = rungs[dearestOf(rungs)];
  const habits = rungs.length - 2;
  if (guess === dearestOf(rungs)) return `You found it: this habit alone brings <b>${most.gain.toFixed(1)}</b> points.`;
  return `Your guess brings <b>${rungs[guess].gain.toFixed(1)}</b> points, place ${placeOf(rungs, guess)} of ${habits}. The most comes from “${most.title}”: <b>${most.gain.toFixed(1)}</b>.`;
}

/** Say more of the rung that is looked at. @param {readonly Rung[]} rungs @param {Moment} moment */
export function wordsOfRung(rungs, {guess, looked}) {
  if (guess === null || looked === null) return "";
  const {title, mean, sd, bonus_rate} = rungs[looked];
  const up = rungs.length - 1 - looked;
  const left = up === 0 ? "" : ` ${counted(up, "rung")} and ${(rungs[rungs.length - 1].mean - mean).toFixed(1)} points are left above.`;
  return `${title}: ${mean.toFixed(1)} points on average, give or take ${sd.toFixed(1)}; the bonus in ${percentage(bonus_rate)} of the games.${left}`;
}

/** What each habit brings, for those without scripts. @param {readonly Rung[]} rungs */
export function drawTable(rungs) {
  const rows = rungs.map(({title, mean, gain}) => `<tr><th scope="row">${title}</th><td>${gain.toFixed(1)}</td><td>${mean.toFixed(1)}</td></tr>`);
  return `<table><thead><tr><th scope="col">Rung</th><th scope="col">Brings</th><th scope="col">Mean</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}
