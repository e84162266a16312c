/** The builder's texts in English, for tests; the build provides those of the site's language. */
import {readFileSync} from "node:fs";

const file = readFileSync(new URL("../../site_builder/words/en.toml", import.meta.url), "utf-8");

/** @type {Readonly<Record<string, string>>} */
export const WORDS = {
  ...Object.fromEntries([...file.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, text]) => [name, text])),
  decimal_sign: ".", group_sign: ",", group_size: "3", percent_form: "{}%", digits: "0123456789",
};
