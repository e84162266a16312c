import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import vm from "node:vm";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const built = spawnSync(
  `${root}node_modules/esbuild/bin/esbuild`,
  ["static/js/engine/early.js", "--bundle", "--format=iife", "--minify", "--target=es2022", "--log-level=error"],
  {cwd: root, encoding: "utf-8"},
).stdout;

class Details {
  open = false;
  constructor(/** @type {string | undefined} */ depth) {
    this.dataset = {depth};
  }
}
class Script {
  constructor(/** @type {string} */ type) {
    this.type = type;
  }
}

/**
 * Run the script in a page that is being parsed.
 * @param {string} address
 * @param {Record<string, string>} stored
 * @param {string} arrival How the reader came: "navigate", "reload" or "back_forward".
 */
function load(address, stored, arrival = "navigate") {
  const url = new URL(address);
  const classes = new Set();
  /** @type {(changes: {addedNodes: unknown[]}[]) => void} */
  let onChange = () => {};
  /** @type {Record<string, (event: unknown) => void>} */
  const listeners = {};
  const page = {dataset: /** @type {Record<string, string>} */ ({depth: "1"}), classList: {add: (/** @type {string} */ name) => classes.add(name), remove: (/** @type {string} */ name) => classes.delete(name)}};
  vm.runInNewContext(built, {
    document: {documentElement: page},
    location: url,
    performance: {getEntriesByType: () => [{type: arrival}]},
    localStorage: {getItem: (/** @type {string} */ key) => stored[key] ?? null},
    URLSearchParams,
    HTMLDetailsElement: Details,
    HTMLScriptElement: Script,
    MutationObserver: class {
      constructor(/** @type {typeof onChange} */ callback) {
        onChange = callback;
      }
      observe() {}
      disconnect() {}
    },
    addEventListener: (/** @type {string} */ name, /** @type {(event: unknown) => void} */ listener) => {
      listeners[name] = listener;
    },
  });
  return {page, classes, listeners, parse: (/** @type {unknown[]} */ ...addedNodes) => onChange([{addedNodes}])};
}

test("the early script is at most one kilobyte", () => {
  assert.ok(built.length > 100 && built.length <= 1024, `${built.length} bytes`);
});

test("it sets the theme and the depth, and opens the blocks up to it while the page is parsed", () => {
  const {page, classes, parse} = load("https://example.org/a.html?depth=2", {theme: "dark", depth: "3"});
  assert.deepEqual({...page.dataset}, {depth: "2", theme: "dark"});
  assert.ok(classes.has("scripting"));
  const blocks = ["2", "3", undefined].map((depth) => new Details(depth));
  parse(...blocks, {});
  assert.deepEqual(blocks.map((block) => block.open), [true, false, false]);
});

test("a page opened from disk stays a page without scripts, and an odd theme is no theme", () => {
  const {page, classes} = load("file:///home/reader/a.html?depth=2", {theme: "pink"});
  assert.deepEqual({...page.dataset}, {depth: "1"});
  assert.equal(classes.size, 0);
});

test("when the modules do not arrive, the page is one without scripts; other files may fail", () => {
  const {classes, listeners} = load("https://example.org/a.html", {});
  listeners.error({target: new Script("")});
  listeners.error({target: {}});
  assert.ok(classes.has("scripting"));
  listeners.error({target: new Script("module")});
  assert.ok(!classes.has("scripting"));
});

test("what is far waits for the first paint, but not for a reader who arrives further down", () => {
  const waits = (/** @type {string} */ address, /** @type {string} */ arrival) => load(address, {}, arrival).classes.has("far-waits");
  assert.ok(waits("https://example.org/a.html?depth=2", "navigate"));
  assert.ok(!waits("https://example.org/a.html#there", "navigate"));
  assert.ok(!waits("https://example.org/a.html", "reload"));
  assert.ok(!waits("https://example.org/a.html", "back_forward"));
});
