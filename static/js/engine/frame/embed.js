/**
 * A figure that stands alone in a frame of another page tells that page how high it is:
 * {type: "figure-height", figure: "cup", height: 512}. Whoever embeds it may set the frame's height by that.
 */
import "site_builder/main";

/** Tell the height now, and whenever it changes. @param {string} [figure] @param {AbortSignal} [signal] Ends it. */
export function tellHeight(figure = document.querySelector("main figure")?.id ?? "", signal) {
  let told = 0;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== told) parent.postMessage({type: "figure-height", figure, height}, "*");
    told = height;
  };
  const watcher = new ResizeObserver(tell);
  watcher.observe(document.body);
  signal?.addEventListener("abort", () => watcher.disconnect());
  tell();
}
