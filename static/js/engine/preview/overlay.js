/** Errors over the page: where, the line as written, a caret under it. The list disappears when they are fixed. */

const STYLES = `
  :host { all: initial; display: block; position: fixed; inset: auto 0 0 0; z-index: 2147483647; }
  .sheet { max-height: 50vh; overflow: auto; padding: 1rem 1.25rem 1.25rem; background: #1d1a17; color: #f4efe6;
    border-top: 3px solid #f2836a; font: 0.9375rem/1.5 system-ui, sans-serif; }
  h2 { margin: 0 0 0.5rem; font-size: 1rem; font-weight: 650; }
  pre { margin: 0.75rem 0 0; overflow-x: auto; font: 0.875rem/1.45 ui-monospace, monospace; white-space: pre; }
  b { color: #f2a48f; font-weight: 650; }
  p { margin: 0.75rem 0 0; color: #bdb5a8; }
  button { position: absolute; top: 0.5rem; right: 0.75rem; min-width: 2.75rem; min-height: 2.75rem; border: 0;
    background: none; color: inherit; font: 1.25rem/1 system-ui, sans-serif; cursor: pointer; }
`;

/** @type {HTMLElement | undefined} */
let host;

/**
 * Show the mistakes of a build.
 * @param {string[]} problems Each as the command line prints it: place and message, then the line and the caret.
 */
export function showProblems(problems) {
  hideProblems();
  host = document.createElement("site-problems");
  const shadow = host.attachShadow({mode: "open"});
  // A sheet made by script: the policy of the page forbids style elements, and the preview keeps the policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [sheet];
  const box = shadow.appendChild(document.createElement("div"));
  box.className = "sheet";
  box.setAttribute("role", "alert");
  const title = box.appendChild(document.createElement("h2"));
  title.textContent = problems.length === 1 ? "One error" : `${problems.length} errors`;
  for (const problem of problems) box.appendChild(listing(problem));
  const note = box.appendChild(document.createElement("p"));
  note.textContent = "The page behind this list is the last one that could be built. The list disappears when the errors are fixed.";
  box.appendChild(closeButton());
  document.documentElement.append(host);
}

/** Take the overlay away. */
export function hideProblems() {
  host?.remove();
  host = undefined;
}

/** @param {string} problem @returns {HTMLElement} */
function listing(problem) {
  const block = document.createElement("pre");
  const [, place, rest] = problem.match(/^(\S+:\d+:\d+|[^\s:]+)([\s\S]*)$/) ?? ["", "", problem];
  block.appendChild(document.createElement("b")).textContent = place;
  block.append(rest);
  return block;
}

/** @returns {HTMLButtonElement} */
function closeButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "×";
  button.setAttribute("aria-label", "Hide until the next save");
  button.addEventListener("click", hideProblems);
  return button;
}
