/**
 * Move a mounted figure through states by its own controls: its sliders by keys, its buttons by presses. Random choices are
 * seeded, so that they are reproducible. Part of the script of test_overlaps.py.
 */

// Presses that measure the reader's own machine and take a while.
const ON_PURPOSE = ["time"];

/** Return a generator of random numbers from 0 to 1, determined by a seed. */
function chance(seed) {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const shown = (element) => element.checkVisibility() && !element.disabled && element.ariaDisabled !== "true";
const kindOf = (key) => key.split(/[-:=]/)[0];

/** Press a new button: the first of `wanted` that exists, one that shows an answer, or any. */
function press(stage, random, seen, wanted) {
  const buttons = [...stage.querySelectorAll("[data-press], details:not([open]) > summary")].filter(shown);
  const named = new Map(buttons.map((button) => [button.dataset.press ?? button.textContent, button]));
  const first = [...wanted, "skip"].find((key) => named.has(key) && !seen.has(key));
  const fresh = [...named.keys()].filter((key) => !seen.has(key) && !ON_PURPOSE.includes(key));
  const kinds = [...new Set(fresh.map(kindOf))];
  const kind = kinds[Math.floor(random() * kinds.length)];
  const keys = fresh.filter((key) => kindOf(key) === kind);
  const key = first ?? keys[Math.floor(random() * keys.length)];
  if (key === undefined) return null;
  seen.add(key);
  named.get(key).click();
  return `press ${key}`;
}

/** Move a slider, or the reticle of a map. */
function slide(stage, random) {
  const sliders = [...stage.querySelectorAll('[role="slider"], [role="application"], input[type="range"]')].filter(shown);
  if (sliders.length === 0) return null;
  const slider = sliders[Math.floor(random() * sliders.length)];
  if (slider instanceof HTMLInputElement) return enter(slider, random);
  const keys = slider.role === "slider" ? alongKeys(random) : acrossKeys(random);
  for (const [key, shiftKey] of keys) {
    slider.dispatchEvent(new KeyboardEvent("keydown", {key, shiftKey, bubbles: true, cancelable: true}));
  }
  return `${slider.ariaLabel ?? "slider"} by ${keys.length} keys to ${keys.at(-1)[0]}`;
}

/** Return keys that move to one end and usually some way back. */
function alongKeys(random) {
  const [end, page, step] = random() < 0.5 ? ["Home", "PageUp", "ArrowRight"] : ["End", "PageDown", "ArrowLeft"];
  const [pages, steps] = random() < 0.25 ? [0, 0] : [Math.floor(random() * 10), Math.floor(random() * 4)];
  return [end, ...Array(pages).fill(page), ...Array(steps).fill(step)].map((key) => [key, false]);
}

/** Return keys that move far over a map. */
function acrossKeys(random) {
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const two = [keys[Math.floor(random() * 2)], keys[2 + Math.floor(random() * 2)]];
  return two.flatMap((key) => Array(1 + Math.floor(random() * 6)).fill([key, random() < 0.7]));
}

function enter(field, random) {
  field.value = String(Number(field.min) + Math.round(random() * (Number(field.max) - Number(field.min))));
  field.dispatchEvent(new Event("input", {bubbles: true}));
  return `${field.dataset.entry} set to ${field.value}`;
}

const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Wait for the next frame and for pending fetches; a drawing may use "waiting" as a class of its own. */
async function settled(stage) {
  await painted();
  for (let frame = 0; frame < 120 && stage.querySelector(".waiting:not(svg *)"); frame += 1) await painted();
}

/**
 * Move a figure, and check it in its opening state and in each further one.
 * @param {HTMLElement} figure
 * @param {number} count Further states.
 * @param {string[]} wanted Buttons that are pressed first.
 * @param {(stage: HTMLElement) => string[]} look
 * @returns {Promise<[string, string[]][]>} The result of `look` in each state.
 */
async function walk(figure, count, wanted, look) {
  const stage = figure.querySelector(".stage");
  const random = chance(figure.id);
  Math.random = chance(`dice of ${figure.id}`);
  const seen = new Set();
  let state = "opening";
  figure.addEventListener("figurestate", ({detail}) => (state = detail ?? "opening"));
  const told = [[state, look(stage)]];
  for (let step = 0; step < count; step += 1) {
    const ways = step < wanted.length || step % 2 === 0 ? [press, slide] : [slide, press];
    const done = ways[0](stage, random, seen, wanted) ?? ways[1](stage, random, seen, wanted);
    if (done === null) break;
    await settled(stage);
    told.push([`${state}, after ${done}`, look(stage)]);
  }
  return told;
}
