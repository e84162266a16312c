import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {test} from "node:test";

const folder = new URL("../../../static/css/", import.meta.url);
const sheets = readdirSync(folder, {recursive: true, encoding: "utf-8"}).filter((name) => name.endsWith(".css"));

/** CSS that Safari does not support, with visible effects. @type {[string, RegExp][]} */
const PASSED_OVER = [
  ["a line under words with its style or colour in one declaration", /(?<!-)text-decoration:\s*[^\s;]+\s+[^;]+;/],
  ["user-select without its prefix", /(?<!-webkit-user-select: \w+;\s*)(?<![-\w])user-select:/],
  ["text-size-adjust without its prefix", /(?<!-webkit-text-size-adjust: [\w%]+;\s*)(?<![-\w])text-size-adjust:/],
];

for (const [what, pattern] of PASSED_OVER) {
  test(`no style sheet relies on ${what}`, () => {
    assert.ok(sheets.length > 20);
    const found = sheets.filter((name) => pattern.test(readFileSync(new URL(name.replaceAll("\\", "/"), folder), "utf-8")));
    assert.deepEqual(found, []);
  });
}
