/** Parts of the page that did not arrive, or arrived damaged, and how they are asked for once more. */
import {flushAddress} from "./address.js";

/** A part that did not arrive; the message is for readers. */
export class Missing extends Error {}

/** What browsers say when a module cannot be fetched; one that was cut short cannot be read. */
const NOT_FETCHED = /dynamically imported module|importing a module|module script/i;

/**
 * Wait for an import, and say in words that it did not arrive. What a module throws while it begins goes on as it is.
 * @template Module
 * @param {Promise<Module>} importing
 * @returns {Promise<Module>}
 */
export async function arriving(importing) {
  try {
    return await importing;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !NOT_FETCHED.test(String(error))) throw error;
    throw new Missing("The part of this figure that moves could not be fetched. The picture stays as it is.", {cause: error});
  }
}

/**
 * Try something again that tells itself what is wrong. If a part is missing once more, load the page anew: browsers
 * remember modules that arrived damaged, and a page may be older than the parts that its server has by now.
 * @param {() => Promise<unknown>} start
 */
export async function tryAgain(start) {
  try {
    await start();
  } catch (error) {
    if (error instanceof Missing) await loadAnew().catch(console.warn);
  }
}

/** Load the page anew where its server answers; its scripts too, past what is kept of them. */
async function loadAnew() {
  const address = flushAddress();
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  const scripts = loaded.filter((name) => name.startsWith(location.origin) && new URL(name).pathname.endsWith(".js"));
  const [page] = await Promise.all([address, ...scripts].map((part) => fetch(part, {cache: "reload"})));
  if (page.ok) location.reload();
}
