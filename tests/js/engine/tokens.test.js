import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {contrast, worstDistance} from "./colors.js";

const css = readFileSync(new URL("../../../static/css/engine/tokens.css", import.meta.url), "utf-8");

/** Return the colours of a theme; the first argument of light-dark() is the light one. @param {1 | 2} place @returns {Record<string, string>} */
function colours(place) {
  const named = [...css.matchAll(/(--[\w-]+):\s*light-dark\((#\w+), (#\w+)\);/g)];
  return Object.fromEntries(named.map((found) => [found[1], found[place + 1]]));
}

const THEMES = {light: colours(1), dark: colours(2)};
const SURFACES = ["--paper", "--stage", "--shade"];
const CATEGORIES = ["--c1", "--c2", "--c3", "--c4", "--c5", "--c6"];

test("every colour is defined for light and dark, and differs", () => {
  const alone = css.replaceAll(/light-dark\((?:[^()]|\([^()]*\))*\)/g, "").match(/.*(?:#[0-9a-f]{3,8}|rgb\().*/g);
  assert.equal(alone, null);
  assert.ok(Object.keys(THEMES.light).length > 30);
  assert.deepEqual(Object.keys(THEMES.light).filter((name) => THEMES.light[name] === THEMES.dark[name]), []);
});

test("the chosen theme is the only one, and paper is light", () => {
  const schemes = [...css.matchAll(/([^\n{}]+) \{\s*color-scheme: ([\w ]+);/g)].map(([, where, scheme]) => [where.trim(), scheme]);
  assert.deepEqual(schemes, [[":root", "light dark"], [':root[data-theme="light"]', "light"], [':root[data-theme="dark"]', "dark"]]);
  assert.match(css.slice(0, css.indexOf("@media")), /\n  color-scheme: light;/);
});

for (const [theme, values] of Object.entries(THEMES)) {
  test(`${theme}: words have a contrast of 4.5 on every surface`, () => {
    const words = ["--ink", "--soft", "--blue", "--gold-text", "--green"];
    const pairs = words.flatMap((word) => SURFACES.map((surface) => [word, surface]));
    pairs.push(["--red", "--paper"], ["--red", "--stage"]);
    pairs.push(["--ink", "--blue-soft"], ["--soft", "--blue-soft"], ["--blue", "--blue-soft"]);
    pairs.push(["--ink", "--gold-soft"], ["--gold-text", "--gold-soft"], ["--ink", "--red-soft"], ["--ink", "--green-soft"]);
    pairs.push(...["--code-word", "--code-text", "--code-number", "--code-name", "--code-note"].map((word) => [word, "--shade"]));
    pairs.push(["--paper", "--ink"], ["--paper", "--blue"]);
    assert.deepEqual(failing(values, pairs, 4.5), []);
  });

  test(`${theme}: lines of controls, data and the hand have a contrast of 3`, () => {
    const marks = ["--line", "--gold", "--red", ...CATEGORIES];
    const pairs = marks.flatMap((mark) => ["--paper", "--stage"].map((surface) => [mark, surface]));
    pairs.push(["--line", "--shade"], ["--s6", "--paper"], ["--d0", "--paper"], ["--d6", "--paper"]);
    assert.deepEqual(failing(values, pairs, 3), []);
  });

  test(`${theme}: categories, and the hand, stay apart for every eye`, () => {
    const close = CATEGORIES.flatMap((one, i) => CATEGORIES.slice(i + 1).map((other) => [one, other]))
      .filter(([one, other]) => worstDistance(values[one], values[other]) < 0.08);
    assert.deepEqual(close, []);
    // Full red blindness leaves lightness only; controls also have a halo and a shape.
    assert.deepEqual(CATEGORIES.filter((name) => worstDistance(values[name], values["--red"]) < 0.03), []);
  });

  test(`${theme}: the sequential scale steps evenly away from the paper, the diverging one both ways`, () => {
    const steps = (/** @type {string} */ scale, /** @type {number[]} */ order) =>
      order.map((step) => contrast(values[`--${scale}${step}`], values["--paper"]));
    const rises = (/** @type {number[]} */ list) => list.every((value, i) => i === 0 || value > list[i - 1]);
    assert.ok(rises(steps("s", [0, 1, 2, 3, 4, 5, 6])));
    assert.ok(rises(steps("d", [3, 2, 1, 0])));
    assert.ok(rises(steps("d", [3, 4, 5, 6])));
  });
}

/**
 * @param {Record<string, string>} values
 * @param {string[][]} pairs
 * @param {number} least
 */
function failing(values, pairs, least) {
  return pairs
    .map(([mark, surface]) => ({mark, surface, contrast: contrast(values[mark], values[surface])}))
    .filter((pair) => pair.contrast < least)
    .map((pair) => `${pair.mark} on ${pair.surface}: ${pair.contrast.toFixed(2)}`);
}
