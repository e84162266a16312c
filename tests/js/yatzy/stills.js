/**
 * Requirements for the still of every widget.
 */
import assert from "node:assert/strict";
import test from "node:test";

const FORBIDDEN = /<script\b|<[a-z][^<>]*?\s(?:style|on[a-z]+)\s*=/i;
const VOID = new Set(["br", "hr", "img", "input"]);

/**
 * Check that every tag is closed in order: the page's parser would correct errors silently.
 * @param {string} markup
 */
function assertBalanced(markup) {
  /** @type {string[]} */
  const open = [];
  for (const [, close, name, rest] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/gi)) {
    if (close) assert.equal(open.pop(), name, `</${name}> closes another element`);
    else if (!rest.endsWith("/") && !VOID.has(name)) open.push(name);
  }
  assert.deepEqual(open, []);
}

/** Remove globals that the build's engine does not have, during one call. @param {() => string} draw */
function withoutBrowser(draw) {
  const {random} = Math;
  const global = /** @type {Record<string, any>} */ (globalThis);
  const {Date: date, Intl: intl} = global;
  Math.random = () => assert.fail("a still may not depend on chance");
  global.Date = undefined;
  global.Intl = undefined;
  try {
    return draw();
  } finally {
    Object.assign(global, {Date: date, Intl: intl});
    Math.random = random;
  }
}

/**
 * Test that a still is valid and deterministic.
 * @param {string} name
 * @param {() => string} draw
 */
export function testStill(name, draw) {
  test(`${name}: the still is well-formed, without styles or handlers, and always the same`, () => {
    const markup = withoutBrowser(draw);
    assert.equal(withoutBrowser(draw), markup);
    assert.doesNotMatch(markup, FORBIDDEN);
    assert.doesNotMatch(markup, /undefined|NaN|\[object/);
    assertBalanced(markup);
    const ids = [...markup.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, "ids are unique");
  });
}
