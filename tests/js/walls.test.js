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
const FLOORS = /** @type {Record<string, string[][]>} */ ({
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
function roomOf(path) {
  const [part, room, ...rest] = path.split("/");
  return [part, rest.length === 0 ? "." : room];
}

test("every folder has a layer", () => {
  const rooms = new Set(files.map((path) => roomOf(path).join("/")));
  const known = Object.entries(FLOORS).flatMap(([part, floors]) => floors.flat().map((room) => `${part}/${room}`));
  assert.deepEqual([...rooms].sort(), known.sort());
});

test("no file imports from a higher or an independent folder, and projects import only the kit of the engine", () => {
  let seen = 0;
  for (const path of files) {
    const [part, room] = roomOf(path);
    const floorOf = (/** @type {string} */ name) => FLOORS[part].findIndex((floor) => floor.includes(name));
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
      const [other, below] = roomOf(target);
      assert.equal(other, part, `${path} imports ${relative(dirname(path), target)}: only "${KIT}" may be imported`);
      assert.ok(below === room || floorOf(below) > floorOf(room), `${path} imports ${target}`);
    }
  }
  assert.ok(seen > 400, `${seen} imports seen`);
});

/** Return the first import cycle, including dynamic imports, as the files along it; null if there is none. @param {Map<string, string[]>} imports By file. */
function firstCircle(imports) {
  const done = new Set();
  /** @param {string} path @param {string[]} way @returns {string[] | null} */
  const follow = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const target of imports.get(path) ?? []) {
      const circle = follow(target, [...way, path]);
      if (circle !== null) return circle;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const circle = follow(path, []);
    if (circle !== null) return circle;
  }
  return null;
}

test("there are no import cycles", () => {
  assert.deepEqual(firstCircle(new Map([["a", ["b", "x"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
  assert.equal(firstCircle(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), null);
  assert.equal(firstCircle(new Map(files.map((path) => [path, importsOf(path)]))), null);
});
