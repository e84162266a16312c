/**
 * Database of the table in IndexedDB: texts by name. Writes have strict durability: once finished, they survive a crash
 * of the browser or the device. Every tab has all texts in memory, updated by messages from the other tabs.
 */

/** @import {Context} from "../../engine/widget" */

/** Names of the stored texts. */
export const STORED = /** @type {const} */ ({game: "game", form: "form", games: "games", language: "lang", at_once: "at-once"});

/** Return the name under which a copy of an unreadable text is stored. @param {string} name */
export const damagedName = (name) => `${name}.damaged`;

const VERSION = 1;
const TEXTS = "texts";
/** Messages between tabs that name no text. */
const [CLEARED, CLAIMED] = ["", "claimed"];
/** Timeout, because some browsers never respond; a write takes a few milliseconds. */
const PATIENCE_MS = 2000;

/** Reject a promise after the timeout. @template T @param {Promise<T>} promise @returns {Promise<T>} */
const inTime = (promise) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, PATIENCE_MS, new Error("the storage does not answer")))]);

/**
 * Run a transaction; resolves when it is on the disk.
 * @param {IDBDatabase} connection @param {(store: IDBObjectStore) => void} act
 */
const transact = (connection, act) => inTime(new Promise((/** @type {(done?: unknown) => void} */ resolve, reject) => {
  const transaction = connection.transaction(TEXTS, "readwrite", {durability: "strict"});
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error);
  act(transaction.objectStore(TEXTS));
}));

/** @param {string} text */
function digest(text) {
  let bits = 0;
  for (let place = 0; place < text.length; place += 1) bits = Math.imul(bits, 31) + text.charCodeAt(place) | 0;
  return `${text.length} ${bits}`;
}

