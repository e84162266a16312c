/** A figure whose mount does not return a controller. */

export function view() {
  return "<p>Nothing inside.</p>";
}

/** @param {HTMLElement} element */
export function mount(element) {
  element.innerHTML = "<p>Half made.</p>";
}
