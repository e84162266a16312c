/**
 * Lets a site run from disk, where browsers load no modules and fetch no files: `build --offline` writes both as classic
 * scripts, which call the functions of `DISK`.
 */

/**
 * @typedef {(require: (name: string) => unknown, module: {exports: object}, moduleUrl: string, load: (name: string) => Promise<unknown>) => void} Run
 * A module as a function: `require` returns what another module exports, `load` stands for a dynamic import.
 */

const root = new URL("../", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;

/** Path in the site of an address. @param {string} address @param {string} base */
const pathOf = (address, base) => {
  const {href, search, hash} = new URL(address, base);
  return decodeURI(href.slice(root.length, href.length - search.length - hash.length));
};

/**
 * Return the functions that define and start modules; workers get a copy of the source of this function.
 * @param {string} root
 * @param {(name: string, base: string) => Promise<unknown>} load
 */
function registry(root, load) {
  /** @type {Map<string, {needs: string[], run: Run, module?: {exports: object}}>} */
  const modules = new Map();
  /** @param {string} path @param {string[]} needs @param {Run} run */
  const define = (path, needs, run) => void modules.set(path, {needs, run});
  /** Run a module and those that it needs, once. @param {string} path @returns {object} */
  const start = (path) => {
    const found = modules.get(path);
    if (!found) throw new TypeError(`Failed to fetch dynamically imported module: ${path}`);
    if (!found.module) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      const address = root + path;
      found.module = {exports: {}};
      found.run((name) => start(folder + name.replace("site:", "")), found.module, address, (name) => load(name, address));
    }
    return found.module.exports;
  };
  return {modules, define, start};
}

const {modules, define, start} = registry(root, async (name, base) => {
  const path = pathOf(name, base);
  await bring(path, new Set());
  return start(path);
});

/** Load the scripts of a module and of those that it needs. @param {string} path @param {Set<string>} seen */
async function bring(path, seen) {
  seen.add(path);
  if (!modules.has(path)) await script(path);
  const needs = modules.get(path)?.needs ?? [];
  await Promise.all(needs.filter((need) => !seen.has(need)).map((need) => bring(need, seen)));
}

/** Scripts that are loaded, or on their way. @type {Map<string, Promise<void>>} */
const scripts = new Map();

/** Load a classic script of the site, once. @param {string} path @returns {Promise<void>} */
function script(path) {
  const known = scripts.get(path) ?? new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = root + encodeURI(path);
    element.onload = () => resolve();
    element.onerror = () => {
      scripts.delete(path);
      reject(new TypeError(`Failed to fetch dynamically imported module: ${path}`));
    };
    document.head.append(element);
  });
  scripts.set(path, known);
  return known;
}

/** Content of files, in base 64. @type {Map<string, string>} */
const files = new Map();
const plainly = window.fetch.bind(window);

/** Answer from the scripts of files, if the address is one of the site. @param {RequestInfo | URL} input @param {RequestInit} [options] */
window.fetch = async (input, options) => {
  const address = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (!address.href.startsWith(root)) return plainly(input, options);
  const path = pathOf(address.href, root);
  try {
    await script(`${path}.js`);
  } catch {
    return new Response(null, {status: 404});
  }
  const bytes = Uint8Array.from(atob(files.get(path) ?? ""), (letter) => letter.charCodeAt(0));
  const type = path.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(bytes, {headers: {"content-type": type, "content-length": String(bytes.length)}});
};

/** A worker whose module is one of the site is started from the source of its functions. */
window.Worker = class extends Worker {
  /** @param {string | URL} address @param {WorkerOptions} [options] */
  constructor(address, options) {
    const path = pathOf(String(address), document.baseURI);
    if (!modules.has(path)) {
      super(address, options);
      return;
    }
    const reached = new Set([path]);
    for (const each of reached) for (const need of modules.get(each)?.needs ?? []) reached.add(need);
    const definitions = [...reached].map((each) => {
      const {needs = [], run} = modules.get(each) ?? {};
      return `define(${JSON.stringify(each)}, ${JSON.stringify(needs)}, ${run});`;
    });
    const source = `const {define, start} = (${registry})(${JSON.stringify(root)}); ${definitions.join("\n")} start(${JSON.stringify(path)});`;
    super(URL.createObjectURL(new Blob([source], {type: "text/javascript"})), {...options, type: "classic"});
  }
};

window.DISK = {
  /** Define a module; that of the page starts at once. @param {string} path @param {string[]} needs @param {Run} run */
  module(path, needs, run) {
    define(path, needs, run);
    if (document.currentScript?.id === "main-script") start(path);
  },
  /** Define the content of a file. @param {string} path @param {string} content In base 64. */
  file: (path, content) => void files.set(path, content),
};
