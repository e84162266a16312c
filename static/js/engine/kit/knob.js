/**
 * The knob that hangs beside a reticle, so that the finger that drags it hides nothing.
 */

/** @param {HTMLElement} element */
export function hangKnob(element) {
  const knob = document.createElement("span");
  knob.className = "knob";
  knob.setAttribute("aria-hidden", "true");
  element.append(knob);
  return knob;
}

/** Whether a finger has the knob. @param {HTMLElement} knob */
export function isHeld(knob) {
  return knob.classList.contains("held");
}

/**
 * Let the knob be dragged; the reticle keeps its distance from the finger.
 * @param {HTMLElement} knob
 * @param {{signal: AbortSignal, centre: () => {x: number, y: number}, drag: (point: {x: number, y: number}) => void, drop: () => void}} hand
 */
export function dragKnob(knob, {signal, centre, drag, drop}) {
  /** @type {{x: number, y: number} | null} */
  let offset = null;
  /** @type {{x: number, y: number}} */
  let start = {x: 0, y: 0};
  knob.addEventListener("pointerdown", (event) => {
    const from = centre();
    offset = {x: from.x - event.clientX, y: from.y - event.clientY};
    start = {x: event.clientX, y: event.clientY};
    knob.setPointerCapture(event.pointerId);
    knob.classList.add("held");
    event.preventDefault();
  }, {signal});
  knob.addEventListener("pointermove", (event) => {
    if (offset === null) return;
    drag({x: event.clientX + offset.x, y: event.clientY + offset.y});
    knob.style.setProperty("transform", `translate(${event.clientX - start.x}px, ${event.clientY - start.y}px)`);
  }, {signal});
  for (const end of ["pointerup", "pointercancel"]) {
    knob.addEventListener(end, () => {
      offset = null;
      knob.classList.remove("held");
      knob.style.removeProperty("transform");
      drop();
    }, {signal});
  }
}
