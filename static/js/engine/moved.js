/**
 * Leads on from what has moved: a page that is gone, or a part that left a page which is still there. What the address
 * names is taken along: the place where that part stands now, or the same part of the new page, and the states of
 * figures, under the names that these have now. It runs as it is. A page that is still there does not wait for it.
 */
(() => {
  /** New addresses by part of the page; "" for the page as a whole. @type {Map<string, string>} */
  const places = new Map(Object.entries(JSON.parse(document.documentElement.dataset.moved ?? "{}")));

  /** The id that a fragment names, with its percent signs decoded, as far as it is well written. @param {string} hash */
  const idOf = (hash) => new URLSearchParams(`id=${hash.slice(1).replace(/[&+]/g, encodeURIComponent)}`).get("id") ?? "";

  /** The part that an address is about; without a fragment, the figure whose state it names. */
  function partOf() {
    const part = idOf(location.hash);
    if (part) return part;
    const figures = [...new URLSearchParams(location.search).keys()].filter((name) => name !== "depth");
    const isGone = places.has("") || figures.every((name) => places.has(name));
    return (isGone && figures.find((name) => places.has(name))) || "";
  }

  /** The name that a figure has where it stands now. @param {string} name */
  function nameNow(name) {
    const address = places.get(name);
    return (address && idOf(new URL(address, location.href).hash)) || name;
  }

  /** The states of figures as a query, as the engine writes it: "," and ":" stand there as they are. */
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
