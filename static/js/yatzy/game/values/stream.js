/**
 * An Arrow IPC stream as the solver writes it: a schema with metadata, and one record batch of byte columns that are
 * neither compressed nor hold nulls. Nothing else is read; a library that reads all of Arrow weighs five times as much.
 *
 * A message is a mark, its length, a flatbuffer of that length, and a body. In a flatbuffer a table begins with the
 * distance back to a list of where its fields lie; texts, lists and tables are told by the distance to them.
 */

const [MARK, SCHEMA, BATCH] = [0xffffffff, 1, 3];
/** Fields by their number in Arrow's description of messages. */
const [OF_TYPE, OF_HEADER, OF_BODY_LENGTH] = [1, 2, 3];
const [OF_FIELDS, OF_METADATA, OF_NAME, OF_KEY, OF_VALUE] = [1, 2, 0, 0, 1];
const [OF_ROWS, OF_BUFFERS] = [0, 2];
/** Bytes of a place in a body: where it begins, and its length. Every column has two: which are null, and the values. */
const [BYTES_OF_BUFFER, BUFFERS_OF_COLUMN] = [16, 2];

/**
 * @typedef {object} Columns
 * @property {ReadonlyMap<string, string>} metadata
 * @property {number} n_rows
 * @property {ReadonlyMap<string, Uint8Array>} column_of_name
 */

/**
 * Read a stream; throws some error where it is none, or is cut off.
 * @param {ArrayBuffer} buffer @returns {Columns}
 */
export function readStream(buffer) {
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

/** Find a field of a table; 0 where the table does not have it. @param {DataView} view @param {number} table @param {number} field */
function fieldAt(view, table, field) {
  const list = table - view.getInt32(table, true);
  const place = 4 + 2 * field;
  const distance = place < view.getUint16(list, true) ? view.getUint16(list + place, true) : 0;
  return distance === 0 ? 0 : table + distance;
}

/** Follow the distance that stands at a place. @param {DataView} view @param {number} at */
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
