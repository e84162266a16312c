/** A figure whose mount forgets to return what it can do. */

export function view() {
  return "<p>Nothing inside.</p>";
}

/** @param {HTMLElement} element */
export function mount(element) {
  element.innerHTML = "<p>Half made.</p>";
}
