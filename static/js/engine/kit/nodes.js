/**
 * A reticle on a drawing of nodes that stand in no grid: arrow keys go from node to node.
 */
import {find} from "./repaint.js";
import {overField, toScreen} from "./reticle.js";

/** @import {Point} from "./reticle.js" */

/** Nodes that an arrow key with Shift goes along. */
const STRIDE = 8;
/** Share of the field's height below which the knob hangs above the reticle. */
const FLIP = 0.6;

/**
 * A hand: a reticle on nodes. Only arrow keys speak: who points, sees.
 * @template Place, Known
 * @template {Point} Node
 * @param {string} selector What takes the focus and the pointer, and holds the drawing first of all; positioned.
 * @param {object} field
 * @param {string} field.label What a screen reader calls it; tells the keys.
 * @param {boolean} [field.isLarge] Whether each node is as large as a finger: then there is no knob.
 * @param {(place: Place, known: Known) => readonly Node[]} field.nodes In the drawing's units.
 * @param {(place: Place, known: Known) => Node} field.read Where the reticle stands.
 * @param {(from: Node, key: string, stride: number, nodes: readonly Node[]) => Node | null} field.beside Where an arrow key
 *   leads; null for other keys.
 * @param {(place: Place, node: Node, known: Known) => Place} field.looked What a node shows to a mouse that only passes.
 * @param {(place: Place, node: Node, known: Known) => Place} field.moved
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function overNodes(selector, {label, isLarge, nodes, read, beside, looked, moved}) {
  return (alive) => {
    const {known} = alive;
    const element = find(alive.element, selector);
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find(element, "svg")));
    const readNow = () => read(alive.place, known);
    const nodesNow = () => nodes(alive.place, known);
    return overField({
      element,
      label,
      isLarge,
      spotAt: ({x, y}) => nearestPlace(nodesNow(), new DOMPoint(x, y).matrixTransform(toScreen(svg).inverse())),
      centre() {
        const {top, height} = element.getBoundingClientRect();
        const {x, y} = new DOMPoint(readNow().x, readNow().y).matrixTransform(toScreen(svg));
        return {x, y, turn: top + height * FLIP};
      },
      beside: (key, isFar) => beside(readNow(), key, isFar ? STRIDE : 1, nodesNow()),
      look: (node) => alive.look(node && looked(alive.place, node, known)),
      move: (node, byKey) => alive.go(moved(alive.place, node, known), byKey),
    }, alive.signal);
  };
}

/** Find the place nearest to a point. @template {Point} Place @param {readonly Place[]} places @param {Point} point */
export function nearestPlace(places, {x, y}) {
  const distance = (/** @type {Place} */ place) => (place.x - x) ** 2 + (place.y - y) ** 2;
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}
