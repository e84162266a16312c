/** The page's address as a place for state: depth of reading and positions of figures, each a parameter. */

/**
 * Set or remove a parameter of an address; all else, the fragment too, stays.
 * @param {string} address Absolute.
 * @param {string} name
 * @param {string | null} value Null removes it.
 */
export function withParameter(address, name, value) {
  const url = new URL(address);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  // Figures choose readable states; "," and ":" may stand in a query as they are.
  url.search = url.search.replaceAll("%2C", ",").replaceAll("%3A", ":");
  return url.href;
}

/** Parameters that wait to be written. @type {Map<string, string | null>} */
const waiting = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Read a parameter, also one that waits to be written. @param {string} name */
export function readParameter(name) {
  const value = waiting.get(name);
  return value === undefined ? new URLSearchParams(location.search).get(name) : value;
}

/**
 * Write a parameter soon. Browsers refuse more than a hundred changes in half a minute, and a hand that drags makes
 * sixty a second, so changes are gathered.
 * @param {string} name @param {string | null} value
 */
export function writeParameter(name, value) {
  waiting.set(name, value);
  timer ??= setTimeout(flushAddress, 400);
}

/** Write what waits and return the address; what the browser refuses goes on waiting. */
export function flushAddress() {
  clearTimeout(timer);
  timer = undefined;
  let address = location.href;
  for (const [name, value] of waiting) address = withParameter(address, name, value);
  if (address === location.href || changeAddress(address)) waiting.clear();
  return address;
}

/**
 * Change the address in place, or as a step of the history. Browsers may refuse: pages that are embedded, strict
 * settings, too many changes. The page goes on then, and its address stays as it is.
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
