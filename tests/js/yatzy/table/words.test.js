import assert from "node:assert/strict";
import {test} from "node:test";

import {EDITION_NAMES, rulesFor} from "../../../../static/js/yatzy/table/editions.js";
import {voiceOf} from "../../../../static/js/yatzy/table/words.js";
import {chooseLanguage, LANGUAGES} from "../../../../static/js/yatzy/words/voice.js";
import {ENGLISH, file} from "./texts.js";

/** @param {string} text */
const gapsOf = (text) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();

test("each language says all there is to say, with the same gaps, and names every box and game", async () => {
  for (const tag of Object.keys(LANGUAGES)) {
    const voice = await voiceOf(tag, file);
    assert.equal(voice.tag, tag);
    for (const [name, text] of Object.entries(ENGLISH.texts)) {
      const said = voice.texts[/** @type {keyof typeof ENGLISH.texts} */ (name)];
      assert.ok(said.trim() !== "", `${tag}: ${name}`);
      assert.deepEqual(gapsOf(said), gapsOf(text), `${tag}: ${name}`);
    }
    for (const edition of EDITION_NAMES) {
      assert.ok(voice.editions[edition], `${tag}: ${edition}`);
      const ruleset = rulesFor(edition);
      const names = ruleset.categories.map((_, box) => voice.box(ruleset, box));
      assert.equal(new Set(names).size, names.length, `${tag}: ${names}`);
      if (tag !== "en") assert.ok(ruleset.categories.every(({name}) => voice.words.boxes[name]), `${tag}: ${edition}`);
    }
  }
});

test("boxes have the names that people use, and numbers their comma", async () => {
  const {box, words} = {box: 12, words: Object.keys(LANGUAGES)};
  const ruleset = rulesFor(EDITION_NAMES[0]);
  const names = await Promise.all(words.map(async (tag) => (await voiceOf(tag, file)).box(ruleset, box)));
  assert.deepEqual(names, ["Full house", "Kåk", "Hus", "Hus", "Täyskäsi"]);
  const voice = await voiceOf("fi", file);
  assert.deepEqual([voice.points(-1.25, 2), voice.signed(-17.44, 1), voice.signed(2, 1)], ["−1,25", "− 17,4", "+ 2,0"]);
  // What is close does not read as what a mistake begins with.
  assert.deepEqual([0.97, 1.02, 0.996, 3.04, 1.06].map((points) => voice.loss(points)), ["0,97", "1,02", "0,996", "3,04", "1,1"]);
  assert.deepEqual([0.004, 0.03, 0.25, 12].map((points) => voice.loss(points)), ["0,004", "0,03", "0,3", "12,0"]);
});

test("the address chooses a language, then what was chosen before, then the browser", () => {
  assert.equal(chooseLanguage("?lang=fi", "sv", ["da"]), "fi");
  assert.equal(chooseLanguage("?lang=xx", "sv", ["da"]), "sv");
  assert.equal(chooseLanguage("", null, ["de-AT", "nn-NO", "sv"]), "nb");
  assert.equal(chooseLanguage("", "constructor", ["de"]), "en");
});
