/** The service worker of an app, in a scope made for the test: complete versions, only its own files, safe updates. */
import assert from "node:assert/strict";
import {createHash, webcrypto} from "node:crypto";
import {gzipSync} from "node:zlib";
import {test} from "node:test";

import {addressOf, startWorker} from "../../../static/js/engine/app-worker.js";

const SCOPE = "https://host/essay/";
const digestOf = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex");

/** Caches that outlive workers, by name. */
function makeCaches() {
  /** @type {Map<string, Map<string, Response>>} */
  const kept = new Map();
  return {
    kept,
    open: async (/** @type {string} */ name) => {
      const files = kept.get(name) ?? new Map();
      kept.set(name, files);
      return {
        put: async (/** @type {string} */ address, /** @type {Response} */ response) => void files.set(address, response),
        match: async (/** @type {string} */ address) => files.get(address)?.clone(),
      };
    },
    match: async (/** @type {string} */ address) => [...kept.values()].map((files) => files.get(address)).find(Boolean)?.clone(),
    keys: async () => [...kept.keys()],
    delete: async (/** @type {string} */ name) => kept.delete(name),
  };
}

/**
 * Start a worker of a version whose files have these texts.
 * @param {ReturnType<typeof makeCaches>} caches @param {string} version @param {Record<string, string>} listed
 * @param {Record<string, string | Uint8Array<ArrayBuffer>>} host Current files of the host.
 */
function start(caches, version, listed, host) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {string[]} */
  const asked = [];
  /** @type {unknown[]} */
  const told = [];
  const worker = {
    registration: {scope: SCOPE},
    caches,
    crypto: webcrypto,
    Response,
    clients: {claim: async () => {}, matchAll: async () => [{postMessage: (/** @type {unknown} */ message) => void told.push(message)}]},
    fetch: async (/** @type {string | {url: string}} */ request) => {
      const url = typeof request === "string" ? request : request.url;
      asked.push(url);
      const text = host[url.slice(SCOPE.length)];
      return text === undefined ? new Response("", {status: 404}) : new Response(text, {headers: {"content-type": "text/plain"}});
    },
    addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => void (listeners[type] = listener),
  };
  const files = Object.entries(listed).map(([path, text]) => /** @type {[string, string]} */ ([path, digestOf(text)]));
  startWorker(worker, {version, bytes: 7, files});
  const wait = async (/** @type {string} */ type) => {
    /** @type {Promise<void> | undefined} */
    let work;
    listeners[type]({waitUntil: (/** @type {Promise<void>} */ promise) => (work = promise)});
    await work;
  };
  const ask = async (/** @type {string} */ url, method = "GET") => {
    /** @type {Promise<Response> | null} */
    let answered = null;
    listeners.fetch({request: {url, method}, respondWith: (/** @type {Promise<Response>} */ response) => (answered = response)});
    return answered === null ? null : (await /** @type {Promise<Response>} */ (answered)).text();
  };
  return {install: () => wait("install"), activate: () => wait("activate"), ask, asked, told};
}

test("a version is stored completely, serves only its own files, and deletes other versions when activated", async () => {
  const caches = makeCaches();
  caches.kept.set("search of another program", new Map());
  const host = {"table.html": "old", "assets/a-1.js": "same", "index.html": "home"};
  const old = start(caches, "v1", {"table.html": "old", "assets/a-1.js": "same"}, host);
  await old.install();
  await old.activate();
  assert.deepEqual([...caches.kept.keys()], ["search of another program", `app ${SCOPE} v1 7`]);
  assert.equal(await old.ask(`${SCOPE}table.html?lang=sv#top`), "old");
  assert.equal(await old.ask(`${SCOPE}assets/a-1.js`), "same");
  assert.deepEqual([await old.ask(`${SCOPE}index.html`), await old.ask(SCOPE), await old.ask(`${SCOPE}table.html`, "POST")], [null, null, null]);

  // The new version is stored next to the old one: unchanged files are not fetched again, and the old one still serves.
  host["table.html"] = "new";
  const renewed = start(caches, "v2", {"table.html": "new", "assets/a-1.js": "same"}, host);
  await renewed.install();
  assert.deepEqual(renewed.asked, [`${SCOPE}table.html`]);
  assert.equal(await old.ask(`${SCOPE}table.html`), "old");
  await renewed.activate();
  assert.deepEqual([...caches.kept.keys()], ["search of another program", `app ${SCOPE} v2 7`]);
  assert.equal(await renewed.ask(`${SCOPE}table.html`), "new");
});

test("if a file is missing or of another version, nothing is stored and the old version stays", async () => {
  const caches = makeCaches();
  const old = start(caches, "v1", {"table.html": "old"}, {"table.html": "old"});
  await old.install();
  for (const host of [{"table.html": "newer"}, {}]) {
    const broken = start(caches, "v2", {"table.html": "new"}, /** @type {Record<string, string>} */ (host));
    await assert.rejects(broken.install(), /table\.html is missing or changed/);
    assert.deepEqual(broken.told, ["table.html"]);
    assert.deepEqual([...caches.kept.keys()], [`app ${SCOPE} v1 7`]);
  }
  assert.equal(await old.ask(`${SCOPE}table.html`), "old");
});

test("a gzipped file is compared by its content, whether the host inflates it or not", async () => {
  const packed = new Uint8Array(gzipSync("values"));
  for (const body of [packed, "values"]) {
    const caches = makeCaches();
    const worker = start(caches, "v1", {"data/values.arrow.gz": "values"}, {"data/values.arrow.gz": body});
    await worker.install();
    const stored = await caches.match(`${SCOPE}data/values.arrow.gz`);
    assert.deepEqual(Buffer.from(await /** @type {Response} */ (stored).arrayBuffer()), Buffer.from(body));
  }
  const broken = {"data/values.arrow.gz": packed.subarray(0, -3)};
  await assert.rejects(start(makeCaches(), "v1", {"data/values.arrow.gz": "values"}, broken).install(), /is missing or changed/);
});

test("the app works on a host that serves pages without .html only", async () => {
  const caches = makeCaches();
  const worker = start(caches, "v1", {"table.html": "here"}, {table: "here"});
  await worker.install();
  assert.equal(await worker.ask(`${SCOPE}table`), "here");
  assert.equal(await worker.ask(`${SCOPE}table?lang=sv#top`), "here");
  assert.equal(await worker.ask(`${SCOPE}other`), null);
});

test("files that figures have stored are served by every version", async () => {
  const caches = makeCaches();
  const address = `${SCOPE}data/large-1/2.gz`;
  await (await caches.open(`more ${SCOPE}`)).put(address, new Response("stored"));
  for (const version of ["v1", "v2"]) {
    const worker = start(caches, version, {"table.html": version}, {"table.html": version, "data/other": "of the host"});
    await worker.install();
    await worker.activate();
    assert.deepEqual([await worker.ask(address), await worker.ask(`${SCOPE}data/other`)], ["stored", "of the host"]);
  }
});

test("files evicted by the browser are fetched from the host", async () => {
  const caches = makeCaches();
  const worker = start(caches, "v1", {"table.html": "here"}, {"table.html": "here"});
  await worker.install();
  caches.kept.clear();
  assert.equal(await worker.ask(`${SCOPE}table.html`), "here");
});

test("an address names a file", () => {
  assert.equal(addressOf("https://host/essay/?a#b"), "https://host/essay/index.html");
  assert.equal(addressOf("https://host/essay/table.html?a"), "https://host/essay/table.html");
});
