/**
 * The rooms of the JavaScript read downwards: no file imports one of a room above its own, or of a room beside it.
 * A new room gets its floor here.
 */
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join, relative} from "node:path/posix";
import test from "node:test";
import {fileURLToPath} from "node:url";

const ROOT = fileURLToPath(new URL("../../static/js", import.meta.url));

/** Rooms of each part from the roof down; those of one floor do not know each other. Files outside rooms are on the roof. */
const FLOORS = /** @type {Record<string, string[][]>} */ ({
  engine: [["."], ["preview"], ["element", "prose"], ["figures"], ["frame"], ["explorables"], ["browser"], ["kit"]],
  yatzy: [
    ["widgets"], ["table"],
    ["geometry", "solving", "perfect", "risk", "more-dice", "machine", "advisor"],
    ["parts"], ["record", "endings"], ["game"], ["words"],
  ],
});

/** What a project may import of the engine: the kit by its one name, and types. */
const KIT = "site_builder/kit";

/** What the engine says in the site's language; a project has words of its own. */
const WORDS = "site_builder/words";

/** Texts of the project lie beside its code. */
const TEXTS = /^\.\.\/words\/[\w-]+\.json$/;

/** Imports of code; those inside comments only name types. */
const IMPORT = /^(?:import|export)\b[^"']*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

const files = readdirSync(ROOT, {recursive: true, encoding: "utf-8"})
  .filter((path) => path.endsWith(".js"))
  .map((path) => path.replaceAll("\\", "/"));

/** What a file imports, by path under static/js, or by name. @param {string} path */
function importsOf(path) {
  const code = readFileSync(join(ROOT, path), "utf-8").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(IMPORT)].map(([, one, two, three]) => one ?? two ?? three)
    .map((spec) => (spec.startsWith(".") ? join(dirname(path), spec) : spec));
}

/** Part and room of a file: ["yatzy", "parts"]. @param {string} path @returns {[string, string]} */
function roomOf(path) {
  const [part, room, ...rest] = path.split("/");
  return [part, rest.length === 0 ? "." : room];
}

test("every room has a floor", () => {
  const rooms = new Set(files.map((path) => roomOf(path).join("/")));
  const known = Object.entries(FLOORS).flatMap(([part, floors]) => floors.flat().map((room) => `${part}/${room}`));
  assert.deepEqual([...rooms].sort(), known.sort());
});

test("no import leads up or aside, and a project knows the engine only by its kit", () => {
  let seen = 0;
  for (const path of files) {
    const [part, room] = roomOf(path);
    const floorOf = (/** @type {string} */ name) => FLOORS[part].findIndex((floor) => floor.includes(name));
    for (const target of importsOf(path)) {
      seen += 1;
      if (target === KIT) assert.notEqual(part, "engine", `${path} lies beside the kit: it imports its files`);
      if (target === WORDS) assert.equal(part, "engine", `${path} imports the engine's words`);
      if (TEXTS.test(target)) continue;
      if (!files.includes(target)) {
        assert.match(target, /^(@[\w-]+\/)?[\w-]+/, path);
        assert.ok(!target.startsWith(".."), `${path} imports ${target}, which is not there`);
        continue;
      }
      const [other, below] = roomOf(target);
      assert.equal(other, part, `${path} imports ${relative(dirname(path), target)}: only "${KIT}" is offered`);
      assert.ok(below === room || floorOf(below) > floorOf(room), `${path} imports ${target}`);
    }
  }
  assert.ok(seen > 400, `${seen} imports seen`);
});

/** Return the first circle of imports, imports on demand included, as the files along it; null for none. @param {Map<string, string[]>} imports By file. */
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

test("no imports form a circle", () => {
  assert.deepEqual(firstCircle(new Map([["a", ["b", "x"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
  assert.equal(firstCircle(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), null);
  assert.equal(firstCircle(new Map(files.map((path) => [path, importsOf(path)]))), null);
});
