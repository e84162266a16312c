/** The search dialog, made when it is first asked for; the index is Pagefind's. */

/**
 * @typedef {{title: string, url: string, excerpt: string, weighted_locations?: {balanced_score: number}[]}} Part
 * @typedef {{url: string, excerpt: string, meta: {title?: string}, sub_results?: Part[]}} Found `sub_results`: in the order of the page.
 * @typedef {{data(): Promise<Found>}} Result
 * @typedef {{init(): Promise<void>, debouncedSearch(term: string): Promise<{results: Result[]} | null>}} Pagefind
 */

const SHOWN = 8;

/** @type {HTMLDialogElement | undefined} */
let dialog;
/** @type {Promise<Pagefind> | undefined} */
let loading;

/**
 * Load the index; it stands beside the folder of this script.
 * @returns {Promise<Pagefind>}
 */
function loadIndex() {
  const address = new URL("../pagefind/pagefind.js", import.meta.url).href;
  loading ??= import(address).then(async (pagefind) => {
    await pagefind.init();
    return pagefind;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Open the dialog. */
export function openSearch() {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input")?.select();
  loadIndex().catch(() => say("The search index could not be fetched."));
}

/** @returns {HTMLDialogElement} */
function makeDialog() {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", "Search");
  made.innerHTML = `<form method="dialog"><input type="search" aria-label="Search this site" placeholder="Search" autocomplete="off" spellcheck="false" enterkeyhint="search"><button class="button" value="close">Close</button></form>
<p class="search-status" role="status">Type a word or two.</p><ul class="search-results"></ul>`;
  const input = /** @type {HTMLInputElement} */ (made.querySelector("input"));
  input.addEventListener("input", () => find(input.value.trim()));
  made.addEventListener("keydown", (event) => moveByKey(event, made));
  made.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (event.target === made || link) made.close();
  });
  document.body.append(made);
  return made;
}

/**
 * Search and show what is found; an answer that was overtaken by typing is dropped.
 * @param {string} term
 */
async function find(term) {
  if (term === "") return show([], "Type a word or two.");
  try {
    const search = await (await loadIndex()).debouncedSearch(term);
    if (!search) return;
    const found = await Promise.all(search.results.slice(0, SHOWN).map((result) => result.data()));
    show(found.map(bestPart), countWords(search.results.length, term));
  } catch {
    show([], "The search index could not be fetched.");
  }
}

/**
 * Choose what of a page to show: the section that fits best, where there is one.
 * @param {Found} found
 * @returns {{title: string, place: string, url: string, excerpt: string}}
 */
export function bestPart(found) {
  const page = found.meta.title ?? found.url;
  const [first, ...others] = found.sub_results ?? [];
  const part = others.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best), first);
  if (!part || part.title === page) return {title: page, place: "", url: part?.url ?? found.url, excerpt: part?.excerpt ?? found.excerpt};
  return {title: part.title, place: page, url: part.url, excerpt: part.excerpt};
}

/** How much of what was searched for a section holds. @param {Part} part */
function weightOf({weighted_locations = []}) {
  return weighted_locations.reduce((sum, {balanced_score}) => sum + balanced_score, 0);
}

/**
 * Say how much was found.
 * @param {number} count
 * @param {string} term
 */
export function countWords(count, term) {
  if (count === 0) return `Nothing found for “${term}”.`;
  return count === 1 ? "One page." : `${count} pages${count > SHOWN ? `, the first ${SHOWN} of them here` : ""}.`;
}

/** @param {string} sentence */
function say(sentence) {
  const status = dialog?.querySelector(".search-status");
  if (status) status.textContent = sentence;
}

/**
 * @param {{title: string, place: string, url: string, excerpt: string}[]} parts
 * @param {string} sentence
 */
function show(parts, sentence) {
  say(sentence);
  const items = parts.map(({title, place, url, excerpt}) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = url;
    link.appendChild(document.createElement("b")).textContent = place ? `${title} · ${place}` : title;
    // Pagefind escapes the text of the page and adds only its own <mark>.
    link.appendChild(document.createElement("span")).innerHTML = excerpt;
    return item;
  });
  dialog?.querySelector(".search-results")?.replaceChildren(...items);
}

/**
 * Let the arrow keys walk from the field through the results and back; Enter in the field follows the first.
 * @param {KeyboardEvent} event
 * @param {HTMLDialogElement} made
 */
function moveByKey(event, made) {
  const input = /** @type {HTMLInputElement} */ (made.querySelector("input"));
  /** @type {HTMLElement[]} */
  const stops = [input, .../** @type {NodeListOf<HTMLElement>} */ (made.querySelectorAll(".search-results a"))];
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (event.key === "Enter" && document.activeElement === input) {
    event.preventDefault();
    stops[1]?.click();
  }
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
}
