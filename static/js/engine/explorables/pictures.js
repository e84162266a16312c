/**
 * The pictures of a living explorable: fetched for the layout that is shown, and the parts of many as they come near.
 */
import {every} from "../kit/repaint.js";
import {Drawing} from "./drawing.js";
import {filledAt, indexOf} from "./packed.js";
import {choose} from "./pointing.js";

/** @import {Packed} from "./packed.js" @import {Parameter} from "./states.js" */

/**
 * @typedef {object} Pictured
 * @property {string[]} layouts "wide" and "narrow", or "all" for drawings that are one for all columns.
 * @property {number[]} on Parameters that pictures depend on.
 * @property {number} by The one that splits them into files; -1 for none.
 */

/**
 * Give the ids of a drawing, which begin with a mark, the name of the place that shows it: no two on a page are the same.
 * @param {string} text @param {string} [id] Of the figure. @param {string} [layout]
 */
export const placed = (text, id = "", layout = "") => text.replaceAll("\uE002", `${id}-${layout}`);

/**
 * @param {import("../kit/kit").Alive<number[], {parameters: Parameter[], picture: Pictured}>} alive
 * @returns {import("../kit/kit").Hand}
 */
export function withPictures(alive) {
  const {element, context, known: {parameters, picture: {on, by}}} = alive;
  const layouts = every(element, ".explorable-picture > .layout");
  const drawings = new Map(layouts.map((one) => [one, new Drawing(one)]));
  /** @type {Map<string, Promise<Packed>>} */
  const files = new Map();
  /** What each layout shows: nothing is drawn twice. @type {Map<Element, string>} */
  const shown = new Map();
  /** The layout that can be seen, until the figure has another width: to ask makes the browser lay out the page. @type {HTMLElement | undefined} */
  let seen;

  /** @param {string} name */
  function fetched(name) {
    let file = files.get(name);
    if (!file) {
      const [layout] = name.split("-");
      file = context.file(name).then((bytes) => /** @type {Packed} */ (JSON.parse(placed(new TextDecoder().decode(bytes), context.id, layout))));
      files.set(name, file);
      file.catch(() => files.delete(name));
    }
    return file;
  }

  /** @param {Element} layout */
  const nameOf = (layout) => /layout-(\w+)/.exec(layout.className)?.[1] ?? "";

  /** Fetch what the next stops of the parameter need that splits the pictures. @param {string} layout */
  function prefetch(layout) {
    if (by < 0) return;
    for (const near of [alive.place[by] - 1, alive.place[by] + 1]) {
      if (near >= 0 && near < parameters[by].stops.length) fetched(`${layout}-${near}`).catch(() => {}); // Told if it is needed.
    }
  }

  /** Draw the place in the layout that can be seen. @param {boolean} jumps */
  async function draw(jumps) {
    const layout = (seen ??= layouts.find((one) => one.checkVisibility()) ?? layouts[0]);
    const place = alive.place;
    const shard = by < 0 ? 0 : place[by];
    const key = `${shard}:${indexOf(on, place, parameters, by)}`;
    if (shown.get(layout) === key) return;
    shown.set(layout, key);
    const name = nameOf(layout);
    const waiting = setTimeout(() => layout.classList.add("coming"), 150);
    try {
      const packed = await fetched(`${name}-${shard}`);
      if (shown.get(layout) !== key) return;
      drawings.get(layout)?.show(filledAt(packed, indexOf(on, place, parameters, by)), jumps || context.reducedMotion);
      choose(layout, alive.place);
      layout.classList.remove("coming");
      layout.classList.add("drawn");
      prefetch(name);
    } catch (error) {
      if (shown.get(layout) === key) shown.delete(layout);
      context.fail(error, () => draw(jumps));
    } finally {
      clearTimeout(waiting);
    }
  }

  // It is called at once, too: what the still shows becomes what can move.
  const resized = new ResizeObserver(() => {
    seen = undefined;
    draw(true);
  });
  if (layouts.length > 0) resized.observe(element);
  return {
    tell() {
      if (layouts.length > 0) draw(false);
    },
    destroy() {
      resized.disconnect();
      for (const drawing of drawings.values()) drawing.destroy();
    },
  };
}
