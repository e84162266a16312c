/**
 * The picture of one turn, opened out of a slot of the map.
 */
import {cellOfNode, nextNodes, TURN_ROWS, turnColumns} from "./slot-blocks.js";
import {HEIGHT, WIDTH} from "./slots.js";

/** @import {Block, Node} from "./slot-blocks.js" @import {Lattice} from "../game/lattice.js" */

/** Side of the slot that is opened, in columns. */
const SLOT = 4;
/** Height of a place as drawn, against its width. */
const TALL = 1.6;

/** Place and scale of the turn on the map. @param {readonly Block[]} blocks */
function frame(blocks) {
  const pitch = Math.round((1000 * WIDTH) / turnColumns(blocks)) / 1000;
  return {pitch, top: Math.round((HEIGHT - TURN_ROWS * pitch * TALL) / 2)};
}

/** Draw all places of a turn. @param {readonly Block[]} blocks */
export function drawTurn(blocks) {
  const {pitch, top} = frame(blocks);
  const slotRows = SLOT / TALL;
  const middle = (TURN_ROWS - slotRows) / 2;
  const squares = blocks.map(({column, columns, rolls}) => {
    const rows = Array.from({length: TURN_ROWS}, (_, row) => `M${column + 0.12} ${row + 0.5}h${columns - 0.24}`).join("");
    const kind = rolls ? "turn-rolls" : "turn-keeps";
    return `<path class="${kind}" stroke-width=".76" stroke-dasharray=".76 .24" d="${rows}"/>`;
  });
  const fans = blocks.map(({column}, index) => {
    const before = blocks[index - 1];
    const [left, from, to] = before ? [before.column + before.columns, 0, TURN_ROWS] : [1 + SLOT, middle, middle + slotRows];
    return `M${left} ${from}L${column} 0V${TURN_ROWS}L${left} ${to}z`;
  });
  const labels = blocks.map(({column, columns, label}) => {
    const x = Math.round((column + columns / 2) * pitch);
    const count = columns * TURN_ROWS;
    return `<text x="${x}" y="${top - 40}" class="turn-count">${count}</text>
<text x="${x}" y="${HEIGHT - top + 24}" class="turn-label">${label}</text>`;
  });
  return `<g transform="translate(0 ${top}) scale(${pitch} ${pitch * TALL})">
<rect class="turn-area" width="${turnColumns(blocks)}" height="${TURN_ROWS}"/><path class="turn-fan" d="${fans.join("")}"/>
<rect class="turn-slot" x="1" y="${middle}" width="${SLOT}" height="${slotRows}"/>${squares.join("")}
<g class="turn-next" data-region="next"></g></g>${labels.join("")}`;
}

/**
 * Draw the reticle on a place, and mark what can come next.
 * @param {Lattice} lattice @param {readonly Block[]} blocks @param {Node} node
 */
export function drawNext(lattice, blocks, node) {
  const {column, row} = cellOfNode(lattice, blocks, node);
  const cells = nextNodes(lattice, blocks, node).map((next) => cellOfNode(lattice, blocks, next));
  const lines = cells.map((cell) => `M${column + 0.5} ${row + 0.5}L${cell.column + 0.5} ${cell.row + 0.5}`).join("");
  const marks = cells.map((cell) => `M${cell.column + 0.1} ${cell.row + 0.5}h.8`).join("");
  return `<path class="turn-lines" d="${lines}"/><path class="turn-marks" stroke-width=".8" d="${marks}"/>
<rect class="reticle-ring" x="${column - 0.35}" y="${row - 0.2}" width="1.7" height="1.4" rx=".3"/>`;
}
