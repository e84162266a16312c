/**
 * The table's database in this browser: texts by name, in IndexedDB. Each write is strict: once it is done, it survives
 * the death of the browser and of the device. Every tab has all texts in memory, and follows the writes of the others.
 */

/** @import {Context} from "../../engine/widget" */

/** What is stored, by its name. */
export const STORED = /** @type {const} */ ({game: "game", form: "form", games: "games", language: "lang", at_once: "at-once"});

/** A text that cannot be read is moved here. @param {string} name */
export const damagedName = (name) => `${name}.damaged`;

const VERSION = 1;
const TEXTS = "texts";
/** Messages between tabs that name no text. */
const [CLEARED, CLAIMED] = ["", "claimed"];
/** Some browsers never answer; a write takes some milliseconds. */
const PATIENCE_MS = 2000;

/** Reject where a promise takes too long. @template T @param {Promise<T>} promise @returns {Promise<T>} */
const inTime = (promise) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, PATIENCE_MS, new Error("the storage does not answer")))]);

/**
 * Run a transaction; resolves once it is on the disk.
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
  /** As this tab has them, also where they could not be stored. @type {Map<string, string>} */
  #texts = new Map();
  /** As they were in the database when this tab read or wrote them last. @type {Map<string, string>} */
  #seen = new Map();
  /** @type {Promise<IDBDatabase> | null} */
  #connection = null;
  /** The connection once it stands: a write begins at once, not after a promise. @type {IDBDatabase | null} */
  #open = null;
  #name = `${new URL(".", location.href).pathname}table`;
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(this.#name) : null;
  /** Another tab has changed a text; null for all texts deleted. @type {(name: string | null) => void} */
  onChange = () => {};
  /** Another tab writes from now on. */
  onClaim = () => {};
  /** The connection was closed by the browser, or for a newer version of the page. @type {(is_newer: boolean) => void} */
  onClose = () => {};

  /** @param {Pick<Context, "keep" | "kept">} context Where the pages before this database stored their texts. */
  constructor(context) {
    this.context = context;
    this.#channel?.addEventListener("message", ({data}) => void this.#hear(data).catch(() => {})); // The next write compares.
  }

  /** Read all texts; rejects where the browser refuses its storage. They are then in memory only. */
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
      this.#connection = null; // The next write tries again.
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
        // Texts that were deleted under this page, or not stored for want of room, are stored now.
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
   * Replace a text, unless another tab has changed it: then that is read instead.
   * @param {string} name @param {string} text @returns {Promise<boolean>} Whether it was replaced; rejects where it is in memory only.
   */
  async replace(name, text) {
    const known = [undefined, text, this.#texts.get(name), this.#seen.get(name)];
    /** @type {string | undefined} */
    let there;
    this.#texts.set(name, text);
    try {
      await this.#write((store) => {
        // The write does not wait for the answer of the page, which takes it back where another tab was here.
        const request = store.get(name);
        request.onsuccess = () => {
          there = request.result;
          if (!known.includes(there)) store.transaction.abort();
        };
        store.put(text, name);
      });
    } catch (error) {
      if (known.includes(there)) throw error;
      this.#know(name, there);
      return false;
    }
    this.#seen.set(name, text);
    this.#channel?.postMessage(name);
    return true;
  }

  /**
   * Change a text by what is stored, which another tab may have written.
   * @param {string} name @param {(text?: string) => string | undefined} change Returns undefined to leave it.
   * @returns {Promise<boolean>} Whether it was changed; rejects where it is in memory only.
   */
  async update(name, change) {
    /** @type {string | undefined} */
    let text;
    try {
      await this.#write((store) => {
        const request = store.get(name);
        request.onsuccess = () => {
          // What could not be stored before is only here.
          text = change(request.result === this.#seen.get(name) ? this.#texts.get(name) : request.result);
          if (text !== undefined) store.put(text, name);
          else this.#know(name, request.result);
        };
      });
    } catch (error) {
      const changed = change(this.#texts.get(name));
      if (changed !== undefined) this.#texts.set(name, changed);
      throw error;
    }
    this.#know(name, text);
    if (text !== undefined) this.#channel?.postMessage(name);
    return text !== undefined;
  }

  /** @param {string} name @param {string | undefined} text */
  #know(name, text) {
    if (text === undefined) return;
    this.#seen.set(name, text);
    this.#texts.set(name, text);
  }

  /** Delete all texts, here and of the pages before this database. */
  async clear() {
    for (const name of Object.values(STORED)) for (const one of [name, damagedName(name)]) this.context.keep(one, null);
    this.#texts.clear();
    this.#seen.clear();
    await this.#write((store) => store.clear());
    this.#channel?.postMessage(CLEARED);
  }

  /** Tell the other tabs that this one writes from now on. */
  claim() {
    this.#channel?.postMessage(CLAIMED);
  }

  /** @param {string} name What another tab has written, or a message. */
  async #hear(name) {
    if (name === CLAIMED) return this.onClaim();
    if (name === CLEARED) {
      this.#texts.clear();
      this.#seen.clear();
      return this.onChange(null);
    }
    await this.refresh(name);
    this.onChange(name);
  }

  /** Read a text anew, in order with the writes of this tab. @param {string} name */
  async refresh(name) {
    await this.#write((store) => {
      const request = store.get(name);
      request.onsuccess = () => this.#know(name, request.result);
    });
  }

  // Until December 2027: before this database the page stored its texts in localStorage, and an old page in another tab,
  // or in the cache of a browser, still does. What it wrote since the last start is taken over once.

  /** Return a text that an old page has written and that was not taken over yet; null for none. @param {string} name */
  older(name) {
    const text = this.context.kept(name);
    if (text === null || digest(text) !== this.kept(`taken.${name}`)) return text;
    this.context.keep(name, null); // A browser that was killed has not deleted it.
    return null;
  }

  /** Note that a text of an old page was stored here, and delete it there. @param {string} name @param {string} text */
  async takenOver(name, text) {
    await this.replace(`taken.${name}`, digest(text));
    this.context.keep(name, null);
  }

  close() {
    this.#channel?.close();
    void this.#connection?.then((connection) => connection.close(), () => {});
  }
}
