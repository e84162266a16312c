/** The builder's texts in the current language of the page. */

/** Texts of a translation, by the text in the site's language. @type {Readonly<Record<string, string>>} */
let texts = {};

/** Use the texts of another language. @param {Readonly<Record<string, string>>} others */
export function useTexts(others) {
  texts = others;
}

/** Translate a text of the builder to the current language of the page. @param {string} text */
export const translated = (text) => texts[text] ?? text;
