/** A well that three steps fill; its step writes no state. */

const LEVEL_OF_STEP = [1, 5, 9];

/** @param {{linked?: string, step?: number}} state */
function levelOf({linked, step}) {
  if (linked === undefined) return LEVEL_OF_STEP[step ?? 0];
  return /^[1-9]$/.test(linked) ? Number(linked) : null;
}

/** @param {number} level */
function draw(level) {
  return `<p class="well-words" tabindex="0">The level is ${level}.</p>
<label>Level <input type="range" min="1" max="9" value="${level}"></label> <button type="button" data-press="more">More</button>`;
}

/** @param {object} state */
export function view(state) {
  return draw(levelOf(state) ?? 1);
}

/** @param {object} state */
export function readouts(state) {
  const level = levelOf(state);
  return level === null ? null : {level: String(level), buckets: String(3 * level)};
}

/**
 * @param {HTMLElement} element
 * @param {object} _data
 * @param {import("../../../../../../static/js/engine/widget.d.ts").Context} context
 */
export function mount(element, _data, context) {
  const paint = (/** @type {number} */ level) => {
    element.innerHTML = draw(level);
  };
  const show = (/** @type {string} */ text) => {
    const level = levelOf({linked: text});
    if (level === null) return;
    paint(level);
    context.writeState(text);
  };
  show(context.readState() ?? "");
  element.addEventListener("input", ({target}) => show(/** @type {HTMLInputElement} */ (target).value));
  return {reset: () => paint(1), step: (/** @type {number} */ step) => paint(LEVEL_OF_STEP[step]), show};
}
