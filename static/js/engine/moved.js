/**
 * Redirects from moved content: a removed page, or a part that was moved from an existing page. The target keeps the
 * named part and the states of figures, under their new names. The script is included without a bundler. A page that
 * still exists does not wait for it.
 */
(() => {
  /** New addresses by part of the page; the key "" is the whole page. @type {Map<string, string>} */
  const places = new Map(Object.entries(JSON.parse(document.documentElement.dataset.moved ?? "{}")));

  /** Return the id in a fragment, percent-decoded as far as it is well-formed. @param {string} hash */
  const idOf = (hash) => new URLSearchParams(`id=${hash.slice(1).replace(/[&+]/g, encodeURIComponent)}`).get("id") ?? "";

  /** Return the part that the address names: the fragment, or else the figure whose state it contains. */
  function partOf() {
    const part = idOf(location.hash);
    if (part) return part;
    const figures = [...new URLSearchParams(location.search).keys()].filter((name) => name !== "depth");
    const isGone = places.has("") || figures.every((name) => places.has(name));
    return (isGone && figures.find((name) => places.has(name))) || "";
  }

  /** Return the current name of a figure. @param {string} name */
  function nameNow(name) {
    const address = places.get(name);
    return (address && idOf(new URL(address, location.href).hash)) || name;
  }

  /** Return the states of figures as a query in the engine's form: "," and ":" are not encoded. */
  function states() {
    const named = [...new URLSearchParams(location.search)].map(([name, state]) => [nameNow(name), state]);
    return new URLSearchParams(named).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  }

  function leadOn() {
    const own = places.get(partOf());
    const address = own ?? places.get("");
    if (address === undefined) return;
    const place = new URL(address, location.href);
    place.search ||= states();
    if (own === undefined) place.hash ||= location.hash;
    if (place.href !== location.href) location.replace(place);
  }

  leadOn();
  addEventListener("hashchange", leadOn);
})();
