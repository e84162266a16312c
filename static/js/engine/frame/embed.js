/**
 * Send the height of an embedded figure to the embedding page, which may adjust its frame:
 * {type: "figure-height", figure: "cup", height: 512}.
 */
import "site_builder/main";

/** Send the height now, and whenever it changes. @param {string} [figure] @param {AbortSignal} [signal] Stops it. */
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
