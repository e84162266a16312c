/** What the engine says, for tests: in English. The build puts the words of the site's language in place of this. */
import {readFileSync} from "node:fs";

const file = readFileSync(new URL("../../site_builder/words/en.toml", import.meta.url), "utf-8");

/** @type {Readonly<Record<string, string>>} */
export const WORDS = {
  ...Object.fromEntries([...file.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, text]) => [name, text])),
  decimal_sign: ".", group_sign: ",", group_size: "3", percent_form: "{}%", digits: "0123456789",
};
