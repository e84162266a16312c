/** Full-screen table on small screens: make the rest of the page inert, and keep the screen awake. */

/** Screens that the table fills; the same media query as in `table.css`. */
export const SMALL_SCREEN = "screen and (max-width: 44rem), screen and (max-height: 40rem)";

/** The live region of announcements and a message over the page are never inert. */
const HEARD = ".announcer, .app-news";

/** Elements that fill the screen. @type {WeakSet<Element>} */
const alone = new WeakSet();

/**
 * Make everything outside an element inert, or undo that and scroll to the element.
 * @param {Element} element @param {boolean} is_alone
 */
export function setAlone(element, is_alone) {
  if (!is_alone && !alone.delete(element)) return;
  if (is_alone) alone.add(element); // Repeat on every call, because elements may have been added.
  for (let inner = element; inner !== document.body && inner.parentElement !== null; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.matches(HEARD)) continue;
      other.inert = is_alone;
    }
  }
  // The page is shorter in full screen, so the scroll position that a browser would restore is wrong.
  history.scrollRestoration = is_alone ? "manual" : "auto";
  if (!is_alone) bringToSight(element);
}

/** Scroll to the start of the figure. @param {Element} element */
export const bringToSight = (element) => element.closest("figure")?.scrollIntoView({behavior: "instant"});

/** Keeps the screen awake on request, if the browser supports it. */
export class Wakefulness {
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #wanted = false;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    // Browsers release the lock when the page is hidden.
    document.addEventListener("visibilitychange", () => this.#follow(), {signal});
  }

  /** Keep the screen awake, or stop doing so. @param {boolean} wanted */
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
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null); // Refused, for example because the battery is low.
    }
  }
}
