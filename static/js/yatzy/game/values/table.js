/**
 * The value table: points still to come from every reachable state, read from an Arrow IPC stream and checked.
 *
 * Values are integer steps of `step` points. A row stores the residual after subtracting its neighbours in many directions
 * at once: along the upper totals of an upper set, and along every lower category. The residual, modulo 65,536, is mapped
 * to a non-negative number, with its low and high byte in two columns. Errors have messages for readers.
 */
import {grouped} from "site_builder/kit";
import {rowOfState} from "../tables.js";

/** @import {Ruleset} from "../rules/scandinavian.js" */

// An Arrow IPC stream as the solver writes it: a schema with metadata, and one record batch of byte columns without
// compression and nulls. Only this subset is read: a library for all of Arrow is five times as large. A message is a
// marker, its length, a flatbuffer of that length, and a body. A table of a flatbuffer begins with the distance back to a
// list of its fields' offsets; strings, vectors and tables are referenced by offset.

const [MARK, SCHEMA, BATCH] = [0xffffffff, 1, 3];
/** Numbers of fields in Arrow's message schema. */
const [OF_TYPE, OF_HEADER, OF_BODY_LENGTH] = [1, 2, 3];
const [OF_FIELDS, OF_METADATA, OF_NAME, OF_KEY, OF_VALUE] = [1, 2, 0, 0, 1];
const [OF_ROWS, OF_BUFFERS] = [0, 2];
/** Bytes of a buffer's entry (offset and length), and buffers of a column (validity and values). */
const [BYTES_OF_BUFFER, BUFFERS_OF_COLUMN] = [16, 2];

/**
 * @typedef {object} Columns
 * @property {ReadonlyMap<string, string>} metadata
 * @property {number} n_rows
 * @property {ReadonlyMap<string, Uint8Array>} column_of_name
 */

/**
 * Read a stream; throws an error if it is invalid or truncated.
 * @param {ArrayBuffer} buffer @returns {Columns}
 */
function readStream(buffer) {
  const view = new DataView(buffer);
  const schema = messageAt(view, 0, SCHEMA);
  const batch = messageAt(view, schema.end, BATCH);
  const names = listAt(view, schema.header, OF_FIELDS).map((field) => textAt(view, field, OF_NAME));
  const pairs = listAt(view, schema.header, OF_METADATA).map((pair) => /** @type {const} */ ([textAt(view, pair, OF_KEY), textAt(view, pair, OF_VALUE)]));
  const n_rows = longAt(view, fieldAt(view, batch.header, OF_ROWS));
  const buffers = vectorAt(view, batch.header, OF_BUFFERS);
  const columns = names.map((name, place) => {
    const of_values = buffers.first + (place * BUFFERS_OF_COLUMN + 1) * BYTES_OF_BUFFER;
    if (longAt(view, of_values + 8) < n_rows) throw new RangeError(`column ${name} is too short`);
    return /** @type {const} */ ([name, new Uint8Array(buffer, batch.body + longAt(view, of_values), n_rows)]);
  });
  return {metadata: new Map(pairs), n_rows, column_of_name: new Map(columns)};
}

/** Find the header of a message, its body and its end. @param {DataView} view @param {number} at @param {number} type */
function messageAt(view, at, type) {
  if (view.getUint32(at, true) !== MARK) throw new TypeError("no message begins here");
  const message = at + 8 + view.getInt32(at + 8, true);
  if (view.getUint8(fieldAt(view, message, OF_TYPE)) !== type) throw new TypeError("a message of another kind");
  const body = at + 8 + view.getInt32(at + 4, true);
  const length = fieldAt(view, message, OF_BODY_LENGTH);
  return {header: targetAt(view, fieldAt(view, message, OF_HEADER)), body, end: body + (length === 0 ? 0 : longAt(view, length))};
}

/** Return the offset of a field of a table; 0 if it is absent. @param {DataView} view @param {number} table @param {number} field */
function fieldAt(view, table, field) {
  const list = table - view.getInt32(table, true);
  const place = 4 + 2 * field;
  const distance = place < view.getUint16(list, true) ? view.getUint16(list + place, true) : 0;
  return distance === 0 ? 0 : table + distance;
}

