/** The texts of the builder in the language that the page shows. */

/** Texts of the builder in the language that the page was translated to, by its own. @type {Readonly<Record<string, string>>} */
let texts = {};

/** Use the texts of another language from now on. @param {Readonly<Record<string, string>>} others */
export function useTexts(others) {
  texts = others;
}

/** Say a text of the builder in the language of the page. @param {string} text */
export const said = (text) => texts[text] ?? text;
