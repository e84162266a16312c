/** A page of the app: has itself kept on the device, says how much that is, and lets readers be rid of it. */
import "site_builder/main";
import {WORDS} from "site_builder/words";
import {fill} from "../browser/page.js";
import {said} from "../kit/texts.js";
import {remember, remembered} from "../browser/preferences.js";
import {fixed} from "../kit/numbers.js";

/** Have the app kept, unless the reader does not want it. @param {HTMLElement} place Where that is told. */
export async function startApp(place) {
  const {serviceWorker} = navigator;
  if (!serviceWorker) return; // Such a browser, or such an address, keeps nothing.
  const worker = place.dataset.appWorker ?? "";
  const declined = `app declined ${new URL(".", location.href).pathname}`;
  let fault = ""; // What keeps the newest version from being stored.
  place.hidden = false;

  /** @param {string} words @param {(readonly [string, () => Promise<void>])[]} acts Buttons with what they do. */
  function show(words, ...acts) {
    place.textContent = words;
    for (const [label, act] of acts) place.append(buttonOf(label, () => act().catch(fail)));
  }

  /** @param {unknown} error */
  function fail(error) {
    console.warn(error);
    show(`${said(WORDS.app_not_kept)} ${fault}`);
  }

  async function keep() {
    remember(declined, null);
    show(said(WORDS.app_being_kept));
    const registration = await serviceWorker.register(worker, {updateViaCache: "none"});
    follow(registration);
    document.addEventListener("sitepatched", () => void tell(registration).catch(fail)); // It may be in another language.
    serviceWorker.onmessage = ({data}) => {
      if (data) fault = fill(WORDS.app_file, {file: data});
      void tell(registration).catch(fail);
    };
    await settled(registration);
    await tell(registration);
  }

  /** Tell what is kept, each time that it changes. @param {ServiceWorkerRegistration} registration */
  function follow(registration) {
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => void tell(registration).catch(fail));
    });
  }

  /** @param {ServiceWorkerRegistration} registration */
  async function tell(registration) {
    const names = await namesOf(registration.scope);
    if (remembered(declined) !== null) return;
    if (!registration.active && registration.installing) return show(said(WORDS.app_being_kept));
    if (!registration.active) return show(`${said(WORDS.app_not_kept)} ${fault}`);
    const size = fill(WORDS.app_kept, {size: megabytes(names)});
    const now = /** @type {const} */ ([said(WORDS.app_now), async () => useNow(registration)]);
    const news = registration.waiting ? [now] : [];
    show(`${size} ${registration.waiting ? said(WORDS.app_new_version) : fault}`, ...news, [said(WORDS.app_delete), () => forget(registration)]);
    if (registration.waiting && place.closest("[inert]")) tellOver(said(WORDS.app_new_version), buttonOf(now[0], now[1]));
  }

  /** @param {ServiceWorkerRegistration} registration */
  async function forget(registration) {
    remember(declined, "yes");
    await registration.unregister();
    await Promise.all([...await namesOf(registration.scope), `more ${registration.scope}`].map((name) => caches.delete(name)));
    offer();
  }

  const offer = () => show(said(WORDS.app_deleted), [said(WORDS.app_keep), keep]);

  if (remembered(declined) !== null) return offer();
  await loaded(); // What the page needs now comes first.
  await keep().catch(fail);
}

/** @param {string} label @param {() => void} act */
function buttonOf(label, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", act);
  return button;
}

/** Let the new version begin, and open this page anew with it. @param {ServiceWorkerRegistration} registration */
function useNow(registration) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {once: true});
  registration.waiting?.postMessage("now");
}

/** Show a message over a page whose foot is out of reach because a figure fills the screen. @param {string} words @param {HTMLElement} act A button. */
function tellOver(words, act) {
  document.querySelector(".app-news")?.remove();
  const news = document.createElement("div");
  news.className = "app-news";
  news.setAttribute("role", "status");
  news.setAttribute("popover", "manual");
  news.textContent = words;
  news.append(act, buttonOf(said(WORDS.close), () => news.remove()));
  document.body.append(news);
  news.showPopover?.();
}

/** Wait until the page is there. @returns {Promise<void>} */
function loaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => addEventListener("load", () => resolve(), {once: true}));
}

/** Wait until the first version is there, or cannot be. @param {ServiceWorkerRegistration} registration @returns {Promise<void>} */
function settled(registration) {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => (coming.state === "activated" || coming.state === "redundant") && resolve();
    coming.addEventListener("statechange", look);
    look();
  });
}

/** Name the versions that are kept. @param {string} scope */
async function namesOf(scope) {
  return (await caches.keys()).filter((name) => name.startsWith(`app ${scope} `));
}

/** Add up the sizes that stand in the names. @param {readonly string[]} names */
function megabytes(names) {
  const bytes = names.reduce((sum, name) => sum + Number(name.split(" ").at(-1)), 0);
  return `${fixed(bytes / 1e6, 1)} MB`;
}
