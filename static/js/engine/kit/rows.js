/** Data sets come as columns. */

/**
 * Gather the rows of a data set by one of its columns.
 * @template Key, Row
 * @param {readonly Key[]} column @param {(row: number) => Row} read
 * @returns {Map<Key, Row[]>} In the order in which keys first come.
 */
export function gathered(column, read) {
  /** @type {Map<Key, Row[]>} */
  const found = new Map();
  column.forEach((key, row) => {
    const rows = found.get(key);
    if (rows === undefined) found.set(key, [read(row)]);
    else rows.push(read(row));
  });
  return found;
}
