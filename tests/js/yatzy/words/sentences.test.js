/** Sentences are in the code in English, some abbreviated; each language has all of them, with the same gaps, and no others. */

import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {test} from "node:test";

import {voiceOf} from "../../../../static/js/yatzy/advisor/words.js";
import {EDITIONS, rulesOf} from "../../../../static/js/yatzy/advisor/position.js";
import {LinkError, readPosition} from "../../../../static/js/yatzy/advisor/session.js";
import {ENGLISH, LANGUAGES} from "../../../../static/js/yatzy/words/voice.js";
import {file} from "../table/texts.js";

const CODE = new URL("../../../../static/js/yatzy/", import.meta.url);
const OTHERS = Object.keys(LANGUAGES).filter((tag) => tag !== ENGLISH);

/** Read a template from behind its opening sign: its form, and where it ends. @param {string} code @param {number} at */
function formAt(code, at) {
  let [form, gaps, depth] = ["", 0, 0];
  for (; depth > 0 || code[at] !== "`"; at += 1) {
    if (depth === 0 && code.startsWith("${", at)) [form, gaps, depth, at] = [`${form}{${gaps}}`, gaps + 1, 1, at + 1];
    else if (depth === 0) form += code[at];
    else if (code[at] === "`") at = formAt(code, at + 1).end;
    else depth += Number(code[at] === "{") - Number(code[at] === "}");
  }
  return {form, end: at};
}

/** Sentences in the code, with the sign before each. */
const written = readdirSync(CODE, {recursive: true, encoding: "utf-8"}).filter((path) => path.endsWith(".js")).flatMap((path) => {
  const code = readFileSync(new URL(path, CODE), "utf-8").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/(?:\bvoice\.t|\bsentence)`/g)].map(({index, 0: sign}) => ({sign, form: formAt(code, index + sign.length).form}));
});
const forms = new Set(written.map(({form}) => form));

/** @param {string} text */
const gapsOf = (text) => [...text.matchAll(/\{\w*\}/g)].map(([gap]) => gap).sort();

for (const tag of OTHERS) {
  test(`every sentence is said in ${LANGUAGES[tag]}, with the same gaps`, async () => {
    const {sentences = {}} = (await voiceOf(tag, file)).words;
    assert.ok(forms.size > 80, `${forms.size}`);
    for (const form of forms) assert.deepEqual(gapsOf(sentences[form] ?? "{}"), gapsOf(form), `${tag}: ${form}`);
    const titles = EDITIONS.flatMap((edition) => rulesOf(edition).categories.flatMap(({name, title}) => [name, title]));
    const names = new Set([...titles, ...EDITIONS.map(({title}) => title)]);
    for (const name of names) assert.ok(sentences[name], `${tag}: ${name}`);
    const others = Object.keys(sentences).filter((form) => !forms.has(form) && !names.has(form.split(".").pop() ?? ""));
    assert.deepEqual(others, [".", "ValueTableError"]);
  });
}

test("every abbreviated sentence is in the code, with the same gaps, and is no other sentence in full", async () => {
  const sentences = JSON.parse(new TextDecoder().decode(await file("sentences-en.json")));
  const full = new Set(written.filter(({sign}) => sign === "voice.t`").map(({form}) => form));
  for (const [form, sentence] of Object.entries(sentences)) assert.deepEqual([forms.has(form), full.has(form), gapsOf(sentence)], [true, false, gapsOf(form)], form);
});

test("an error is said with what is in it", async () => {
  const voice = await voiceOf("sv", file);
  const text = `${"-,".repeat(6)}7${",-".repeat(8)}:00000:2`;
  assert.throws(() => readPosition(text, rulesOf(EDITIONS[0])), (error) => {
    assert.ok(error instanceof LinkError);
    assert.match(error.message, /no roll brings “7” points in One pair\./);
    assert.match(voice.fault(error), /inget slag ger ”7” poäng i Ett par\. Här är ett nytt spel/);
    return true;
  });
  assert.equal(voice.fault(new RangeError("unknown")), "unknown");
});
