/**
 * The preview's script: receives new builds, patches the page in place, and shows errors over it. Not part of published pages.
 */
import {Patcher} from "./patch.js";

// The notice at the bottom of the window while data are computed; figures are replaced by placeholders.

const NOTICE_STYLES = `
  .data-notice { position: fixed; inset: auto 0 0 0; z-index: 2147483646; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem;
    align-items: center; margin: 0; padding: 0.625rem 1.25rem; background: #1d1a17; color: #f4efe6;
    border-top: 3px solid #d9a441; font: 0.9375rem/1.4 system-ui, sans-serif; max-width: none; }
  .data-notice [data-since] { font-variant-numeric: tabular-nums; }
  .data-notice progress { flex: 1 1 8rem; max-width: 20rem; height: 0.375rem; accent-color: #d9a441; }
  figure.waiting .stage { display: grid; place-items: center; min-height: 12rem; padding: 1rem;
    border: 1px dashed currentColor; border-radius: 0.5rem; opacity: 0.7; }
  @media print { .data-notice { display: none; } }
`;

const SECOND = 1000;

/**
 * Format a duration.
 * @param {number} milliseconds
 * @returns {string} Minutes and seconds, "0:05".
 */
function clock(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Update the seconds in the notice. */
function countSeconds() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector(".data-notice [data-since]"));
  if (place) place.textContent = clock(Date.now() - Number(place.dataset.since));
}

/** Add the styles by a constructed sheet: the content security policy forbids style elements. */
function styleNotices() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(NOTICE_STYLES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

// Errors over the page: place, source line and caret. The list disappears when they are fixed.

const OVERLAY_STYLES = `
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
 * Show the errors of a build.
 * @param {string[]} problems As printed by the command line: place and message, then the source line and a caret.
 */
function showProblems(problems) {
  hideProblems();
  host = document.createElement("site-problems");
  const shadow = host.attachShadow({mode: "open"});
  // A constructed sheet: the content security policy forbids style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(OVERLAY_STYLES);
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

/** Remove the overlay. */
function hideProblems() {
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

/** @typedef {{type: "page", html: string, digest: string}} PageMessage */
/** @typedef {{type: "problems", problems: string[]}} ProblemsMessage */
/** @typedef {PageMessage | ProblemsMessage | {type: "mended"} | {type: "gone"}} Message */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-preview]"));
const patcher = new Patcher(document);
let digest = script.dataset.preview ?? "";
let wait = FIRST_WAIT;

/** Connect, and reconnect after an interruption, doubling the delay each time. */
function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/_preview/socket`);
  socket.addEventListener("open", () => {
    wait = FIRST_WAIT;
    socket.send(JSON.stringify({page: location.pathname, digest}));
  });
  socket.addEventListener("message", (event) => void receive(socket, JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });
}

/** @param {WebSocket} socket @param {Message} message */
async function receive(socket, message) {
  if (message.type === "problems") {
    showProblems(message.problems);
    return;
  }
  hideProblems();
  if (message.type === "mended") return;
  if (message.type === "gone" || !(await patcher.patch(message.html))) {
    location.reload();
    return;
  }
  digest = message.digest;
  socket.send(JSON.stringify({patched: digest}));
}

styleNotices();
countSeconds();
setInterval(countSeconds, SECOND);
document.addEventListener("sitepatched", countSeconds);
connect();
