/**
 * Find and patch elements of a figure.
 */

/** Return the first match; throw if there is none. @param {ParentNode} root @param {string} selector */
export function find(root, selector) {
  const element = root.querySelector(selector);
  if (element === null) throw new Error(`no element matches ${selector}`);
  return /** @type {HTMLElement} */ (element);
}

/** Return all matching elements in document order. @param {ParentNode} root @param {string} selector */
export const every = (root, selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * Patch an element's children to the given markup, changing only what differs, so that buttons keep the focus and shapes
 * move smoothly.
 * @param {Element} element @param {string} markup
 */
export function repaint(element, markup) {
  const drawn = element instanceof SVGElement;
  const fresh = document.createElement("template");
  fresh.innerHTML = drawn ? `<svg>${markup}</svg>` : markup;
  matchChildren(element, drawn ? /** @type {Node} */ (fresh.content.firstChild) : fresh.content);
}

/** @param {Node} old @param {Node} fresh */
function matchChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  while (old.childNodes.length > wanted.length) old.lastChild?.remove();
  wanted.forEach((node, index) => {
    const present = old.childNodes[index];
    if (present === undefined) old.appendChild(node);
    else if (present.nodeName !== node.nodeName) old.replaceChild(node, present);
    else if (present.isEqualNode(node)) return; // Most nodes are unchanged, and browsers compare them fast.
    else if (present instanceof Element) matchElement(present, /** @type {Element} */ (node));
    else if (present.nodeValue !== node.nodeValue) present.nodeValue = node.nodeValue;
  });
}

/** @param {Element} old @param {Element} fresh */
function matchElement(old, fresh) {
  for (const {name} of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const {name, value} of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  matchChildren(old, fresh);
}

/**
 * Call `press` with the key of every control that is pressed inside an element.
 * @param {HTMLElement} element @param {(key: string) => void} press @param {AbortSignal} signal
 */
export function onPress(element, press, signal) {
  element.addEventListener("click", (event) => {
    const control = event.target instanceof Element ? event.target.closest("[data-press]") : null;
    if (!(control instanceof HTMLElement && element.contains(control))) return;
    disableAnchoring();
    press(String(control.dataset.press));
  }, {signal});
}

/**
 * Disable scroll anchoring during a press: browsers would anchor to something further down, and content that unfolds
 * above it would be scrolled out of the window.
 */
export function disableAnchoring() {
  const {style} = document.documentElement;
  style.setProperty("overflow-anchor", "none");
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty("overflow-anchor")));
}

/** Split a key: "box-3" into "box" and 3. @param {string} key @returns {[string, ...number[]]} */
export function partsOf(key) {
  const [part, ...numbers] = key.split(/[-=]/);
  return [part, ...numbers.map(Number)];
}

/** Remove tags from markup, for screen readers. @param {string} markup */
export const plain = (markup) => markup.replace(/<[^>]*>/g, "");

/**
 * Set an element's classes by the place; for an element outside the regions. It is updated like a hand.
 * @template Place, Known
 * @param {string} selector
 * @param {(place: Place, known: Known) => string} classes All of them.
 * @returns {(alive: import("./kit").Alive<Place, Known>) => import("./kit").Hand}
 */
export function dressed(selector, classes) {
  return (alive) => {
    const element = find(alive.element, selector);
    return {tell: () => (element.className = classes(alive.place, alive.known))};
  };
}

/**
 * Group the rows of a data set by a column.
 * @template Key, Row
 * @param {readonly Key[]} column @param {(row: number) => Row} read
 * @returns {Map<Key, Row[]>} In the order in which keys first occur.
 */
export function gathered(column, read) {
  /** @type {Map<Key, Row[]>} */
  const found = new Map();
  column.forEach((key, row) => {
    const rows = found.get(key);
    if (rows === undefined) found.set(key, [read(row)]);
    else rows.push(read(row));
  });
  return found;
}
