/** Light or dark, as the page around a figure is: by the attribute `theme`, or by the colour that is painted behind it. */

/** Below this luminance a ground is dark. */
const DARK = 0.18;

/** Between these luminances the grey words of neither theme can be read. */
const MIDDLE = [0.08, 0.46];

/** Above this luminance text is that of a dark ground. */
const LIGHT = 0.4;

/** Milliseconds after which a page has changed its colours. */
const SETTLED = 400;

/** A colour as red, green, blue and opacity, 0 to 255. @param {string} color @returns {number[]} */
function channelsOf(color) {
  const parts = /^rgba?\(([^)]*)\)$/.exec(color)?.[1].split(/[\s,/]+/).map(Number);
  if (parts && !parts.includes(NaN)) return [parts[0], parts[1], parts[2], 255 * (parts[3] ?? 1)];
  // Other notations are painted.
  const canvas = document.createElement("canvas").getContext("2d");
  if (canvas === null) return [0, 0, 0, 0];
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}

/** @param {number[]} channels */
function luminance([red, green, blue]) {
  const [r, g, b] = [red, green, blue].map((value) => (value / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** An element and those around it, also around the shadow trees that it is in. @param {Element} element @returns {Element[]} */
function ancestorsOf(element) {
  const found = [];
  for (let one = /** @type {Element | null} */ (element); one; one = one.assignedSlot ?? one.parentElement ?? /** @type {ShadowRoot} */ (one.getRootNode()).host ?? null) found.push(one);
  return found;
}

/** The colour behind an element, "" if there is a picture or a gradient. @param {Element[]} elements */
function groundOf(elements) {
  for (const style of elements.map((one) => getComputedStyle(one))) {
    if (channelsOf(style.backgroundColor)[3] > 127) return style.backgroundColor;
    if (style.backgroundImage !== "none") return "";
  }
  return "white";
}

/**
 * Give an element the theme and the face of the page around it, now and whenever the page changes.
 * @param {HTMLElement} host @param {HTMLElement} ground @param {AbortSignal} signal
 */
export function followTheme(host, ground, signal) {
  const ancestors = ancestorsOf(host);
  // Where nothing is painted there is the canvas of the browser, in the colour scheme of the page.
  const canvas = document.createElement("div");
  canvas.className = "canvas";
  ground.before(canvas);

  function follow() {
    const color = groundOf([...ancestors, canvas]);
    // On a picture the text of the page is lighter than the ground, or darker.
    const light = luminance(channelsOf(color || "white"));
    const isDark = color ? light < DARK : luminance(channelsOf(getComputedStyle(host).color)) > LIGHT;
    const page = isDark ? "dark" : "light";
    const theme = host.getAttribute("theme") ?? page;
    // A theme that differs from that of the page brings its own ground.
    const isOwn = theme !== page || (light > MIDDLE[0] && light < MIDDLE[1]);
    const {style} = ground;
    style.colorScheme = theme;
    style.setProperty("--label", getComputedStyle(host).fontFamily);
    for (const name of ["--paper", "--stage"]) {
      if (!isOwn && color) style.setProperty(name, color);
      else style.removeProperty(name);
    }
    ground.toggleAttribute("data-own", isOwn);
  }

  let timer = 0;
  const later = () => {
    follow();
    clearTimeout(timer);
    timer = window.setTimeout(follow, SETTLED); // once transitions have ended, or a style sheet has come
  };
  const watcher = new MutationObserver(later);
  for (const one of ancestors) watcher.observe(one, {attributes: true});
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later, {signal});
  signal.addEventListener("abort", () => {
    watcher.disconnect();
    clearTimeout(timer);
  });
  later();
}
