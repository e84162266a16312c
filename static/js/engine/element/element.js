/**
 * One explorable as an element of any page, `<explorable-figure>`: what moves it and what it looks like are in a shadow
 * tree, so that page and figure leave each other as they are. The fonts are the page's. Its attributes:
 *
 *   name     the name of the figure, in links to a state
 *   src      the address of its data, if they are not in the element
 *   theme    "light" or "dark"; by default that of the page around it
 *   linked   write the state into the page's address; links to a state, "#NAME:load-80", are always followed
 *   alone    the only figure of its page: it tells the page around this page its height, and follows links of any name
 */
import {bringTips} from "../figures/tips.js";
import {followTheme} from "./theme.js";
import {mount, readouts, view} from "../explorables/explore.js";
import {clearMessage, showFailure, showStatus} from "../figures/messages.js";
import {translated} from "../kit/texts.js";
import {tellHeight} from "../frame/embed.js";
import {around, fill} from "../browser/page.js";
import {WORDS} from "site_builder/words";

/** @import {Controller} from "../widget" @import {Packed} from "../explorables/states.js" */

/**
 * What a figure is made of, as Python writes it.
 * @typedef {{record: any, files: Record<string, Packed>, caption: string, label: string}} Data
 */

/** The styles of all figures of a page, parsed once. */
const styles = new CSSStyleSheet();
styles.replaceSync(STYLES);

/** Whether the page was opened by a link, to whose figure it has not scrolled; a reload restores the reader's place. */
let isOpened = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"))[0]?.type === "navigate";

/** Read the data in an element, which are JSON or gzipped JSON in base64. @param {string} text @returns {Promise<Data>} */
async function unpacked(text) {
  if (text.trimStart().startsWith("{")) return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  return new Response(/** @type {ReadableStream} */ (new Response(bytes).body).pipeThrough(new DecompressionStream("gzip"))).json();
}

