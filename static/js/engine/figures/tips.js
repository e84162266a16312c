/**
 * Tooltips of a still picture's marks (`data-tip`), by pointer, touch and arrow keys. The figure handles presses on marks
 * that set a state (`data-at`); Enter counts as such a press.
 */
import "site_builder/main";
import {announce} from "./announce.js";
import {nearestMark} from "../kit/marks.js";

/** Maximum distance of a mark from the pointer in pixels. */
const REACH = 24;
/** Weight of the distance across the direction of an arrow key relative to the distance along it. */
const ASIDE = 3;

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const WAYS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

/**
 * Let the marks of a picture speak, the one under the hand that came first at once.
 * @param {HTMLElement} picture @param {Event} first @param {(text: string) => void} [say] To screen readers.
 */
export function bringTips(picture, first, say = announce) {
  const tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.hidden = true;
  picture.append(tip);
  /** @type {Element | null} */
  let current = null;

  /** @param {Element | null} mark */
  function show(mark) {
    const said = mark?.getAttribute("data-tip");
    current = said ? mark : null;
    tip.hidden = !said;
    if (!mark || !said) return;
    tip.replaceChildren(...said.split("\n").map((line) => Object.assign(document.createElement("div"), {textContent: line})));
    const [box, own, around] = [mark.getBoundingClientRect(), tip.getBoundingClientRect(), picture.getBoundingClientRect()];
    const x = Math.min(Math.max(box.left + box.width / 2 - around.left - own.width / 2, 0), around.width - own.width);
    const over = box.top - around.top - own.height - 8;
    tip.style.setProperty("left", `${x}px`);
    tip.style.setProperty("top", `${over >= 0 ? over : Math.min(box.bottom - around.top + 8, around.height)}px`);
  }

  /** @param {PointerEvent} event */
  const point = (event) => show(nearestMark(picture, "[data-tip]", event, REACH));

  if (first instanceof PointerEvent) point(first);
  picture.addEventListener("pointermove", point);
  picture.addEventListener("pointerdown", point);
  picture.addEventListener("pointerleave", ({pointerType}) => pointerType === "mouse" && show(null));
  picture.addEventListener("blur", () => show(null));
  picture.addEventListener("keydown", (event) => {
    if (event.target !== picture || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (event.key === "Escape") show(null);
    else if (event.key === "Enter" && current) current.dispatchEvent(new CustomEvent("choose", {bubbles: true}));
    else if (way) {
      event.preventDefault();
      show(next(picture, current?.isConnected ? current : null, way));
      say(current?.getAttribute("data-tip")?.replaceAll("\n", ", ") ?? "");
    }
  });
}

/**
 * Return the next mark in a direction; without a current mark, the chosen or the first one.
 * @param {Element} picture @param {Element | null} from @param {readonly [number, number]} way
 */
function next(picture, from, [right, down]) {
  const marks = [...picture.querySelectorAll("[data-tip]")].filter((mark) => mark.checkVisibility());
  if (from === null) return marks.find((mark) => mark.hasAttribute("data-chosen")) ?? marks[0] ?? null;
  const [x, y] = middleOf(from);
  let [best, least] = [from, Infinity];
  for (const mark of marks) {
    const [dx, dy] = middleOf(mark).map((at, one) => at - (one ? y : x));
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 0.5 && along + ASIDE * aside < least) [best, least] = [mark, along + ASIDE * aside];
  }
  return best;
}

/** @param {Element} mark @returns {[number, number]} */
function middleOf(mark) {
  const {left, top, width, height} = mark.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
