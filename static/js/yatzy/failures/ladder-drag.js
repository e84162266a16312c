/** A habit is dragged to another row of the ladder: the list holds the pointer, for rows change under it. */
import {every, find} from "site_builder/kit";
import {movedTo} from "./ladder.js";

/** @import {Alive, Hand} from "site_builder/kit" @import {Habit, Players} from "../parts/habits.js" @import {Place} from "./ladder.js" */

/** @param {Alive<Place, Players>} alive @returns {Hand} */
export function byDragging(alive) {
  const list = find(alive.element, ".ladder-rungs");
  /** @type {Habit | null} */
  let held = null;

  /** The row for what is held at a height: below all others whose middle lies above. @param {number} y */
  function rowAt(y) {
    const others = every(list, ".habit").filter(({dataset}) => dataset.habit !== held).map((row) => row.getBoundingClientRect());
    return others.filter(({top, height}) => y > top + height / 2).length;
  }

  /** @param {string} kind @param {(event: PointerEvent) => void} then */
  const on = (kind, then) => list.addEventListener(kind, /** @type {EventListener} */ (then), {signal: alive.signal});
  on("pointerdown", (event) => {
    const row = event.target instanceof Element && !event.target.closest("button") ? event.target.closest(".habit") : null;
    if (!(row instanceof HTMLElement) || event.button !== 0 || event.pointerType === "touch") return;
    held = /** @type {Habit} */ (row.dataset.habit);
    list.setPointerCapture(event.pointerId);
    event.preventDefault();
    alive.draw();
  });
  on("pointermove", ({clientY}) => {
    if (held === null) return;
    const order = movedTo(alive.place.order, held, rowAt(clientY));
    if (order.join() !== alive.place.order.join()) alive.pass({...alive.place, order});
  });
  const drop = () => {
    if (held === null) return;
    held = null;
    alive.go(alive.place, true);
  };
  on("pointerup", drop);
  on("pointercancel", drop);
  return {tell: () => list.classList.toggle("dragging", held !== null)};
}
