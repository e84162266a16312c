/** While a game is played on a small screen the table fills it: what lies under it is out of reach, and the screen stays awake. */

/** Where the table fills the screen; the style sheet says the same. */
export const SMALL_SCREEN = "screen and (max-width: 44rem), screen and (max-height: 40rem)";

/** What is said must be heard, wherever it stands. */
const VOICE = ".announcer";

/** Elements that fill the screen. @type {WeakSet<Element>} */
const alone = new WeakSet();

/**
 * Take everything beside an element out of reach, or give it back; the reader is then where the element begins.
 * @param {Element} element @param {boolean} is_alone
 */
export function setAlone(element, is_alone) {
  if (!is_alone && !alone.delete(element)) return;
  if (is_alone) alone.add(element); // Once more: elements may have come since.
  for (let inner = element; inner !== document.body && inner.parentElement !== null; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.matches(VOICE)) continue;
      other.inert = is_alone;
    }
  }
  // The page is short meanwhile: a place to which a browser would go back is another one when the form stands there.
  history.scrollRestoration = is_alone ? "manual" : "auto";
  if (!is_alone) bringToSight(element);
}

/** Let the reader stand where the figure begins. @param {Element} element */
export const bringToSight = (element) => element.closest("figure")?.scrollIntoView({behavior: "instant"});

/** Keeps the screen awake as long as it is wanted, where the browser can. */
export class Wakefulness {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    // A browser lets the lock go when the page is out of sight.
    document.addEventListener("visibilitychange", () => this.#follow(), {signal});
  }

  /** @param {boolean} wanted */
  want(wanted) {
    this.#wanted = wanted;
    this.#follow();
  }

  async #follow() {
    if (!("wakeLock" in navigator)) return;
    if (!this.#wanted) {
      await this.#lock?.release();
      this.#lock = null;
    } else if (document.visibilityState === "visible" && this.#lock?.released !== false) {
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null); // A battery that is low says no.
    }
  }
}
