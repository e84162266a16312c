/**
 * Layers of the JavaScript: a file imports only from its own folder and from lower layers. Add new folders here.
 */
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join, relative} from "node:path/posix";
import test from "node:test";
import {fileURLToPath} from "node:url";

const ROOT = fileURLToPath(new URL("../../static/js", import.meta.url));

/** Folders of each part by layer, from the top; folders of one layer are independent. "." are the files of the part itself. */
const LAYERS = /** @type {Record<string, string[][]>} */ ({
  engine: [["."], ["preview"], ["element", "prose"], ["figures"], ["frame"], ["explorables"], ["browser"], ["kit"]],
  yatzy: [
    ["widgets"], ["table"],
    ["geometry", "solving", "perfect", "risk", "more-dice", "machine", "advisor"],
    ["parts"], ["record", "endings"], ["game"], ["words"],
  ],
});

/** The engine's interface for projects, besides types. */
const KIT = "site_builder/kit";

/** Texts of the engine in the site's language, not for projects. */
const WORDS = "site_builder/words";

/** Files with texts of the project. */
const TEXTS = /^\.\.\/words\/[\w-]+\.json$/;

/** Imports of code; comments, which import types, are removed before. */
const IMPORT = /^(?:import|export)\b[^"']*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

const files = readdirSync(ROOT, {recursive: true, encoding: "utf-8"})
  .filter((path) => path.endsWith(".js"))
  .map((path) => path.replaceAll("\\", "/"));

/** Return the imports of a file: paths in static/js, or names. @param {string} path */
function importsOf(path) {
  const code = readFileSync(join(ROOT, path), "utf-8").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(IMPORT)].map(([, one, two, three]) => one ?? two ?? three)
    .map((spec) => (spec.startsWith(".") ? join(dirname(path), spec) : spec));
}

/** Return part and folder of a file: ["yatzy", "parts"]. @param {string} path @returns {[string, string]} */
function folderOf(path) {
  const [part, folder, ...rest] = path.split("/");
  return [part, rest.length === 0 ? "." : folder];
}

test("every folder has a layer", () => {
  const folders = new Set(files.map((path) => folderOf(path).join("/")));
  const known = Object.entries(LAYERS).flatMap(([part, layers]) => layers.flat().map((folder) => `${part}/${folder}`));
  assert.deepEqual([...folders].sort(), known.sort());
});

test("no file imports from a higher or an independent folder, and projects import only the kit of the engine", () => {
  let seen = 0;
  for (const path of files) {
    const [part, folder] = folderOf(path);
    const layerOf = (/** @type {string} */ name) => LAYERS[part].findIndex((layer) => layer.includes(name));
    for (const target of importsOf(path)) {
      seen += 1;
      if (target === KIT) assert.notEqual(part, "engine", `${path} belongs to the engine: it must import the kit's files`);
      if (target === WORDS) assert.equal(part, "engine", `${path} imports the engine's words`);
      if (TEXTS.test(target)) continue;
      if (!files.includes(target)) {
        assert.match(target, /^(@[\w-]+\/)?[\w-]+/, path);
        assert.ok(!target.startsWith(".."), `${path} imports ${target}, which does not exist`);
        continue;
      }
      const [other, below] = folderOf(target);
      assert.equal(other, part, `${path} imports ${relative(dirname(path), target)}: only "${KIT}" may be imported`);
      assert.ok(below === folder || layerOf(below) > layerOf(folder), `${path} imports ${target}`);
    }
  }
  assert.ok(seen > 400, `${seen} imports seen`);
});

/** Return the first import cycle, including dynamic imports, as the files along it; null if there is none. @param {Map<string, string[]>} imports By file. */
function firstCycle(imports) {
  const done = new Set();
  /** @param {string} path @param {string[]} way @returns {string[] | null} */
  const follow = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const target of imports.get(path) ?? []) {
      const cycle = follow(target, [...way, path]);
      if (cycle !== null) return cycle;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const cycle = follow(path, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

test("there are no import cycles", () => {
  assert.deepEqual(firstCycle(new Map([["a", ["b", "x"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
  assert.equal(firstCycle(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), null);
  assert.equal(firstCycle(new Map(files.map((path) => [path, importsOf(path)]))), null);
});
