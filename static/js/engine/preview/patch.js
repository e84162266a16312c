/**
 * Patch a page to a new build of itself, keeping what the reader did: scroll, focus, open blocks, living figures.
 *
 * Scripts change pages, so the live page cannot be compared with the new one. What is compared is the markup that
 * each element came with: an element whose markup is the same in both builds is left alone with all that is in it.
 */
import morphdom from "morphdom";

const OPEN = / open=""/g;
const TRACKED = "header, main, footer, nav, section, article, figure, details, aside, div, p, ul, ol, dl, table, form";
const FIGURE = "figure[data-widget]";
const DATA = "script[data-set]";
// A figure that came to life anew is waited for so long, until its picture is drawn.
const STEP = 16;
const LONGEST_WAIT = 3000;

export class Patcher {
  /** Remember the page as it came. Make it before other scripts change the page. @param {Document} page */
  constructor(page) {
    this.page = page;
    /** Markup that an element came with. @type {WeakMap<Element, string>} */
    this.markupOf = new WeakMap();
    this.head = headParts(page);
    for (const element of page.body.querySelectorAll(TRACKED)) this.markupOf.set(element, markup(element));
  }

  /**
   * Turn the page into a new build of it.
   * @param {string} html The new page.
   * @returns {Promise<boolean>} False if it cannot be patched and must be loaded anew: scripts changed.
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
    root.style.setProperty("overflow-anchor", "none"); // the browser would correct the place a second time
    this.morph(next.body);
    if (anchor) this.restore(anchor);
    root.style.removeProperty("overflow-anchor");
    // An element that was moved has lost the focus.
    if (focused !== this.page.activeElement && focused instanceof HTMLElement) focused.focus({preventScroll: true});
    this.page.dispatchEvent(new CustomEvent("sitepatched"));
    return true;
  }

  /** Change the body, element by element. @param {HTMLElement} next */
  morph(next) {
    this.forgetFigures(next);
    const keys = this.commonKeys(next);
    morphdom(this.page.body, next, {
      getNodeKey: (node) => (node instanceof Element && node.id) || keys.get(node),
      onBeforeElUpdated: (from, to) => this.update(from, to),
      onNodeAdded: (node) => this.remember(node),
    });
  }

  /** Let figures whose data have changed, and all that holds them, count as changed. @param {HTMLElement} next */
  forgetFigures(next) {
    const [old, fresh] = [this.page.body, next].map(shippedData);
    for (const figure of this.page.querySelectorAll("figure[data-sets]")) {
      const sets = (figure.getAttribute("data-sets") ?? "").split(" ");
      if (sets.every((name) => old.get(name) === fresh.get(name))) continue;
      for (let holding = /** @type {Element | null} */ (figure); holding; holding = holding.parentElement) this.markupOf.delete(holding);
    }
  }

  /**
   * Name the elements that are the same in both builds, so that what was put before them does not take their place.
   * @param {HTMLElement} next @returns {WeakMap<Node, string>}
   */
  commonKeys(next) {
    const old = onlyOnes(this.page.body, (element) => this.markupOf.get(element));
    const fresh = onlyOnes(next, markup);
    /** @type {WeakMap<Node, string>} */
    const keys = new WeakMap();
    for (const [text, element] of old) {
      const twin = fresh.get(text);
      if (twin) for (const node of [element, twin]) keys.set(node, text);
    }
    return keys;
  }

  /** Decide whether an element is changed into its new form. @param {HTMLElement} from @param {HTMLElement} to @returns {boolean} */
  update(from, to) {
    const changed = markup(to);
    if (this.markupOf.get(from) === changed) return false;
    if (from.matches(FIGURE)) {
      // A living figure has its own idea of its inside: a new one takes its place and is brought to life anew.
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

  /** Note the markup of something new, and open its blocks to the reader's depth. @param {Node} node @returns {Node} */
  remember(node) {
    if (!(node instanceof Element)) return node;
    const depth = Number(this.page.documentElement.dataset.depth ?? 1);
    for (const element of [node, ...node.querySelectorAll(TRACKED)]) {
      if (element.matches(TRACKED)) this.markupOf.set(element, markup(element));
      if (element instanceof HTMLDetailsElement && Number(element.dataset.depth ?? Infinity) <= depth) element.open = true;
    }
    return node;
  }

  /** Exchange the style sheet without a moment of none. @param {string[]} styles */
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
   * Find what the reader looks at: the first element of the text in view, and how far down it is.
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

/** Return the markup of an element as it came; blocks may have been opened by the reader. @param {Element} element @returns {string} */
const markup = (element) => element.outerHTML.replace(OPEN, "");

/**
 * Find the elements whose markup occurs once.
 * @param {Element} root @param {(element: Element) => string | undefined} markupOf @returns {Map<string, Element>}
 */
function onlyOnes(root, markupOf) {
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

/** @param {HTMLElement} body @returns {Map<string, string>} What widgets were given with the page, by name. */
function shippedData(body) {
  return new Map([...body.querySelectorAll(DATA)].map((script) => [script.getAttribute("data-set") ?? "", script.outerHTML]));
}

/**
 * Show the stage of a figure until the one that takes its place is alive and shows the same state.
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
