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

/**
 * Run the script in a page that is being parsed.
 * @param {string} address
 * @param {Record<string, string>} stored
 * @param {string} arrival How the reader came: "navigate", "reload" or "back_forward".
 * @param {object} self The global object, with `DISK` in a site that was built for disk.
 */
function load(address, stored, arrival = "navigate", self = {}) {
  const url = new URL(address);
  /** @type {(changes: {addedNodes: unknown[]}[]) => void} */
  let onChange = () => {};
  /** @type {Record<string, (event: unknown) => void>} */
  const listeners = {};
  /** @type {string[]} */
  const done = [];
  const page = {dataset: /** @type {Record<string, string>} */ ({depth: "1"}), className: ""};
  const listen = (/** @type {string} */ name, /** @type {(event: unknown) => void} */ listener) => {
    listeners[name] = listener;
  };
  const sandbox = {
    document: {documentElement: page, addEventListener: listen},
    location: Object.assign(url, {reload: () => done.push("reload")}),
    fetch: async (/** @type {string} */ file, /** @type {{cache: string}} */ {cache}) => done.push(`${cache} ${file}`),
    onclick: (/** @type {unknown} */ _event) => {},
    performance: {getEntriesByType: () => [{type: arrival}]},
    localStorage: {getItem: (/** @type {string} */ key) => stored[key] ?? null},
    URLSearchParams,
    MutationObserver: class {
      constructor(/** @type {typeof onChange} */ callback) {
        onChange = callback;
      }
      observe() {}
      disconnect() {}
    },
    addEventListener: listen,
    self,
  };
  vm.runInNewContext(built, sandbox);
  const parse = (/** @type {unknown[]} */ ...addedNodes) => onChange([{addedNodes}]);
  return {page, listeners, done, parse, press: (/** @type {unknown} */ target) => sandbox.onclick({target})};
}

test("the early script is at most one kilobyte", () => {
  assert.ok(built.length > 100 && built.length <= 1024, `${built.length} bytes`);
});

test("the theme and the depth are set, and blocks up to the depth are opened while the page is parsed", () => {
  const {page, parse} = load("https://example.org/a.html?depth=2", {theme: "dark", depth: "3"});
  assert.deepEqual({...page.dataset}, {depth: "2", theme: "dark"});
  assert.match(page.className, /^scripting\b/);
  const blocks = ["2", "3", undefined].map((depth) => new Details(depth));
  parse(...blocks, {});
  assert.deepEqual(blocks.map((block) => block.open), [true, false, false]);
});

test("a page opened from disk stays a page without scripts, and an invalid theme is ignored", () => {
  const {page} = load("file:///home/reader/a.html?depth=2", {theme: "pink"});
  assert.deepEqual({...page.dataset}, {depth: "1"});
  assert.equal(page.className, "");
  assert.match(load("file:///home/reader/a.html?depth=2", {}, "navigate", {DISK: {}}).page.className, /^scripting\b/);
});

const MAIN = {id: "main-script", src: "https://example.org/main.js"};

test("a page whose main script fails is shown as without scripts, with a message; other files may fail", async () => {
  for (const [end, isAlive, expected] of /** @type {[string, boolean, string][]} */ ([
    ["error", false, "lifeless"],
    ["load", false, "lifeless"],
    ["load", true, "scripting"],
  ])) {
    const {page, listeners, done, press} = load("https://example.org/a.html#there", {});
    listeners.error({target: {id: "", src: "a.png"}});
    listeners.load({target: {id: "other", src: "b.js"}});
    assert.equal(page.className, "scripting");
    if (isAlive) page.dataset.alive = "yes";
    listeners[end]({target: MAIN});
    assert.equal(page.className, expected);
    press({name: "other"});
    press({name: "again"});
    await new Promise(setImmediate);
    assert.deepEqual(done, isAlive ? [] : [`reload ${MAIN.src}`, "reload"]);
  }
});

test("content far below is laid out after the first paint, unless the page opens further down", () => {
  const waits = (/** @type {string} */ address, /** @type {string} */ arrival) => load(address, {}, arrival).page.className.includes("far-waits");
  assert.ok(waits("https://example.org/a.html?depth=2", "navigate"));
  assert.ok(!waits("https://example.org/a.html#there", "navigate"));
  assert.ok(!waits("https://example.org/a.html", "reload"));
  assert.ok(!waits("https://example.org/a.html", "back_forward"));
});
