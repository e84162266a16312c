/**
 * An embedded figure reports its height to the embedding page, which may resize the frame:
 * {type: "figure-height", figure: "cup", height: 512}.
 */
import "site_builder/main";

/** Report the height now and after every change. */
export function tellHeight() {
  const figure = document.querySelector("main figure")?.id ?? "";
  let told = 0;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== told) parent.postMessage({type: "figure-height", figure, height}, "*");
    told = height;
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
}
