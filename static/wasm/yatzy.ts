/**
 * A turn of a game of dice, solved for a row of sixteen neighbouring states at once.
 *
 * One source, compiled twice: with `v128` a step takes two numbers, without it one. The order of all additions is the
 * solver's, so every value is the same to the last bit. Who calls lays the tables into the memory and tells where.
 */

/** Bytes of a row: sixteen numbers. */
const ROW: usize = 128;
const NUMBER: usize = 8;
const WORD: usize = 4;
const FACES: usize = 6;

/** Keeps short of dice, last one first: where the rows of their six extensions lie in `turn`. */
export let extensions: usize = 0;
/** All keeps but the empty one: how many keeps have one die less, and where their rows lie in `turn`. */
export let removals: usize = 0;
/** Chance of each roll. */
export let chances: usize = 0;
/**
 * What a roll can write into each box: the box's bit; by how many bytes the states after it lie further on; where the
 * next box begins here; then of each number of points these, their place in the upper total in bytes, how many rolls
 * bring them, and where the rows of those lie in `turn`. Zero points need no rolls: they are the floor of every roll.
 */
export let boxes: usize = 0;
export let boxes_end: usize = 0;
/** The rows of all keeps of the turn, the rolls last. */
export let turn: usize = 0;
export let rolls: usize = 0;
export let turn_end: usize = 0;

/** Grow the memory to so many pages of 64 kB, if it is smaller. */
export function reserve(pages: i32): void {
  const missing = pages - memory.size();
  if (missing > 0) memory.grow(missing);
}

/** Solve the row of states whose values lie at `row`, with these boxes filled. @returns nothing: the values are written there. */
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

/** The best of all zeros under every roll, then the boxes with points one by one. */
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

/** Raise a row to another one with some points added. */
// @ts-ignore: decorator
@inline
function raise<Part>(row: usize, other: usize, points: f64): void {
  for (let part: usize = 0; part < ROW; part += bytes<Part>()) {
    put<Part>(row + part, larger<Part>(get<Part>(row + part), sum<Part>(get<Part>(other + part), all<Part>(points))));
  }
}

/** Every keep short of dice is worth the mean of its six extensions. */
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

/** Every keep is worth the best of what it holds. */
function maxSweep<Part>(): void {
  let entry = removals;
  for (let keep = turn + ROW; keep < turn_end; keep += ROW) {
    const end = entry + WORD + <usize>load<u32>(entry) * WORD;
    for (entry += WORD; entry < end; entry += WORD) raise<Part>(keep, turn + load<u32>(entry), 0);
  }
}

/** The mean over the first roll. */
function weighRolls<Part>(row: usize): void {
  for (let part: usize = 0; part < ROW; part += bytes<Part>()) {
    let mean = all<Part>(0), chance = chances;
    for (let roll = rolls; roll < turn_end; roll += ROW, chance += NUMBER) {
      mean = sum<Part>(mean, product<Part>(all<Part>(load<f64>(chance)), get<Part>(roll + part)));
    }
    put<Part>(row + part, mean);
  }
}

// What a part is: two numbers where the machine has rows, else one.

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
