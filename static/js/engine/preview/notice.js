/** How a page looks while its data are being made: what it says stands at the foot of the window, figures keep a place. */

const STYLES = `
  .data-notice { position: fixed; inset: auto 0 0 0; z-index: 2147483646; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem;
    align-items: center; margin: 0; padding: 0.625rem 1.25rem; background: #1d1a17; color: #f4efe6;
    border-top: 3px solid #d9a441; font: 0.9375rem/1.4 system-ui, sans-serif; max-width: none; }
  .data-notice progress { flex: 1 1 8rem; max-width: 20rem; height: 0.375rem; accent-color: #d9a441; }
  figure.waiting .stage { display: grid; place-items: center; min-height: 12rem; padding: 1rem;
    border: 1px dashed currentColor; border-radius: 0.5rem; opacity: 0.7; }
  @media print { .data-notice { display: none; } }
`;

/** Give the document these styles: a sheet made by script, for the policy of the page forbids style elements. */
export function styleNotices() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
