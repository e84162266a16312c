/** The contents of a large site: a file shared by all pages, fetched when a reader opens the contents. */
import "site_builder/main";
import {showMarks} from "./ledger.js";

/** Fill the contents when they are opened. Until then, or if the file cannot be fetched, they link to the title page. */
export function startContents() {
  const panel = /** @type {HTMLElement | null} */ (document.querySelector("[data-contents]"));
  if (!panel) return;
  const fill = () => void fillContents(panel).catch(console.warn);
  panel.onbeforetoggle = fill;
  if (panel.matches(":popover-open")) fill();
}

/** @param {HTMLElement} panel */
async function fillContents(panel) {
  if (panel.querySelector(".ledger")) return;
  const file = new URL(panel.dataset.contents ?? "", document.baseURI);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  panel.innerHTML = await response.json();
  const here = new URL(location.href).pathname;
  for (const link of panel.querySelectorAll("a")) {
    // Links are relative to the root of the site, one folder above the file.
    link.href = new URL(`../${link.getAttribute("href")}`, file).href;
    if (!isPage(here, link.pathname)) continue;
    link.setAttribute("aria-current", "page");
    panel.scrollTop += link.getBoundingClientRect().top - panel.getBoundingClientRect().top - panel.clientHeight / 2;
  }
  showMarks();
}

/** Whether an address names a page; some hosts omit the extension or the name of the index. @param {string} address @param {string} page */
function isPage(address, page) {
  return [page, page.replace(/\.html$/, ""), page.replace(/index\.html$/, "")].includes(address);
}
