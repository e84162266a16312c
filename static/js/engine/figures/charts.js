/**
 * Live charts, on demand: the compiled Vega specification drawn over its still, at the still's size, so nothing
 * shifts. Expressions are interpreted, for the page's policy forbids making code from text.
 */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {expressionInterpreter} from "vega-interpreter";
import {describe, withColors} from "./chart-text.js";

/** @typedef {typeof import("vega")} Vega */

/** Signals that no reader chooses: they follow the box and the theme. */
const OF_THE_BOX = ["autosize", "background", "height", "padding", "width"];

/** @type {Promise<Vega> | undefined} */
let loading;

/** Draw the live chart of a figure in answer to its button. @param {HTMLElement} figure @param {HTMLButtonElement} button */
export async function enlivenChart(figure, button) {
  const usual = button.textContent;
  button.disabled = true;
  button.textContent = WORDS.fetching_chart;
  try {
    const [vega, specification] = await Promise.all([loadVega(figure), fetchSpecification(figure)]);
    const stage = /** @type {HTMLElement} */ (figure.querySelector(".stage"));
    const live = document.createElement("div");
    live.className = "live";
    stage.append(live);
    await keepDrawn(vega, specification, stage, live).catch((error) => {
      live.remove();
      throw error;
    });
    stage.classList.add("is-live");
    stage.setAttribute("role", "group"); // It holds more than a picture now.
    // A sentence of the button's height takes its place, so that the caption stays where it is.
    const hint = document.createElement("p");
    hint.className = "explore-hint";
    hint.setAttribute("role", "status");
    hint.textContent = WORDS.chart_is_live;
    button.replaceWith(hint);
  } finally {
    button.disabled = false;
    button.textContent = usual;
  }
}

/**
 * What a custom property comes to where it is used, in words that Vega reads: the page names a colour for light and one
 * for dark.
 * @param {string} name
 * @param {HTMLElement} place
 */
function colorOf(name, place) {
  const styles = getComputedStyle(place);
  if (styles.getPropertyValue(name) === "") return "";
  place.style.setProperty("color", `var(${name})`);
  const {color} = styles;
  place.style.removeProperty("color");
  return color;
}

/**
 * Draw a chart, again in other colours whenever the theme changes, and in another size whenever its box does; what the
 * reader has chosen stays.
 * @param {Vega} vega @param {string} specification @param {HTMLElement} stage @param {HTMLElement} live
 */
async function keepDrawn(vega, specification, stage, live) {
  const tip = makeTip(live);
  const alt = stage.getAttribute("aria-label") ?? "";

  /** @param {object} [chosen] State of the view before. */
  async function draw(chosen) {
    const {width, height} = stage.getBoundingClientRect();
    const described = JSON.parse(withColors(specification, (name) => colorOf(name, live)));
    if (described.autosize?.type === "fit") Object.assign(described, {width, height});
    live.replaceChildren();
    const view = new vega.View(vega.parse(described, undefined, {ast: true}), {
      renderer: "svg",
      container: live,
      hover: true,
      expr: expressionInterpreter,
      tooltip: tip,
    });
    live.setAttribute("role", "img");
    live.setAttribute("aria-label", alt);
    live.removeAttribute("aria-roledescription");
    view.run();
    live.querySelector("svg")?.setAttribute("aria-hidden", "true"); // The words for it are those of the still.
    if (chosen) view.setState(chosen);
    await view.runAsync();
    return {view, width, height, isFitted: described.autosize?.type === "fit"};
  }

  let drawing = draw();
  await drawing;
  document.addEventListener("themechange", () => {
    drawing = drawing.then(({view}) => {
      const chosen = view.getState();
      for (const name of OF_THE_BOX) delete chosen.signals?.[name];
      view.finalize();
      return draw(chosen);
    });
  });
  new ResizeObserver(async () => fit(await drawing, stage)).observe(stage);
}

/**
 * Bring a drawing to the size of its box.
 * @param {{view: import("vega").View, width: number, height: number, isFitted: boolean}} drawn @param {HTMLElement} stage
 */
function fit(drawn, stage) {
  const {width, height} = stage.getBoundingClientRect();
  const isSame = Math.abs(width - drawn.width) <= 1 && Math.abs(height - drawn.height) <= 1;
  if (isSame || !drawn.isFitted) return;
  Object.assign(drawn, {width, height});
  drawn.view.width(width).height(height).resize().run();
}

/** Make the small box that says what the pointer is on. @param {HTMLElement} live @returns {import("vega").TooltipHandler} */
function makeTip(live) {
  const tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.hidden = true;
  live.closest(".stage")?.append(tip);
  return (_handler, event, _item, value) => {
    tip.hidden = value === null || value === undefined || value === "";
    if (tip.hidden) return;
    tip.replaceChildren(...describe(value).map((line) => Object.assign(document.createElement("div"), {textContent: line})));
    const stage = live.getBoundingClientRect();
    const box = tip.getBoundingClientRect();
    const x = Math.min(Math.max(event.clientX - stage.left - box.width / 2, 0), stage.width - box.width);
    const over = event.clientY - stage.top - box.height - 12;
    tip.style.setProperty("left", `${x}px`);
    tip.style.setProperty("top", `${over >= 0 ? over : event.clientY - stage.top + 18}px`);
  };
}

/** @param {HTMLElement} figure */
async function fetchSpecification(figure) {
  const response = await fetch(new URL(figure.dataset.spec ?? "", document.baseURI)).catch(() => null);
  if (!response?.ok) throw new Error(WORDS.chart_not_fetched);
  return response.text();
}

/** Load Vega as it was published, a classic script. @param {HTMLElement} figure @returns {Promise<Vega>} */
function loadVega(figure) {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(figure.dataset.vega ?? "", document.baseURI).href;
    const end = () => {
      const {vega} = /** @type {{vega?: Vega}} */ (/** @type {unknown} */ (window));
      if (vega) return resolve(vega);
      loading = undefined;
      script.remove();
      reject(new Error(WORDS.chart_not_fetched));
    };
    script.addEventListener("load", end);
    script.addEventListener("error", end);
    document.head.append(script);
  });
  return loading;
}
