/**
 * Solve a turn of a dice game for a row of sixteen neighbouring states at once.
 *
 * One source is compiled twice: with `v128` for two numbers at a time, without it for one. The order of all additions is
 * the solver's, so every value is equal to the last bit. The caller writes the tables into the memory and sets their
 * addresses.
 */

/** Bytes of a row: sixteen numbers of 8 bytes. */
const ROW: usize = 128;
const NUMBER: usize = 8;
const WORD: usize = 4;
const FACES: usize = 6;

/** Address of the table of keeps short of dice, last one first: offsets in `turn` of the rows of their six extensions. */
export let extensions: usize = 0;
/** Address of the table of all keeps but the empty one: number of keeps with one die less, and offsets of their rows in `turn`. */
export let removals: usize = 0;
/** Address of the probabilities of the rolls. */
export let chances: usize = 0;
/**
 * Address of the table of boxes. For each box: its bit; the offset in bytes of the states after it; the address of the next
 * box; then for each number of points these, their offset in the upper total in bytes, the number of rolls that score them,
 * and the offsets of those rolls' rows in `turn`. Zero points are not listed: every roll can score them.
 */
export let boxes: usize = 0;
export let boxes_end: usize = 0;
/** Address of the rows of all keeps of the turn, the rolls last. */
export let turn: usize = 0;
export let rolls: usize = 0;
export let turn_end: usize = 0;

/** Grow the memory to a number of pages of 64 kB, if it is smaller. */
export function reserve(pages: i32): void {
  const missing = pages - memory.size();
  if (missing > 0) memory.grow(missing);
}

/** Solve the row of states whose values are stored at `row`, with these boxes filled, and write their values there. */
export function solve(row: usize, filled: u32): void {
  if (ASC_FEATURE_SIMD) solveRow<v128>(row, filled);
  else solveRow<f64>(row, filled);
}

function solveRow<Part>(row: usize, filled: u32): void {
  exitRolls<Part>(row, filled);
  meanSweep<Part>();
  maxSweep<Part>();
  meanSweep<Part>();
  maxSweep<Part>();
  weighRolls<Part>(row);
}

/** Set every roll to the best of all zeros, then raise it by the boxes with points. */
function exitRolls<Part>(row: usize, filled: u32): void {
  for (let part: usize = 0; part < ROW; part += bytes<Part>()) put<Part>(turn + part, all<Part>(0));
  for (let box = boxes; box < boxes_end; box = boxes + load<u32>(box, 2 * WORD)) {
    if (filled & load<u32>(box)) continue;
    raise<Part>(turn, row + load<u32>(box, WORD), 0);
  }
  for (let roll = rolls; roll < turn_end; roll += ROW) memory.copy(roll, turn, ROW);
  for (let box = boxes; box < boxes_end; ) {
    const next = boxes + load<u32>(box, 2 * WORD);
    if (!(filled & load<u32>(box))) {
      const after = row + load<u32>(box, WORD);
      for (let way = box + 3 * WORD; way < next; ) {
        const points = f64(load<u32>(way)), from = after + load<u32>(way, WORD);
        const end = way + 3 * WORD + <usize>load<u32>(way, 2 * WORD) * WORD;
        for (way += 3 * WORD; way < end; way += WORD) raise<Part>(turn + load<u32>(way), from, points);
      }
    }
    box = next;
  }
}

/** Raise a row to the maximum of itself and another one plus some points. */
// @ts-ignore: decorator
@inline
function raise<Part>(row: usize, other: usize, points: f64): void {
  for (let part: usize = 0; part < ROW; part += bytes<Part>()) {
    put<Part>(row + part, larger<Part>(get<Part>(row + part), sum<Part>(get<Part>(other + part), all<Part>(points))));
  }
}

/** Set every keep short of dice to the mean of its six extensions. */
function meanSweep<Part>(): void {
  const sixth = all<Part>(1.0 / 6.0);
  let entry = extensions;
  for (let keep = rolls; keep > turn; entry += FACES * WORD) {
    keep -= ROW;
    const one = turn + load<u32>(entry), two = turn + load<u32>(entry, WORD), three = turn + load<u32>(entry, 2 * WORD);
    const four = turn + load<u32>(entry, 3 * WORD), five = turn + load<u32>(entry, 4 * WORD), six = turn + load<u32>(entry, 5 * WORD);
    for (let part: usize = 0; part < ROW; part += bytes<Part>()) {
      const low = sum<Part>(get<Part>(one + part), get<Part>(two + part));
      const middle = sum<Part>(get<Part>(three + part), get<Part>(four + part));
      const high = sum<Part>(get<Part>(five + part), get<Part>(six + part));
      put<Part>(keep + part, product<Part>(sixth, sum<Part>(sum<Part>(low, middle), high)));
    }
  }
}

/** Set every keep to the maximum of itself and its sub-keeps. */
function maxSweep<Part>(): void {
  let entry = removals;
  for (let keep = turn + ROW; keep < turn_end; keep += ROW) {
    const end = entry + WORD + <usize>load<u32>(entry) * WORD;
    for (entry += WORD; entry < end; entry += WORD) raise<Part>(keep, turn + load<u32>(entry), 0);
  }
}

/** Compute the mean over the first roll. */
function weighRolls<Part>(row: usize): void {
  for (let part: usize = 0; part < ROW; part += bytes<Part>()) {
    let mean = all<Part>(0), chance = chances;
    for (let roll = rolls; roll < turn_end; roll += ROW, chance += NUMBER) {
      mean = sum<Part>(mean, product<Part>(all<Part>(load<f64>(chance)), get<Part>(roll + part)));
    }
    put<Part>(row + part, mean);
  }
}

// A part: two numbers with SIMD, else one.

// @ts-ignore: decorator
@inline
function bytes<Part>(): usize {
  return isVector<Part>() ? 2 * NUMBER : NUMBER;
}

// @ts-ignore: decorator
@inline
function get<Part>(place: usize): Part {
  if (isVector<Part>()) return v128.load(place);
  else return load<f64>(place);
}

// @ts-ignore: decorator
@inline
function put<Part>(place: usize, part: Part): void {
  if (isVector<Part>()) v128.store(place, part);
  else store<f64>(place, part);
}

// @ts-ignore: decorator
@inline
function all<Part>(number: f64): Part {
  if (isVector<Part>()) return f64x2.splat(number);
  else return number;
}

// @ts-ignore: decorator
@inline
function sum<Part>(one: Part, other: Part): Part {
  if (isVector<Part>()) return f64x2.add(one, other);
  else return one + other;
}

// @ts-ignore: decorator
@inline
function product<Part>(one: Part, other: Part): Part {
  if (isVector<Part>()) return f64x2.mul(one, other);
  else return one * other;
}

// @ts-ignore: decorator
@inline
function larger<Part>(one: Part, other: Part): Part {
  if (isVector<Part>()) return f64x2.pmax(one, other);
  else return one < other ? other : one;
}