export class Database {
  /** Current texts of this tab, including those that could not be stored. @type {Map<string, string>} */
  #texts = new Map();
  /** Texts in the database when this tab last read or wrote them. @type {Map<string, string>} */
  #seen = new Map();
  /** @type {Promise<IDBDatabase> | null} */
  #connection = null;
  /** The open connection, so that a write begins immediately instead of after a promise. @type {IDBDatabase | null} */
  #open = null;
  #name = `${new URL(".", location.href).pathname}table`;
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(this.#name) : null;
  /** Called when another tab has changed a text; with null when it has deleted all. @type {(name: string | null) => void} */
  onChange = () => {};
  /** Called when another tab starts to write. */
  onClaim = () => {};
  /** Called when the connection is closed, by the browser or for a newer version of the page. @type {(is_newer: boolean) => void} */
  onClose = () => {};

  /** @param {Pick<Context, "keep" | "kept">} context Access to localStorage, which older pages used. */
  constructor(context) {
    this.context = context;
    this.#channel?.addEventListener("message", ({data}) => void this.#onMessage(data).catch(() => {})); // Ignored because the next write compares the texts.
  }

  /** Read all texts. Rejects if the browser refuses access; texts are then in memory only. */
  open() {
    return this.#connect();
  }

  /** Return a text; null for none. @param {string} name */
  kept = (name) => this.#texts.get(name) ?? null;

  /** Whether nothing is stored. */
  get is_empty() {
    return this.#texts.size === 0;
  }

  #connect() {
    this.#connection ??= this.#opened().catch((error) => {
      this.#connection = null; // The next write retries.
      throw error;
    });
    return this.#connection;
  }

  async #opened() {
    const connection = await inTime(new Promise((/** @type {(connection: IDBDatabase) => void} */ resolve, reject) => {
      const request = indexedDB.open(this.#name, VERSION);
      request.onupgradeneeded = () => request.result.createObjectStore(TEXTS);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    }));
    const lose = (/** @type {boolean} */ is_newer) => {
      this.#connection = this.#open = null;
      this.onClose(is_newer);
    };
    connection.onclose = () => lose(false);
    connection.onversionchange = ({newVersion}) => {
      connection.close();
      lose(newVersion !== null);
    };
    await transact(connection, (store) => {
      const [names, texts] = [store.getAllKeys(), store.getAll()];
      texts.onsuccess = () => {
        const there = new Map(names.result.map((name, place) => [String(name), texts.result[place]]));
        // Store texts that the browser deleted while the page was open, or that did not fit before.
        for (const [name, text] of this.#texts) {
          if (there.has(name) && there.get(name) !== this.#seen.get(name)) continue;
          store.put(text, name);
          there.set(name, text);
        }
        this.#texts = there;
        this.#seen = new Map(there);
      };
    });
    this.#open = connection;
    return connection;
  }

  /** @param {(store: IDBObjectStore) => void} act */
  async #write(act) {
    await transact(this.#open ?? await this.#connect(), act);
  }

  /**
   * Replace a text; if another tab has changed it, read that version instead.
   * @param {string} name @param {string} text @returns {Promise<boolean>} Whether it was replaced. Rejects if it is in memory only.
   */
  async replace(name, text) {
    const known = [undefined, text, this.#texts.get(name), this.#seen.get(name)];
    /** @type {string | undefined} */
    let there;
    this.#texts.set(name, text);
    try {
      await this.#write((store) => {
        // Queue the write immediately, and abort it if another tab has changed the text.
        const request = store.get(name);
        request.onsuccess = () => {
          there = request.result;
          if (!known.includes(there)) store.transaction.abort();
        };
        store.put(text, name);
      });
    } catch (error) {
      if (known.includes(there)) throw error;
      this.#remember(name, there);
      return false;
    }
    this.#seen.set(name, text);
    this.#channel?.postMessage(name);
    return true;
  }

  /**
   * Change the stored text, which another tab may have written.
   * @param {string} name @param {(text?: string) => string | undefined} change Returns undefined to leave the text unchanged.
   * @returns {Promise<boolean>} Whether it was changed. Rejects if the change is in memory only.
   */
  async update(name, change) {
    /** @type {string | undefined} */
    let text;
    try {
      await this.#write((store) => {
        const request = store.get(name);
        request.onsuccess = () => {
          // A text that could not be stored before exists in this tab only.
          text = change(request.result === this.#seen.get(name) ? this.#texts.get(name) : request.result);
          if (text !== undefined) store.put(text, name);
          else this.#remember(name, request.result);
        };
      });
    } catch (error) {
      const changed = change(this.#texts.get(name));
      if (changed !== undefined) this.#texts.set(name, changed);
      throw error;
    }
    this.#remember(name, text);
    if (text !== undefined) this.#channel?.postMessage(name);
    return text !== undefined;
  }

  /** @param {string} name @param {string | undefined} text */
  #remember(name, text) {
    if (text === undefined) return;
    this.#seen.set(name, text);
    this.#texts.set(name, text);
  }

  /** Delete all texts, including those of older pages in localStorage. */
  async clear() {
    for (const name of Object.values(STORED)) for (const one of [name, damagedName(name)]) this.context.keep(one, null);
    this.#texts.clear();
    this.#seen.clear();
    await this.#write((store) => store.clear());
    this.#channel?.postMessage(CLEARED);
  }

  /** Notify the other tabs that this one starts to write. */
  claim() {
    this.#channel?.postMessage(CLAIMED);
  }

  /** @param {string} name Text that another tab has written, or `CLEARED` or `CLAIMED`. */
  async #onMessage(name) {
    if (name === CLAIMED) return this.onClaim();
    if (name === CLEARED) {
      this.#texts.clear();
      this.#seen.clear();
      return this.onChange(null);
    }
    await this.refresh(name);
    this.onChange(name);
  }

  /** Read a text again, after this tab's pending writes. @param {string} name */
  async refresh(name) {
    await this.#write((store) => {
      const request = store.get(name);
      request.onsuccess = () => this.#remember(name, request.result);
    });
  }

  // Until December 2027: older versions of the page store their texts in localStorage, and may still be open in a tab
  // or cached. Texts that they wrote since the last start are imported once.

  /** Return a text that an older page has written and that is not imported yet; null for none. @param {string} name */
  older(name) {
    const text = this.context.kept(name);
    if (text === null || digest(text) !== this.kept(`taken.${name}`)) return text;
    this.context.keep(name, null); // The browser was killed before it could delete the text.
    return null;
  }

  /** Record that a text of an older page was imported, and delete it from localStorage. @param {string} name @param {string} text */
  async takenOver(name, text) {
    await this.replace(`taken.${name}`, digest(text));
    this.context.keep(name, null);
  }

  close() {
    this.#channel?.close();
    void this.#connection?.then((connection) => connection.close(), () => {});
  }
}
