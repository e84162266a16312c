/**
 * Patch a page to a new build, preserving scroll position, focus, open blocks and mounted figures.
 *
 * Scripts change pages, so the page in the browser cannot be compared with the new one. The comparison uses the original
 * markup of each element: an element with the same markup in both builds is left alone with all its content.
 */
import morphdom from "morphdom";

const OPEN = / open=""/g;
const TRACKED = "header, main, footer, nav, section, article, figure, details, aside, div, p, ul, ol, dl, table, form";
const FIGURE = "figure[data-widget]";
const DATA = "script[data-set]";
// Interval and maximum time of waiting until a remounted figure has drawn its picture.
const STEP = 16;
const LONGEST_WAIT = 3000;

export class Patcher {
  /** Record the original markup. Construct before other scripts change the page. @param {Document} page */
  constructor(page) {
    this.page = page;
    /** Original markup of each element. @type {WeakMap<Element, string>} */
    this.markupOf = new WeakMap();
    this.head = headParts(page);
    for (const element of page.body.querySelectorAll(TRACKED)) this.markupOf.set(element, markup(element));
  }

  /**
   * Patch the page to a new build.
   * @param {string} html The new page.
   * @returns {Promise<boolean>} False if the page must be reloaded because its scripts have changed.
   */
  async patch(html) {
    const next = new DOMParser().parseFromString(html, "text/html");
    const head = headParts(next);
    if (!this.page.querySelector("main") || head.scripts !== this.head.scripts) return false;
    await this.exchangeStyles(head.styles);
    this.head = head;
    this.page.title = next.title;
    const anchor = this.anchor();
    const focused = this.page.activeElement;
    const root = this.page.documentElement;
    root.style.setProperty("overflow-anchor", "none"); // the browser would correct the position a second time
    this.morph(next.body);
    if (anchor) this.restore(anchor);
    root.style.removeProperty("overflow-anchor");
    // A moved element loses the focus.
    if (focused !== this.page.activeElement && focused instanceof HTMLElement) focused.focus({preventScroll: true});
    this.page.dispatchEvent(new CustomEvent("sitepatched"));
    return true;
  }

  /** Patch the body, element by element. @param {HTMLElement} next */
  morph(next) {
    this.forgetFigures(next);
    const keys = this.commonKeys(next);
    morphdom(this.page.body, next, {
      getNodeKey: (node) => (node instanceof Element && node.id) || keys.get(node),
      onBeforeElUpdated: (from, to) => this.update(from, to),
      onNodeAdded: (node) => this.remember(node),
    });
  }

  /** Treat figures whose data have changed, and their ancestors, as changed. @param {HTMLElement} next */
  forgetFigures(next) {
    const [old, fresh] = [this.page.body, next].map(shippedData);
    for (const figure of this.page.querySelectorAll("figure[data-sets]")) {
      const sets = (figure.getAttribute("data-sets") ?? "").split(" ");
      if (sets.every((name) => old.get(name) === fresh.get(name))) continue;
      for (let holding = /** @type {Element | null} */ (figure); holding; holding = holding.parentElement) this.markupOf.delete(holding);
    }
  }

  /**
   * Return keys for the elements that are equal in both builds, so that insertions before them do not displace them.
   * @param {HTMLElement} next @returns {WeakMap<Node, string>}
   */
  commonKeys(next) {
    const old = uniqueElements(this.page.body, (element) => this.markupOf.get(element));
    const fresh = uniqueElements(next, markup);
    /** @type {WeakMap<Node, string>} */
    const keys = new WeakMap();
    for (const [text, element] of old) {
      const twin = fresh.get(text);
      if (twin) for (const node of [element, twin]) keys.set(node, text);
    }
    return keys;
  }

  /** Return whether morphdom should patch an element. @param {HTMLElement} from @param {HTMLElement} to @returns {boolean} */
  update(from, to) {
    const changed = markup(to);
    if (this.markupOf.get(from) === changed) return false;
    if (from.matches(FIGURE)) {
      // A mounted figure controls its own content: replace and remount it.
      const fresh = /** @type {HTMLElement} */ (this.page.importNode(to, true));
      from.replaceWith(fresh);
      this.remember(fresh);
      if (from.matches(".alive")) cover(fresh, from);
      return false;
    }
    if (from.matches(DATA)) {
      from.replaceWith(this.page.importNode(to, true));
      return false;
    }
    if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.checked = from.checked;
    if (from instanceof HTMLDetailsElement) to.toggleAttribute("open", from.open);
    if (from.matches(TRACKED)) this.markupOf.set(from, changed);
    return true;
  }