/** @param {string} address @returns {Promise<Data>} */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The data of this figure could not be fetched (status ${answer.status}).`);
  return answer.json();
}

/** Decode a part of an address; what is no code stays as it is. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class ExplorableFigure extends HTMLElement {
  #stop = new AbortController();
  /** @type {Controller | null} */
  #controller = null;
  /** The state that is shown, as links have it; null at the opening. @type {string | null} */
  #state = null;

  static observedAttributes = ["src"];

  connectedCallback() {
    this.disconnectedCallback(); // An attribute may have started it before.
    this.#stop = new AbortController();
    const {signal} = this.#stop;
    const root = this.shadowRoot ?? this.attachShadow({mode: "open"});
    if (this.#text === "" && !this.hasAttribute("src") && document.readyState === "loading") {
      // The element is there before its data.
      root.innerHTML = "<slot></slot>";
      document.addEventListener("DOMContentLoaded", () => this.#start(root, signal), {once: true, signal});
    } else this.#start(root, signal);
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#controller?.destroy?.();
    this.#controller = null;
  }

  attributeChangedCallback() {
    if (this.isConnected) this.connectedCallback();
  }

  get #text() {
    return this.querySelector(":scope > script[type='application/json']")?.textContent ?? "";
  }

  /** The name in links. */
  get #name() {
    return this.getAttribute("name") ?? "figure";
  }

  /** Show the figure in place of its picture, and bring it to life. @param {ShadowRoot} root @param {AbortSignal} signal */
  async #start(root, signal) {
    // Until it is there the children of the element are shown, a picture and its sentence.
    if (root.childElementCount === 0) root.innerHTML = "<slot></slot>";
    try {
      const address = this.getAttribute("src");
      const data = await (address === null ? unpacked(this.#text) : fetched(new URL(address, document.baseURI).href));
      if (!signal.aborted) this.#show(data, root, signal);
    } catch (error) {
      if (signal.aborted) return;
      root.adoptedStyleSheets = [styles];
      root.innerHTML = `<div class="ground"><figure class="figure"><slot></slot></figure></div>`;
      followTheme(this, /** @type {HTMLElement} */ (root.firstElementChild), signal);
      showFailure(/** @type {Element} */ (root.querySelector("figure")), error, () => this.#start(root, signal));
    }
  }

  /** @param {Data} data @param {ShadowRoot} root @param {AbortSignal} signal */
  #show({record, files, caption, label}, root, signal) {
    const has = (/** @type {string} */ text) => readouts({linked: text}, /** @type {any} */ ({record})) !== null;
    const linked = this.#linked();
    if (linked !== null && has(linked)) this.#state = linked;
    const state = {id: "figure"};
    /** @type {Record<string, Packed[]>} */
    const pictures = {};
    for (const [name, packed] of Object.entries(files)) (pictures[name.split("-")[0]] ??= [])[Number(name.split("-")[1])] = packed;
    const still = view({...state, ...(this.#state === null ? {} : {linked: this.#state})}, /** @type {any} */ ({record, pictures}));
    root.adoptedStyleSheets = [styles];
    root.innerHTML = `<div class="ground"><figure class="figure widget explorable-figure"><div class="stage" role="group" aria-label="">${still}</div><div class="figure-tools"><button type="button" data-action="reset">${translated(WORDS.reset)}</button></div><figcaption></figcaption></figure><div class="visually-hidden" role="status"></div></div>`;
    const ground = /** @type {HTMLElement} */ (root.firstElementChild);
    const [figure, voice] = /** @type {HTMLElement[]} */ ([...ground.children]);
    figure.dataset.widget = this.#name;
    const [stage, tools, words] = /** @type {HTMLElement[]} */ ([...figure.children]);
    stage.setAttribute("aria-label", label);
    words.innerHTML = caption;
    words.hidden = caption === "";
    tools.hidden = record.parameters.length === 0;
    followTheme(this, ground, signal);
    const announce = (/** @type {string} */ text) => { voice.textContent = text; };
    // A link may name a state that the figure does not have: it is reported, and changes nothing.
    const check = () => {
      const text = this.#linked();
      if (text === null || has(text)) clearMessage(figure);
      else showStatus(figure, fill(WORDS.state_unknown, {state: text}));
    };
    this.#controller = /** @type {Controller} */ (mount(stage, /** @type {any} */ ({record}), {
      id: "figure",
      state,
      file: async (name) => new TextEncoder().encode(JSON.stringify(files[name])).buffer,
      address: () => "",
      readState: () => this.#state,
      writeState: (text) => {
        this.#write(text);
        check();
      },
      reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      announce,
      fail: (error, retry) => showFailure(figure, error, retry),
      record() {},
      recorded: () => null,
      card: () => null,
      keep() {},
      kept: () => null,
      language: () => null,
      translate: async () => {},
    }));
    check();
    figure.classList.add("alive");
    tools.firstElementChild?.addEventListener("click", () => {
      this.#controller?.reset();
      figure.dispatchEvent(new CustomEvent("figurereset"));
      announce(translated(WORDS.back_at_start));
    }, {signal});
    // Keys of a control are not those of the page around it, such as a slide or a cell of a notebook.
    this.setAttribute("data-lm-suppress-shortcuts", "true"); // of Jupyter, which hears keys before the page does
    root.addEventListener("keydown", (event) => {
      const {key, ctrlKey, metaKey, altKey} = /** @type {KeyboardEvent} */ (event);
      if (around(event.target, "input, select, button") && !ctrlKey && !metaKey && !altKey && key !== "Escape" && key !== "Tab") event.stopPropagation();
    }, {signal});
    for (const type of ["pointerover", "pointerdown", "focusin"]) {
      root.addEventListener(type, (event) => {
        const picture = around(event.target, "[data-tips=asleep]");
        if (!picture) return;
        picture.dataset.tips = "awake";
        bringTips(picture, event, announce);
      }, {signal});
    }
    const follow = () => {
      const linked = this.#linked();
      check();
      if (linked === null) return;
      if (linked !== this.#state) this.#controller?.show?.(linked);
      if (!this.hasAttribute("alone")) this.scrollIntoView({block: "nearest"});
    };
    addEventListener("hashchange", follow, {signal});
    if (isOpened) follow();
    isOpened &&= this.#linked() === null;
    // A link to the address that the page has is no change.
    addEventListener("click", ({target}) => {
      if (around(target, "a[href]")?.getAttribute("href") === location.hash) follow();
    }, {signal});
    // A frame is transparent, and the page around it may have another theme.
    if (this.hasAttribute("alone") && !this.hasAttribute("theme")) document.documentElement.style.background ||= "Canvas";
    if (this.hasAttribute("alone") && parent !== window) tellHeight(this.#name, signal);
  }

  /** The state that the page's address names, in a page of one figure by any name; null if it names none. */
  #linked() {
    const [name, state] = location.hash.slice(1).split(/:(.*)/s).map(decoded);
    return name === this.#name || this.hasAttribute("alone") ? (state ?? null) : null;
  }

  /** @param {string | null} text */
  #write(text) {
    this.#state = text;
    this.dispatchEvent(new CustomEvent("figurestate", {bubbles: true, composed: true, detail: text}));
    if (!this.hasAttribute("linked")) return;
    const address = new URL(location.href);
    address.hash = text === null ? "" : `${this.#name}:${text}`;
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // Browsers refuse in some frames; the figure goes on.
    }
  }
}

// The version has a name of its own, so that two versions on one page do not collide; the first one has the plain name, too.
for (const [name, kind] of /** @type {const} */ ([[ELEMENT, ExplorableFigure], ["explorable-figure", class extends ExplorableFigure {}]])) {
  if (!customElements.get(name)) customElements.define(name, kind);
}