/** Resolve the relative offset stored at a position. @param {DataView} view @param {number} at */
const targetAt = (view, at) => at + view.getUint32(at, true);

/** @param {DataView} view @param {number} at */
const longAt = (view, at) => Number(view.getBigInt64(at, true));

/** @param {DataView} view @param {number} table @param {number} field */
function vectorAt(view, table, field) {
  const found = fieldAt(view, table, field);
  if (found === 0) return {first: 0, length: 0};
  const vector = targetAt(view, found);
  return {first: vector + 4, length: view.getUint32(vector, true)};
}

/** List the tables of a vector. @param {DataView} view @param {number} table @param {number} field */
function listAt(view, table, field) {
  const {first, length} = vectorAt(view, table, field);
  if (first + 4 * length > view.byteLength) throw new RangeError("a list is longer than the file");
  return Array.from({length}, (_, place) => targetAt(view, first + 4 * place));
}

/** @param {DataView} view @param {number} table @param {number} field */
function textAt(view, table, field) {
  const {first, length} = vectorAt(view, table, field);
  return new TextDecoder().decode(new Uint8Array(view.buffer, first, length));
}

/**
 * @typedef {object} ValueTable
 * @property {Uint16Array} steps_of_row Value of each state in steps.
 * @property {number} step Points in one step.
 * @property {number} start_value Expected final score of a new game, as computed before rounding.
 *
 * @typedef {ReadonlyMap<string, string>} Metadata
 */

const SCHEMA_VERSION = "2";
/** Milliseconds of work between pauses, too short to be noticed. */
const SLICE_MS = 4;
const REMEDY = "Reload the page; if that does not help, the site was published with a table that does not belong to it.";

/** A value table that cannot be used; the message is for readers. */
export class ValueTableError extends Error {
  /** @param {string} what @param {unknown} [cause] */
  constructor(what, cause) {
    super(`${what} ${REMEDY}`, {cause});
    this.name = "ValueTableError";
  }
}

/**
 * Decode the Arrow stream into its metadata and its two columns of bytes.
 * @param {ArrayBuffer} buffer @returns {{metadata: Metadata, n_rows: number, low: Uint8Array, high: Uint8Array}}
 */
export function decode(buffer) {
  try {
    const {metadata, n_rows, column_of_name} = readStream(buffer);
    const [low, high] = ["low", "high"].map((name) => column_of_name.get(name));
    if (low === undefined || high === undefined) throw new TypeError("no columns low and high");
    return {metadata, n_rows, low, high};
  } catch (error) {
    throw new ValueTableError("The table of values cannot be read: it is damaged, or was cut off on its way here.", error);
  }
}

/**
 * Check that a table belongs to this version and this ruleset.
 * @param {Metadata} metadata @param {Ruleset} ruleset
 * @param {string} wanted Supported version of the format.
 */
export function checkMetadata(metadata, ruleset, wanted) {
  const version = metadata.get("schema_version");
  if (version !== wanted) {
    const found = version === undefined ? "gives no format version" : `has format version ${version}`;
    throw new ValueTableError(`The table of values ${found}; this page reads version ${wanted}. One of them is out of date.`);
  }
  const expected = {
    ruleset: ruleset.name,
    n_dice: String(ruleset.n_dice),
    threshold: String(ruleset.threshold),
    bonus: String(ruleset.bonus),
    theta: "0",
    options: JSON.stringify(ruleset.options),
    categories: JSON.stringify(ruleset.categories.map((category) => category.name)),
  };
  for (const [key, value] of Object.entries(expected)) {
    const found = metadata.get(key);
    if (found === undefined || !sameText(key, found, value)) {
      throw new ValueTableError(`The table of values belongs to another game: its ${key} is ${found ?? "missing"}, this page plays with ${value}.`);
    }
  }
}

/**
 * Compare two metadata texts; lists and options are compared by content, ignoring whitespace.
 * @param {string} key @param {string} found @param {string} expected
 */
function sameText(key, found, expected) {
  if (key !== "categories" && key !== "options") return found === expected;
  try {
    return JSON.stringify(JSON.parse(found)) === expected;
  } catch {
    return false;
  }
}

