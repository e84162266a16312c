/** State in the page's address: the depth of reading and the states of figures, each a parameter of the query. */

/**
 * Set or remove a parameter of an address; the rest, including the fragment, is unchanged.
 * @param {string} address Absolute.
 * @param {string} name
 * @param {string | null} value Null removes it.
 */
export function withParameter(address, name, value) {
  const url = new URL(address);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  // Keep states readable: "," and ":" need no encoding in a query.
  url.search = url.search.replaceAll("%2C", ",").replaceAll("%3A", ":");
  return url.href;
}

/** Parameters that are not written yet. @type {Map<string, string | null>} */
const waiting = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Return a parameter, including one that is not written yet. @param {string} name */
export function readParameter(name) {
  const value = waiting.get(name);
  return value === undefined ? new URLSearchParams(location.search).get(name) : value;
}

/**
 * Write a parameter after a delay: browsers reject more than a hundred changes in half a minute, and dragging makes sixty
 * a second.
 * @param {string} name @param {string | null} value
 */
export function writeParameter(name, value) {
  waiting.set(name, value);
  timer ??= setTimeout(flushAddress, 400);
}

/** Write pending parameters and return the address; if the browser rejects the change, they stay pending. */
export function flushAddress() {
  clearTimeout(timer);
  timer = undefined;
  let address = location.href;
  for (const [name, value] of waiting) address = withParameter(address, name, value);
  if (address === location.href || changeAddress(address)) waiting.clear();
  return address;
}

/**
 * Replace the address, or add it to the history. Browsers may reject this on embedded pages, under strict settings, or
 * after too many changes; then the address is unchanged.
 * @param {string} address @param {"replaceState" | "pushState"} how
 * @returns {boolean} Whether it was changed.
 */
export function changeAddress(address, how = "replaceState") {
  try {
    history[how](history.state, "", address);
    return true;
  } catch {
    return false;
  }
}
