/**
 * Leads on from a page that has moved. What the address names of it is taken along: the place where that part stands
 * now, or the same part of the new page, and the state of a figure. It runs as it is, while the page is parsed.
 */
(() => {
  /** @type {Record<string, string>} New addresses by part of the page; "" for the page as a whole. */
  const places = JSON.parse(document.documentElement.dataset.moved ?? "{}");
  const {hash, search} = location;
  const place = new URL(places[hash.slice(1)] ?? places[""], location.href);
  place.search ||= search;
  place.hash ||= hash;
  location.replace(place);
})();
