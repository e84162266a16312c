/** Detect parts of the page that could not be loaded, and retry them. */
import {flushAddress} from "./address.js";

/** A part that could not be loaded; the message is for readers. */
export class MissingPartError extends Error {}

/** Messages of browsers for a module that cannot be fetched; a truncated one causes a syntax error. */
const NOT_FETCHED = /dynamically imported module|importing a module|module script/i;

/**
 * Wait for an import; reject with a message for readers if it could not be loaded. Errors thrown by the module itself are
 * passed on.
 * @template Module
 * @param {Promise<Module>} promise
 * @returns {Promise<Module>}
 */
export async function importing(promise) {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !NOT_FETCHED.test(String(error))) throw error;
    throw new MissingPartError("The part of this figure that moves could not be fetched. The picture stays as it is.", {cause: error});
  }
}

/**
 * Retry an action that shows its own errors. If a part is still missing, reload the page: browsers cache damaged modules,
 * and the page may be older than the files on the server.
 * @param {() => Promise<unknown>} start
 */
export async function retryOrReload(start) {
  try {
    await start();
  } catch (error) {
    if (error instanceof MissingPartError) await reload().catch(console.warn);
  }
}

/** Reload the page if its server responds, fetching its scripts without caches. */
async function reload() {
  const address = flushAddress();
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  const scripts = loaded.filter((name) => name.startsWith(location.origin) && new URL(name).pathname.endsWith(".js"));
  const [page] = await Promise.all([address, ...scripts].map((part) => fetch(part, {cache: "reload"})));
  if (page.ok) location.reload();
}
