/** Data sets, which come by columns, read by rows. */

/** @import {DataSet} from "../../engine/widget" */

/** The rows of a data set, by the names of its columns. @param {DataSet} columns @returns {Record<string, any>[]} */
export function recordsOf(columns) {
  const entries = Object.entries(columns);
  return Array.from(entries[0][1], (_, row) => Object.fromEntries(entries.map(([name, values]) => [name, values[row]])));
}

/** The rows by what they share in a column. @param {DataSet} columns @param {string} name @returns {Record<string, any>[][]} */
export function groupsOf(columns, name) {
  const rows = recordsOf(columns);
  return [...new Set(columns[name])].map((value) => rows.filter((row) => row[name] === value));
}
