/** How a page looks while its data are being made: what it says stands at the foot of the window, figures keep a place. */

const STYLES = `
  .data-notice { position: fixed; inset: auto 0 0 0; z-index: 2147483646; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem;
    align-items: center; margin: 0; padding: 0.625rem 1.25rem; background: #1d1a17; color: #f4efe6;
    border-top: 3px solid #d9a441; font: 0.9375rem/1.4 system-ui, sans-serif; max-width: none; }
  .data-notice [data-since] { font-variant-numeric: tabular-nums; }
  .data-notice progress { flex: 1 1 8rem; max-width: 20rem; height: 0.375rem; accent-color: #d9a441; }
  figure.waiting .stage { display: grid; place-items: center; min-height: 12rem; padding: 1rem;
    border: 1px dashed currentColor; border-radius: 0.5rem; opacity: 0.7; }
  @media print { .data-notice { display: none; } }
`;

export const SECOND = 1000;

/**
 * Write how long something lasts, as a clock does.
 * @param {number} milliseconds
 * @returns {string} Minutes and seconds, "0:05".
 */
function clock(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Count the seconds in the notice of the page as it is now, and as it is patched. */
export function countSeconds() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector(".data-notice [data-since]"));
  if (place) place.textContent = clock(Date.now() - Number(place.dataset.since));
}

/** Give the document these styles: a sheet made by script, for the policy of the page forbids style elements. */
export function styleNotices() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
