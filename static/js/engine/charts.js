/**
 * Live charts, on demand: the compiled Vega specification drawn over its still, at the still's size, so nothing
 * shifts. Expressions are interpreted, for the page's policy forbids making code from text.
 */
import {expressionInterpreter} from "vega-interpreter";
import {describe, withColors} from "./chart-text.js";

/** @typedef {typeof import("vega")} Vega */

/** @type {Promise<Vega> | undefined} */
let loading;

/**
 * Draw the live chart of a figure in answer to its button.
 * @param {HTMLElement} figure
 * @param {HTMLButtonElement} button
 */
export async function enlivenChart(figure, button) {
  const usual = button.textContent;
  button.disabled = true;
  button.textContent = "Fetching the chart…";
  try {
    const [vega, specification] = await Promise.all([loadVega(figure), fetchSpecification(figure)]);
    const stage = /** @type {HTMLElement} */ (figure.querySelector(".stage"));
    const live = document.createElement("div");
    live.className = "live";
    stage.append(live);
    await keepDrawn(vega, specification, stage, live);
    stage.classList.add("is-live");
    // A sentence of the button's height takes its place, so that the caption stays where it is.
    const hint = document.createElement("p");
    hint.className = "explore-hint";
    hint.setAttribute("role", "status");
    hint.textContent = "The chart is live: point at it, or tap it.";
    button.replaceWith(hint);
  } finally {
    button.disabled = false;
    button.textContent = usual;
  }
}

/**
 * Draw a chart, and again whenever its box or the theme changes.
 * @param {Vega} vega
 * @param {string} specification
 * @param {HTMLElement} stage
 * @param {HTMLElement} live
 */
async function keepDrawn(vega, specification, stage, live) {
  /** @type {import("vega").View | undefined} */
  let view;
  let [drawnWidth, drawnHeight] = [0, 0];
  const tip = makeTip(live);

  async function draw() {
    const {width, height} = stage.getBoundingClientRect();
    [drawnWidth, drawnHeight] = [width, height];
    const styles = getComputedStyle(stage);
    const described = JSON.parse(withColors(specification, (name) => styles.getPropertyValue(name)));
    if (described.autosize?.type === "fit") Object.assign(described, {width, height});
    view?.finalize();
    live.replaceChildren();
    view = new vega.View(vega.parse(described, undefined, {ast: true}), {
      renderer: "svg",
      container: live,
      hover: true,
      expr: expressionInterpreter,
      tooltip: tip,
    });
    await view.runAsync();
  }

  await draw();
  const redraw = () => void draw();
  document.addEventListener("themechange", redraw);
  new ResizeObserver(() => {
    const {width, height} = stage.getBoundingClientRect();
    if (Math.abs(width - drawnWidth) > 1 || Math.abs(height - drawnHeight) > 1) redraw();
  }).observe(stage);
}

/**
 * Make the small box that says what the pointer is on.
 * @param {HTMLElement} live
 * @returns {import("vega").TooltipHandler}
 */
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
  if (!response?.ok) throw new Error("The live chart could not be fetched. The picture stays as it is.");
  return response.text();
}

/**
 * Load Vega as it was published, a classic script.
 * @param {HTMLElement} figure
 * @returns {Promise<Vega>}
 */
function loadVega(figure) {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(figure.dataset.vega ?? "", document.baseURI).href;
    script.addEventListener("load", () => resolve(/** @type {{vega: Vega}} */ (/** @type {unknown} */ (window)).vega));
    script.addEventListener("error", () => {
      loading = undefined;
      script.remove();
      reject(new Error("The program for live charts could not be fetched. The picture stays as it is."));
    });
    document.head.append(script);
  });
  return loading;
}
