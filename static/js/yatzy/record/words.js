/** The words of a line, each with the column where it stands; and the mistake that is told with its place. */

/** A record that cannot be read; `text` stands without its place, which counts from 1. */
export class RecordError extends Error {
  /** @param {number} line @param {number} column @param {string} text */
  constructor(line, column, text) {
    super(`line ${line}, column ${column}: ${text}`);
    this.name = "RecordError";
    this.line = line;
    this.column = column;
    this.text = text;
  }
}

/** @typedef {{text: string, line: number, column: number}} Word A word, or a comma. */

/** Split a text into lines, whichever system wrote it. @param {string} text */
export const splitLines = (text) => text.split(/\r\n|\n|\r/);

/** Count the signs of a text as people and the solver count them. @param {string} text */
export const countSigns = (text) => [...text].length;

/** Return the words of a line. @param {string} text @param {number} line @returns {Word[]} */
export function wordsOf(text, line) {
  let [index, column] = [0, 1];
  return Array.from(text.matchAll(/[^\s,]+|,/g), (match) => {
    column += countSigns(text.slice(index, match.index));
    index = match.index;
    return {text: match[0], line, column};
  });
}

/** Say what is wrong with a word. @param {Word} word @param {string} message @returns {never} */
export function refuse({line, column}, message) {
  throw new RecordError(line, column, message);
}

/** Return what was written, in quotation marks and cut where it is long. @param {string} text */
export function quoted(text) {
  const signs = [...text];
  return `"${signs.length <= 30 ? text : `${signs.slice(0, 29).join("")}…`}"`;
}

/** Tell whether a word is digits only. @param {Word | undefined} word */
export const isNumber = (word) => word !== undefined && /^[0-9]+$/.test(word.text);
