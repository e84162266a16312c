/** App pages: store the app for offline use, show its size, and let readers delete it. */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {fill} from "../browser/page.js";
import {translated} from "../kit/texts.js";
import {remember, remembered} from "../browser/preferences.js";
import {fixed} from "../kit/numbers.js";

/** Store the app, unless the reader has deleted it. @param {HTMLElement} place Element for the status. */
export async function startApp(place) {
  const {serviceWorker} = navigator;
  if (!serviceWorker) return; // Not supported by this browser or in an insecure context.
  const worker = place.dataset.appWorker ?? "";
  const declined = `app declined ${new URL(".", location.href).pathname}`;
  let reason = ""; // Why the newest version could not be stored.
  let noticed = /** @type {ServiceWorker | null} */ (null); // The version of the last message over the page.
  place.hidden = false;

  /** @param {string} words @param {(readonly [string, () => Promise<void>])[]} acts Labels and actions of buttons. */
  function show(words, ...acts) {
    place.textContent = words;
    for (const [label, act] of acts) place.append(buttonOf(label, () => act().catch(fail)));
  }

  /** @param {unknown} error */
  function fail(error) {
    console.warn(error);
    show(`${translated(WORDS.app_not_kept)} ${reason}`);
  }

  async function store() {
    remember(declined, null);
    show(translated(WORDS.app_being_kept));
    const registration = await serviceWorker.register(worker, {updateViaCache: "none"});
    watchVersions(registration);
    document.addEventListener("sitepatched", () => void showStatus(registration).catch(fail)); // The page may have been translated.
    serviceWorker.onmessage = ({data}) => {
      if (data) reason = fill(WORDS.app_file, {file: data});
      void showStatus(registration).catch(fail);
    };
    await firstVersion(registration);
    await showStatus(registration);
  }

  /** Update the status after each change. @param {ServiceWorkerRegistration} registration */
  function watchVersions(registration) {
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => void showStatus(registration).catch(fail));
    });
  }

  /** @param {ServiceWorkerRegistration} registration */
  async function showStatus(registration) {
    const names = await cacheNames(registration.scope);
    if (remembered(declined) !== null) return;
    if (!registration.active && registration.installing) return show(translated(WORDS.app_being_kept));
    if (!registration.active) return show(`${translated(WORDS.app_not_kept)} ${reason}`);
    const size = fill(WORDS.app_kept, {size: megabytes(names)});
    const now = /** @type {const} */ ([translated(WORDS.app_now), async () => useNow(registration)]);
    const news = registration.waiting ? [now] : [];
    show(`${size} ${registration.waiting ? translated(WORDS.app_new_version) : reason}`, ...news, [translated(WORDS.app_delete), () => deleteApp(registration)]);
    if (registration.waiting === noticed || !place.closest("[inert]")) return;
    noticed = registration.waiting;
    if (noticed) showNotice(translated(WORDS.app_new_version), buttonOf(now[0], now[1]));
  }

  /** @param {ServiceWorkerRegistration} registration */
  async function deleteApp(registration) {
    remember(declined, "yes");
    await registration.unregister();
    await Promise.all([...await cacheNames(registration.scope), `more ${registration.scope}`].map((name) => caches.delete(name)));
    offer();
  }

  const offer = () => show(translated(WORDS.app_deleted), [translated(WORDS.app_keep), store]);

  if (remembered(declined) !== null) return offer();
  await loaded(); // Load the page's own files first.
  await store().catch(fail);
}

/** @param {string} label @param {() => void} act */
function buttonOf(label, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", act);
  return button;
}

/** Activate the new version, and reload this page at its top, where its figure is. @param {ServiceWorkerRegistration} registration */
function useNow(registration) {
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    scrollTo({top: 0, behavior: "instant"});
    location.reload();
  }, {once: true});
  registration.waiting?.postMessage("now");
}

/** Show a message over a page whose footer is hidden by a full-screen figure. @param {string} words @param {HTMLElement} act A button. */
function showNotice(words, act) {
  document.querySelector(".app-news")?.remove();
  const news = document.createElement("div");
  news.className = "app-news";
  news.setAttribute("role", "status");
  news.setAttribute("popover", "manual");
  news.textContent = words;
  news.append(act, buttonOf(translated(WORDS.close), () => news.remove()));
  document.body.append(news);
  news.showPopover?.();
}

/** Wait until the page has loaded. @returns {Promise<void>} */
function loaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => addEventListener("load", () => resolve(), {once: true}));
}

/** Wait until the first version is active or has failed. @param {ServiceWorkerRegistration} registration @returns {Promise<void>} */
function firstVersion(registration) {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => (coming.state === "activated" || coming.state === "redundant") && resolve();
    coming.addEventListener("statechange", look);
    look();
  });
}

/** Return the cache names of the stored versions. @param {string} scope */
async function cacheNames(scope) {
  return (await caches.keys()).filter((name) => name.startsWith(`app ${scope} `));
}

/** Add up the sizes in the cache names. @param {readonly string[]} names */
function megabytes(names) {
  const bytes = names.reduce((sum, name) => sum + Number(name.split(" ").at(-1)), 0);
  return `${fixed(bytes / 1e6, 1)} MB`;
}