/** Decode a difference from its low and high byte. @param {number} low @param {number} high */
export function unfold(low, high) {
  const folded = low + 256 * high;
  return folded & 1 ? -((folded + 1) >> 1) : folded >> 1;
}

/**
 * Decode and add up the differences, with pauses in which the page can react.
 * @param {Uint8Array} low @param {Uint8Array} high @param {import("../tables.js").States} states
 */
async function addUp(low, high, {n_lower_sets, totals_of_set}) {
  const steps_of_row = new Uint16Array(low.length);
  const pause = pauses();
  let first = 0;
  for (const totals of totals_of_set) {
    for (let rank = 0; rank < totals.length; rank += 1, first += n_lower_sets) {
      const end = first + n_lower_sets;
      for (let row = first; row < end; row += 1) steps_of_row[row] = unfold(low[row], high[row]); // modulo 65,536, like the encoder
      addAlongBoxes(steps_of_row, first, n_lower_sets);
      if (rank === 0) continue;
      for (let row = first; row < end; row += 1) steps_of_row[row] += steps_of_row[row - n_lower_sets];
    }
    await pause();
  }
  return steps_of_row;
}

/** Add up along every lower category in turn. @param {Uint16Array} steps_of_row @param {number} first @param {number} n_lower_sets */
function addAlongBoxes(steps_of_row, first, n_lower_sets) {
  for (let box = 1; box < n_lower_sets; box *= 2) {
    for (let set = box; set < n_lower_sets; set = (set + 1) | box) steps_of_row[first + set] += steps_of_row[first + set - box];
  }
}

/** Return a function that pauses whenever the page has been blocked for `SLICE_MS`. */
function pauses() {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  };
}

/** Parse the step and the start value. @param {Metadata} metadata */
export function readScale(metadata) {
  const [step, start_value] = ["step", "start_value"].map((key) => Number(metadata.get(key)));
  if (!(step > 0 && start_value > 0)) {
    throw new ValueTableError("The table of values does not say how large its steps are, or what a new game is worth.");
  }
  return {step, start_value};
}

/** Check values against their digest. @param {Uint16Array} steps_of_row @param {Metadata} metadata */
export async function checkSteps(steps_of_row, metadata) {
  if ((await checksum(steps_of_row)) !== metadata.get("sha256")) {
    throw new ValueTableError("The table of values has changed on its way here: its checksum does not fit.");
  }
}

/** @param {Uint16Array} steps_of_row */
async function checksum(steps_of_row) {
  if (globalThis.crypto?.subtle === undefined) {
    throw new ValueTableError("The table of values cannot be checked: browsers offer that only to pages opened over https.");
  }
  // All platforms with browsers are little-endian.
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {Uint16Array<ArrayBuffer>} */ (steps_of_row)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Read a value table and check that it is complete and belongs to the game.
 * @param {ArrayBuffer} buffer The file, inflated.
 * @param {import("../tables.js").Game} game @returns {Promise<ValueTable>}
 * @throws {ValueTableError} If the table is damaged, truncated, outdated or of another game.
 */
export async function readValueTable(buffer, {ruleset, states}) {
  const {metadata, n_rows, low, high} = decode(buffer);
  checkMetadata(metadata, ruleset, SCHEMA_VERSION);
  if (n_rows !== states.n_rows || metadata.get("rows") !== String(n_rows)) {
    throw new ValueTableError(`The table of values has ${grouped(n_rows)} rows where ${grouped(states.n_rows)} are needed.`);
  }
  const scale = readScale(metadata);
  const steps_of_row = await addUp(low, high, states);
  await checkSteps(steps_of_row, metadata);
  return {steps_of_row, ...scale};
}

/**
 * Return the points still to come from a state, bonus included.
 * @param {ValueTable} table @param {import("../tables.js").States} states
 * @param {number} filled Set of filled categories, as bits.
 * @param {number} upper_total 0 to the threshold.
 */
export function valueOfState({steps_of_row, step}, states, filled, upper_total) {
  return steps_of_row[rowOfState(states, filled, upper_total)] * step;
}
