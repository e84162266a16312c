/**
 * The service worker of a site's app: stores the app's pages and all files that they need, as one complete version or not at
 * all, and serves only those. A new version is stored next to the old one and waits until no page of the old one is open.
 * The build calls `startWorker` with the list of files.
 */

/**
 * @typedef {object} Stored What the app stores.
 * @property {string} version Digest of the list and of this program.
 * @property {number} bytes
 * @property {readonly (readonly [string, string])[]} files Path of each file, and the start of the SHA-256 of its inflated content.
 */

/** Start the worker in its global scope. @param {any} worker @param {Stored} stored */
export function startWorker(worker, {version, bytes, files}) {
  const scope = worker.registration.scope;
  const family = `app ${scope} `;
  const name = `${family}${version} ${bytes}`; // frame/app.js reads the size from the name.
  const addresses = new Set(files.map(([path]) => new URL(path, scope).href));

  /** Fetch a file of this version from an older version, the browser's HTTP cache or the host. @param {string} path @param {string} digest */
  async function fetchFile(path, digest) {
    const address = new URL(path, scope).href;
    const sources = [
      () => worker.caches.match(address),
      () => worker.fetch(address),
      () => worker.fetch(address, {cache: "reload"}),
      () => worker.fetch(address.replace(/\.html$/, ""), {cache: "reload"}), // Some hosts serve pages only under names without ".html".
    ];
    for (const source of sources) {
      const response = await source();
      if (!response?.ok) continue;
      const body = await response.arrayBuffer();
      if (!(await digestOf(body)).startsWith(digest)) continue;
      return new worker.Response(body, {headers: {"content-type": response.headers.get("content-type") ?? ""}});
    }
    throw Object.assign(new Error(`${path} is missing or changed`), {path});
  }

  /** Digest the inflated content: some hosts deliver gzipped files inflated. @param {ArrayBuffer} body */
  async function digestOf(body) {
    const content = await new Response(new Response(body).body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer().catch(() => body);
    const digest = new Uint8Array(await worker.crypto.subtle.digest("SHA-256", content));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function keepAll() {
    const cache = await worker.caches.open(name);
    try {
      await Promise.all(files.map(async ([path, digest]) => {
        await cache.put(new URL(path, scope).href, await fetchFile(path, digest));
      }));
    } catch (error) {
      await worker.caches.delete(name);
      const pages = await worker.clients.matchAll({includeUncontrolled: true});
      for (const page of pages) page.postMessage(/** @type {any} */ (error).path);
      throw error;
    }
  }

  async function forgetOthers() {
    const names = await worker.caches.keys();
    await Promise.all(names.filter((/** @type {string} */ other) => other.startsWith(family) && other !== name)
      .map((/** @type {string} */ other) => worker.caches.delete(other)));
    await worker.clients.claim();
  }

  /** Respond with the file of this version, or with the host's if the browser has evicted it. @param {any} request @param {string} address */
  async function answer(request, address) {
    const cache = await worker.caches.open(name);
    return (await cache.match(address)) ?? worker.fetch(request);
  }

  /**
   * Respond with a file that a figure has stored in the app; its name contains a digest of its content.
   * @param {any} request @param {string} address
   */
  async function answerMore(request, address) {
    return (await worker.caches.match(address, {cacheName: `more ${scope}`})) ?? worker.fetch(request);
  }

  worker.addEventListener("message", (/** @type {any} */ {data}) => data === "now" && worker.skipWaiting()); // A button of frame/app.js.
  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const {request} = event;
    const asked = addressOf(request.url);
    const address = [asked, `${asked}.html`].find((one) => addresses.has(one));
    if (request.method !== "GET") return;
    if (address) event.respondWith(answer(request, address));
    else if (asked.startsWith(`${scope}data/`)) event.respondWith(answerMore(request, asked));
  });
}

/** Return the address of the file that a URL requests. @param {string} url */
export function addressOf(url) {
  const {origin, pathname} = new URL(url);
  return `${origin}${pathname}${pathname.endsWith("/") ? "index.html" : ""}`;
}
