/**
 * Texts that the build has packed: templates, and what stands in their places in each state. No DOM.
 */

/** @typedef {{text: string[], kinds: string, places: (string | number)[][]}} Template Kinds: a letter a place, "g" where it may glide. */
/** @typedef {{templates: Template[], of: number[]}} Packed Without `of`, all have the one template. */
/** @typedef {{on: number[], packed: Packed}} Part What a part is at the stops of the parameters that it depends on. */
/** @typedef {{template: Template, values: (string | number)[]}} Filled */

/** Where a text stands among those of its template, by packed texts. @type {WeakMap<Packed, number[]>} */
const ranks = new WeakMap();

/** Count for each text how many before it have its template. @param {Packed} packed */
function ranksOf(packed) {
  let found = ranks.get(packed);
  if (!found) {
    /** @type {number[]} */
    const seen = packed.templates.map(() => 0);
    found = packed.of.map((template) => seen[template]++);
    ranks.set(packed, found);
  }
  return found;
}

/** The template of a text, and what stands in its places. @param {Packed} packed @param {number} index @returns {Filled} */
export function filledAt(packed, index) {
  const isOne = packed.of.length === 0;
  const template = packed.templates[isOne ? 0 : packed.of[index]];
  const rank = isOne ? index : ranksOf(packed)[index];
  return {template, values: template.places.map((place) => place[rank])};
}

/** A whole text. @param {Packed} packed @param {number} index @returns {string} */
export function textAt(packed, index) {
  const {template, values} = filledAt(packed, index);
  return template.text.map((piece, place) => (place ? values[place - 1] + piece : piece)).join("");
}

/**
 * Where a part stands among its states, by the stops of all parameters; those that split it into files are left out.
 * @param {readonly number[]} on @param {readonly number[]} place @param {readonly {stops: readonly string[]}[]} parameters
 * @param {number} [by]
 */
export function indexOf(on, place, parameters, by = -1) {
  return on.reduce((index, one) => (one === by ? index : index * parameters[one].stops.length + place[one]), 0);
}
