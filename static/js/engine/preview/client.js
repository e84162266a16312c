/**
 * The preview's part in the page: listens for new builds, patches the page in place, shows mistakes over it.
 * Served by the preview only; no published page holds it.
 */
import {SECOND, countSeconds, styleNotices} from "./notice.js";
import {hideProblems, showProblems} from "./overlay.js";
import {Patcher} from "./patch.js";

/** @typedef {{type: "page", html: string, digest: string}} PageMessage */
/** @typedef {{type: "problems", problems: string[]}} ProblemsMessage */
/** @typedef {PageMessage | ProblemsMessage | {type: "mended"} | {type: "gone"}} Message */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-preview]"));
const patcher = new Patcher(document);
let digest = script.dataset.preview ?? "";
let wait = FIRST_WAIT;

/** Connect, and connect again when the server was away, waiting twice as long each time. */
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
