/**
 * No unused code: no export that no other file imports, no class or custom property of a style sheet that nothing uses.
 */
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join} from "node:path/posix";
import test from "node:test";
import {fileURLToPath} from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folder of the exports, and of the files that may import them. */
const OURS = "static/js";
const OTHERS = ["tests/js", "handbook/static/js", "site_builder/starter/static/js"];

/** Modules that are imported by a name. @type {Readonly<Record<string, string>>} */
const BY_NAME = {"site_builder/kit": `${OURS}/engine/kit/index.js`, "site_builder/parts": `${OURS}/engine/parts.js`};
/** The module that replaces another in an app. */
const [IN_APP, REPLACED] = [`${OURS}/engine/app-parts.js`, `${OURS}/engine/parts.js`];

/** Exports of a widget's module that the build and the pages use. */
const CONTRACT = new Set(["view", "mount", "readouts", "layouts", "card"]);
const FIGURES = /^static\/js\/(?:yatzy\/widgets\/[\w-]+|engine\/explorables\/explore)\.js$/;

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm;
const LISTED = /^export (?:const )?\{([^}]*)\}/gm;
const NAMED = /(?:from |import |import\()"([^"]+)"/g;
/** A function that fetches a module for files that do not import it. */
const LOADER = /^ *(?:const )?(\w+) = \(\) => import\("([^"]+)"\)/gm;
const PASSED_ON = /^export \* from "([^"]+)"/gm;

const texts = new Map([OURS, ...OTHERS].flatMap((folder) => readdirSync(join(ROOT, folder), {recursive: true, encoding: "utf-8"})
  .filter((path) => /\.(?:js|d\.ts)$/.test(path))
  .map((path) => join(folder, path.replaceAll("\\", "/")))
  .map((path) => [path, readFileSync(join(ROOT, path), "utf-8")])));

/** Resolve the name of a module in a file. @param {string} name @param {string} from */
const meant = (name, from) => BY_NAME[name] ?? join(dirname(from), name);

/** The names that a file exports. @param {string} text @returns {string[]} */
function exportsOf(text) {
  const plain = [...text.matchAll(EXPORTED)].map(([, name]) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names]) => names.split(","))
    .map((name) => name.split(/ as |: /).at(-1)?.trim() ?? "");
  return [...plain, ...listed.filter(Boolean)];
}

/** Names used by the importers of a file; a file that re-exports another passes them on. */
const asking = /** @type {Map<string, Set<string>[]>} */ (new Map());
const doors = new Map([[IN_APP, REPLACED]]);
const loaders = [...texts].flatMap(([from, text]) => [...text.matchAll(LOADER)].map(([, loader, name]) => ({loader, path: meant(name, from)})));
for (const [from, text] of texts) {
  const words = new Set(text.match(/[\w$]+/g));
  const loaded = loaders.filter(({loader}) => text.includes(`.${loader}()`)).map(({path}) => path);
  const named = [...text.matchAll(NAMED)].map(([, name]) => meant(name, from));
  for (const path of [...named, ...loaded]) asking.set(path, [...(asking.get(path) ?? []), words]);
  for (const [, name] of text.matchAll(PASSED_ON)) doors.set(meant(name, from), from);
}

test("every export is imported by another file", () => {
  let seen = 0;
  const left = [...texts].filter(([path]) => path.startsWith(`${OURS}/`) && path.endsWith(".js")).flatMap(([path, text]) => {
    const words = [path, doors.get(path) ?? ""].flatMap((door) => asking.get(door) ?? []);
    const names = exportsOf(text).filter((name) => !(FIGURES.test(path) && CONTRACT.has(name)));
    seen += names.length;
    return names.filter((name) => !words.some((known) => known.has(name))).map((name) => `${path}: ${name}`);
  });
  assert.deepEqual(left, []);
  assert.ok(seen > 800, `${seen} exports seen`);
});

/** Folders that use classes and properties, besides scripts: templates, chapters, figures in Python. */
const WRITING = ["templates", "content", "site_builder", "handbook"];
/** Classes that Pygments gives to tokens of a listing. */
const NOT_OURS = "static/css/engine/code.css";

const CLASS = /\.([a-zA-Z][\w-]*)/g;
const PROPERTY = /(?<![\w-])(--[\w-]+)\s*:/g;
/** The start of a computed class: "fill-${step}", `rows-{{ n }}`. */
const BEGUN = /([a-zA-Z][\w-]*-|\b[a-z]+)\$?\{/g;

/** Return the texts of all files below some folders with a suffix. @param {string[]} folders @param {RegExp} ending */
const read = (folders, ending) => folders.flatMap((folder) => readdirSync(join(ROOT, folder), {recursive: true, encoding: "utf-8"})
  .filter((path) => ending.test(path) && !/node_modules|(?:^|\/)build\//.test(path))
  .map((path) => /** @type {const} */ ([join(folder, path.replaceAll("\\", "/")), readFileSync(join(ROOT, folder, path), "utf-8")])));

test("every class and custom property of a style sheet is used", () => {
  const bare = (/** @type {string} */ text) => text.replace(/\/\*[\s\S]*?\*\//g, "");
  const sheets = read(["static/css", "handbook", "site_builder/starter"], /\.css$/).map(([path, text]) => /** @type {const} */ ([path, bare(text)]));
  const sources = read([OURS, ...WRITING], /\.(?:js|py|html|md|toml)$/).map(([path, text]) => (path.endsWith(".js") ? bare(text) : text)).join("\n");
  const words = new Set(sources.match(/[a-zA-Z][\w-]*|\d+/g));
  const used = new Set([sources, ...sheets.map(([, text]) => text)].flatMap((text) => [...text.matchAll(/--[\w-]+(?!\s*:|[\w-])/g)].map(([name]) => name)));
  const begun = new Set([...sources.matchAll(BEGUN)].map(([, name]) => name));
  const isWritten = (/** @type {string} */ name) => words.has(name)
    || [...name.slice(1)].some((_, at) => begun.has(name.slice(0, at + 1)) && words.has(name.slice(at + 1)));
  let seen = 0;
  const left = sheets.filter(([path]) => path !== NOT_OURS).flatMap(([path, text]) => {
    const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector).filter((selector) => !selector.trim().startsWith("@"));
    const classes = selectors.flatMap((selector) => [...selector.matchAll(CLASS)].map(([, name]) => name));
    const properties = [...text.matchAll(PROPERTY)].map(([, name]) => name);
    seen += classes.length;
    return [...classes.filter((name) => !isWritten(name)), ...properties.filter((name) => !used.has(name))].map((name) => `${path}: ${name}`);
  });
  assert.deepEqual(left, []);
  assert.ok(seen > 2000, `${seen} classes seen`);
});
