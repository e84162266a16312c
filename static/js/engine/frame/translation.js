/** Replace the page's text, title, labels and script messages by a translation. Figures stay mounted and translate themselves. */
import "site_builder/main";
import {fetchFile} from "../browser/files.js";
import {isOpenAt} from "../browser/preferences.js";
import {translated, useTexts} from "../kit/texts.js";

/**
 * @typedef {object} Translation
 * @property {string} title
 * @property {string} main Markup of the text; figures contain only their translated parts.
 * @property {Readonly<Record<string, string>>} texts Translated texts by published text.
 */

const ROOT = document.documentElement;
/** Language in which the page was published. */
const OWN = ROOT.lang;
/** Parts of the page that are translated text by text. */
const AROUND = ".skip, .no-script, .bar, .page-end, .popover, .figure-tools, .figure-lifeless";
/** Attributes with text for readers or screen readers. */
const LABELS = ["aria-label", "title", "placeholder"];

/** The page as published, once it has been translated. @type {Translation | null} */
let published = null;
/** Published texts by current text. @type {ReadonlyMap<string, string>} */
let originals = new Map();
/** The language requested last. */
let requested = OWN;

/**
 * Show the page in another language.
 * @param {string} tag Rejects with a message for readers if the translation cannot be fetched.
 */
export async function translate(tag) {
  requested = tag;
  if (ROOT.lang === tag) return;
  published ??= {title: document.title, main: markupOfText(), texts: {}};
  const translation = tag === OWN ? published : await fetchTranslation(tag);
  if (requested !== tag) return; // The reader has chosen another language meanwhile.
  const {title, main, texts} = translation;
  ROOT.lang = tag;
  document.title = title;
  useTexts(texts);
  for (const part of document.querySelectorAll(AROUND)) translateTexts(part);
  originals = new Map(Object.entries(texts).map(([text, shown]) => [shown, text]));
  replaceText(main);
  const manifest = document.querySelector("link[rel=manifest]");
  manifest?.setAttribute("href", (manifest.getAttribute("href") ?? "").replace(/(?:\.[\w-]+)?\.webmanifest$/, `${tag === OWN ? "" : `.${tag}`}.webmanifest`));
  document.dispatchEvent(new CustomEvent("sitepatched"));
}

/** @param {string} tag @returns {Promise<Translation>} */
async function fetchTranslation(tag) {
  const paths = /** @type {Record<string, string>} */ (JSON.parse(ROOT.dataset.translations ?? "{}"));
  if (paths[tag] === undefined) throw new Error(`This page has no translation into the language ${tag}.`);
  return JSON.parse(new TextDecoder().decode(await fetchFile(new URL(paths[tag], document.baseURI).href)));
}

const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

/** Return the markup of the current text, without the content of figures. */
function markupOfText() {
  const copy = /** @type {HTMLElement} */ (main().cloneNode(true));
  copy.querySelector(".no-script")?.remove();
  for (const stage of copy.querySelectorAll("figure[id] > .stage")) stage.replaceChildren();
  return copy.innerHTML;
}

/** Replace the text around the figures, and their captions and labels. @param {string} markup */
function replaceText(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  const page = main();
  const figures = [...template.content.querySelectorAll("figure[id]")].map((fresh) => {
    const figure = /** @type {Element} */ (document.getElementById(fresh.id));
    const [[label, caption], [old_label, old_caption]] = [fresh, figure].map((one) => [one.querySelector(".stage"), one.querySelector(":scope > figcaption")]);
    old_label?.setAttribute("aria-label", label?.getAttribute("aria-label") ?? "");
    if (caption && old_caption) old_caption.innerHTML = caption.innerHTML;
    if (fresh.parentNode !== template.content) fresh.replaceWith(figure);
    return figure;
  });
  const depth = Number(ROOT.dataset.depth);
  for (const block of template.content.querySelectorAll("details")) block.open ||= isOpenAt(block.dataset.depth, depth);
  // Top-level figures are not moved: a moved element loses focus and scroll position.
  const stay = figures.filter((figure) => figure.parentNode === page);
  for (const node of [...page.childNodes]) {
    if (!stay.includes(/** @type {Element} */ (node)) && !(node instanceof Element && node.matches(".no-script"))) node.remove();
  }
  let next = stay[0] ?? null;
  for (const node of [...template.content.childNodes]) {
    const place = stay.findIndex((figure) => node instanceof Element && figure.id === node.id);
    if (place < 0) page.insertBefore(node, next);
    else next = stay[place + 1] ?? null;
  }
}

/** Translate the texts and labels of a part of the page. @param {Element} part */
function translateTexts(part) {
  const own = (/** @type {string} */ text) => translated(originals.get(text) ?? text);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue?.trim() ?? "";
    if (own(text) !== text) node.nodeValue = (node.nodeValue ?? "").replace(text, () => own(text));
  }
  for (const element of [part, ...part.querySelectorAll(LABELS.map((label) => `[${label}]`).join())]) {
    for (const label of LABELS) {
      const text = element.getAttribute(label);
      if (text !== null) element.setAttribute(label, own(text));
    }
  }
}
