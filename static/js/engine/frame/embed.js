/**
 * An embedded figure reports its height to the embedding page, which may resize the frame:
 * {type: "figure-height", figure: "cup", height: 512}.
 */
import "site_builder/main";

/** Report the height now and after every change. */
export function reportHeight() {
  const figure = document.querySelector("main figure")?.id ?? "";
  let reported = 0;
  const report = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== reported) parent.postMessage({type: "figure-height", figure, height}, "*");
    reported = height;
  };
  new ResizeObserver(report).observe(document.body);
  report();
}