  /** Record the markup of a new element, and open its blocks to the reader's depth. @param {Node} node @returns {Node} */
  remember(node) {
    if (!(node instanceof Element)) return node;
    const depth = Number(this.page.documentElement.dataset.depth ?? 1);
    for (const element of [node, ...node.querySelectorAll(TRACKED)]) {
      if (element.matches(TRACKED)) this.markupOf.set(element, markup(element));
      if (element instanceof HTMLDetailsElement && Number(element.dataset.depth ?? Infinity) <= depth) element.open = true;
    }
    return node;
  }

  /** Replace the style sheets; the old ones are removed after the new ones have loaded. @param {string[]} styles */
  async exchangeStyles(styles) {
    const old = [...this.page.querySelectorAll("link[rel=stylesheet]")];
    if (styles.join() === this.head.styles.join()) return;
    await Promise.all(
      styles.map((href) => {
        const link = this.page.createElement("link");
        link.rel = "stylesheet";
        link.href = href;
        return new Promise((resolve) => {
          link.addEventListener("load", resolve);
          link.addEventListener("error", resolve);
          this.page.head.append(link);
        });
      }),
    );
    for (const link of old) link.remove();
  }

  /**
   * Find the first visible element of the text and its position.
   * @returns {{element: Element, top: number} | undefined}
   */
  anchor() {
    if (scrollY === 0) return undefined;
    for (const element of this.page.querySelectorAll("main p, main h1, main h2, main h3, main figure, main summary")) {
      const {top, bottom} = element.getBoundingClientRect();
      if (bottom > 0 && bottom > top) return {element, top};
    }
    return undefined;
  }

  /** @param {{element: Element, top: number}} anchor */
  restore({element, top}) {
    if (!element.isConnected) return;
    const moved = element.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scrollBy({top: moved, behavior: "instant"});
  }
}

/** Return the markup of an element, ignoring which blocks are open. @param {Element} element @returns {string} */
const markup = (element) => element.outerHTML.replace(OPEN, "");

/**
 * Find the elements whose markup occurs once.
 * @param {Element} root @param {(element: Element) => string | undefined} markupOf @returns {Map<string, Element>}
 */
function uniqueElements(root, markupOf) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  const often = new Set();
  for (const element of root.querySelectorAll(TRACKED)) {
    const text = markupOf(element);
    if (text === undefined) continue;
    if (found.has(text)) often.add(text);
    found.set(text, element);
  }
  for (const text of often) found.delete(text);
  return found;
}

/** @param {Document} page @returns {{scripts: string, styles: string[]}} */
function headParts(page) {
  const scripts = [...page.querySelectorAll("head script[src]:not([data-preview])")];
  const styles = [...page.querySelectorAll("head link[rel=stylesheet]")];
  return {
    scripts: scripts.map((script) => script.getAttribute("src")).join(),
    styles: styles.map((link) => link.getAttribute("href") ?? ""),
  };
}

/** @param {HTMLElement} body @returns {Map<string, string>} Script elements of the data sets in the page, by name. */
function shippedData(body) {
  return new Map([...body.querySelectorAll(DATA)].map((script) => [script.getAttribute("data-set") ?? "", script.outerHTML]));
}

/**
 * Show the old stage of a figure until the new one is mounted and shows the same state.
 * @param {HTMLElement} fresh @param {HTMLElement} old
 */
function cover(fresh, old) {
  const [stage, former] = [fresh, old].map((figure) => /** @type {HTMLElement} */ (figure.querySelector(".stage")));
  former.inert = true;
  stage.after(former); // The first stage is the figure's.
  Object.assign(stage.style, {position: "absolute", visibility: "hidden", inlineSize: "100%"});
  const begun = performance.now();
  const waiting = setInterval(() => {
    const isDrawn = fresh.matches(".alive") && (!stage.querySelector(".explorable-picture > .layout") || stage.querySelector(".layout.drawn"));
    if (!isDrawn && performance.now() - begun < LONGEST_WAIT) return;
    clearInterval(waiting);
    former.remove();
    stage.removeAttribute("style");
  }, STEP);
}
