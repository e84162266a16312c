/**
 * The service worker of a site's app: it keeps the app's pages with all that they need, all of one version or none, and
 * answers for them and for nothing else. A new version is kept beside the old one and waits until no page of the old is
 * open. The build calls `startWorker` with the list of the files.
 */

/**
 * @typedef {object} Kept What is kept.
 * @property {string} version Digest of the list and of this program.
 * @property {number} bytes
 * @property {readonly (readonly [string, string])[]} files Path of each, and how the SHA-256 of its inflated content begins.
 */

/** Start the worker in its global scope. @param {any} worker @param {Kept} kept */
export function startWorker(worker, {version, bytes, files}) {
  const scope = worker.registration.scope;
  const family = `app ${scope} `;
  const name = `${family}${version} ${bytes}`; // The page reads the size from the name.
  const addresses = new Set(files.map(([path]) => new URL(path, scope).href));

  /** Fetch a file of this version: from an older one, from the browser's own store, or from the host. @param {string} path @param {string} digest */
  async function fetchFile(path, digest) {
    const address = new URL(path, scope).href;
    const sources = [
      () => worker.caches.match(address),
      () => worker.fetch(address),
      () => worker.fetch(address, {cache: "reload"}),
      () => worker.fetch(address.replace(/\.html$/, ""), {cache: "reload"}), // Some hosts know pages by such names alone.
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

  /** Some hosts deliver gzipped files inflated: what is compared is the inflated content. @param {ArrayBuffer} body */
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

  /** Answer with the file of this version; where the browser has dropped it, with the host's. @param {any} request @param {string} address */
  async function answer(request, address) {
    const cache = await worker.caches.open(name);
    return (await cache.match(address)) ?? worker.fetch(request);
  }

  /** Answer with a file that readers have stored themselves; its name contains a digest of its content. @param {any} request @param {string} address */
  async function answerMore(request, address) {
    return (await worker.caches.match(address, {cacheName: `more ${scope}`})) ?? worker.fetch(request);
  }

  worker.addEventListener("message", (/** @type {any} */ {data}) => data === "now" && worker.skipWaiting()); // A reader has pressed for it.
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

/** Return the file that an address asks for. @param {string} url */
export function addressOf(url) {
  const {origin, pathname} = new URL(url);
  return `${origin}${pathname}${pathname.endsWith("/") ? "index.html" : ""}`;
}
