/**
 * How warm is it by now? A cooling curve with a handle.
 *
 * `view` draws the figure as text and runs twice: in the build, for readers without JavaScript, and in the browser,
 * for every new state. `mount` only listens, changes the state, and puts what `view` draws into place.
 */

/**
 * @typedef {{vessel: string, minute: number}} State
 * @typedef {{start: number, room: number, hot: number, cold: number, minutes: number}} Assumptions
 * @typedef {{assumptions: Record<string, number[]>, vessels: {vessel: string[], half_time: number[]}}} Data
 */

/** One drawing for wide columns, one for narrow ones: text keeps its size, the plot gives way. */
export const layouts = ["wide", "narrow"];
const SIZES = {
  wide: {width: 680, height: 300, text: 14},
  narrow: {width: 320, height: 240, text: 13.5},
};
const MARGIN = {left: 42, right: 14, top: 14, bottom: 40};

/**
 * @param {State & {layout: "wide" | "narrow"}} state
 * @param {Data} data
 * @returns {string}
 */
export function view(state, data) {
  const facts = factsOf(data);
  const buttons = data.vessels.vessel.map((name) => {
    const pressed = name === state.vessel;
    return `<button type="button" class="cup-vessel" data-press="${name}" aria-pressed="${pressed}">${name}</button>`;
  });
  return `<div class="cup">
<div class="cup-vessels" role="group" aria-label="What the coffee is in">${buttons.join("")}</div>
<div class="cup-picture">${drawPicture(state, data)}</div>
<label class="cup-time">Minutes <input type="range" min="0" max="${facts.minutes}" value="${state.minute}"></label>
<p class="cup-words">${describe(state, data)}</p>
</div>`;
}

/**
 * @param {State & {layout: "wide" | "narrow"}} state
 * @param {Data} data
 */
function drawPicture({vessel, minute, layout}, data) {
  const facts = factsOf(data);
  const {width, height, text} = SIZES[layout];
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const x = (/** @type {number} */ time) => round(MARGIN.left + (time / facts.minutes) * (right - MARGIN.left));
  const share = (/** @type {number} */ degrees) => (degrees - facts.room) / (facts.start - facts.room);
  const y = (/** @type {number} */ degrees) => round(bottom - share(degrees) * (bottom - MARGIN.top));
  const curves = data.vessels.vessel.map((name) => {
    const points = Array.from({length: 61}, (_, step) => (step * facts.minutes) / 60);
    const line = points.map((time) => `${x(time)},${y(temperature(time, name, data))}`).join(" ");
    return `<polyline class="${name === vessel ? "cup-curve" : "cup-other"}" points="${line}"/>`;
  });
  const degrees = [facts.room, facts.cold, facts.hot, facts.start];
  const rows = degrees.map((value) => `<text x="${MARGIN.left - 8}" y="${y(value) + 5}" text-anchor="end">${value}°</text>`);
  const times = [0, 1, 2, 3, 4].map((quarter) => (quarter * facts.minutes) / 4);
  const columns = times.map((time) => `<text x="${x(time)}" y="${bottom + 22}" text-anchor="middle">${time}</text>`);
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="${text}" aria-hidden="true">
<rect class="cup-good" x="${MARGIN.left}" y="${y(facts.hot)}" width="${right - MARGIN.left}" height="${round(y(facts.cold) - y(facts.hot))}"/>
<path class="cup-axis" d="M${MARGIN.left},${bottom}H${right}"/>
<g class="cup-labels">${rows.join("")}${columns.join("")}</g>
${curves.join("")}
<circle class="cup-handle" cx="${x(minute)}" cy="${y(temperature(minute, vessel, data))}" r="9"/>
</svg>`;
}

/**
 * @param {State} state
 * @param {Data} data
 */
function describe({vessel, minute}, data) {
  const {hot, cold} = factsOf(data);
  const degrees = temperature(minute, vessel, data);
  const verdict = degrees > hot ? "still too hot" : degrees < cold ? "too late" : "just right";
  return `After ${minute} minutes in the ${vessel}: <b>${Math.round(degrees)} °C</b>, ${verdict}.`;
}

/**
 * @param {number} minute
 * @param {string} vessel
 * @param {Data} data
 */
function temperature(minute, vessel, data) {
  const {start, room} = factsOf(data);
  const halfTime = data.vessels.half_time[data.vessels.vessel.indexOf(vessel)];
  return room + (start - room) * 2 ** (-minute / halfTime);
}

/**
 * @param {Data} data
 * @returns {Assumptions}
 */
function factsOf({assumptions}) {
  const first = Object.entries(assumptions).map(([name, values]) => [name, values[0]]);
  return Object.fromEntries(first);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * Let the reader choose a vessel and a time; the place is part of the page's address.
 * @param {HTMLElement} element The stage, which holds one drawing for each layout.
 * @param {Data} data
 * @param {{state: State, readState(): string | null, writeState(text: string | null): void, announce(text: string): void}} context
 */
export function mount(element, data, context) {
  const opening = {...context.state};
  let state = stateOfText(context.readState(), data) ?? opening;

  function paint() {
    for (const layout of /** @type {("wide" | "narrow")[]} */ (layouts)) {
      const place = element.querySelector(`.layout-${layout}`);
      if (!place) continue;
      /** @type {HTMLElement} */ (place.querySelector(".cup-picture")).innerHTML = drawPicture({...state, layout}, data);
      /** @type {HTMLElement} */ (place.querySelector(".cup-words")).innerHTML = describe(state, data);
      /** @type {HTMLInputElement} */ (place.querySelector("input")).value = String(state.minute);
      for (const button of place.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(button.dataset.press === state.vessel));
      }
    }
  }

  /** @param {Partial<State>} change */
  function set(change) {
    state = {...state, ...change};
    paint();
    context.writeState(`${state.vessel}.${state.minute}`);
  }

  element.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("button[data-press]");
    if (button) set({vessel: /** @type {HTMLElement} */ (button).dataset.press});
  });
  element.addEventListener("input", (event) => set({minute: Number(/** @type {HTMLInputElement} */ (event.target).value)}));
  element.addEventListener("change", () => context.announce(describe(state, data).replace(/<[^>]+>/g, "")));
  paint();

  return {
    reset() {
      set(opening);
      context.writeState(null);
    },
    press: (/** @type {string} */ key) => set({vessel: key}),
    show: (/** @type {string} */ text) => set(stateOfText(text, data) ?? {}),
  };
}

/**
 * Read a state from the page's address, if it is one that the figure can show.
 * @param {string | null} text
 * @param {Data} data
 * @returns {State | undefined}
 */
function stateOfText(text, data) {
  const [vessel, minute] = (text ?? "").split(".");
  const known = data.vessels.vessel.includes(vessel) && /^\d{1,3}$/.test(minute ?? "");
  return known ? {vessel, minute: Math.min(Number(minute), factsOf(data).minutes)} : undefined;
}
