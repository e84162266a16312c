import assert from "node:assert/strict";
import {gzipSync} from "node:zlib";
import {mock, test} from "node:test";
import {importing, MissingPartError} from "../../../../static/js/engine/browser/retry.js";
import {fetchFile, inflate, isGzipped, progressWords} from "../../../../static/js/engine/browser/files.js";
import {wordsOf} from "../../../../static/js/engine/figures/messages.js";
import {Presses} from "../../../../static/js/engine/figures/presses.js";

test("early presses are replayed once, in order", () => {
  const presses = new Presses();
  presses.add("die-1");
  presses.add("die-3");
  presses.add("throw");
  /** @type {string[]} */
  const played = [];
  const controller = {press: (/** @type {string} */ key) => played.push(key)};
  assert.equal(presses.replay(controller), 3);
  assert.deepEqual(played, ["die-1", "die-3", "throw"]);
  assert.equal(presses.replay(controller), 0);
});

test("an early entry is replayed in order, and only with its last value", () => {
  const presses = new Presses();
  for (const text of ["5", "55", "556"]) presses.enter("dice", text);
  presses.add("undo");
  presses.enter("dice", "5");
  presses.enter("points-ones", "3");
  /** @type {string[]} */
  const played = [];
  presses.replay({press: (key) => played.push(key)});
  assert.deepEqual(played, ["dice=556", "undo", "dice=5", "points-ones=3"]);
});

test("a press during the replay waits for the next replay, and a figure without presses ignores them silently", () => {
  const presses = new Presses();
  presses.add("a");
  presses.replay({press: () => presses.add("b")});
  assert.equal(presses.replay({}), 1);
});

const text = new TextEncoder().encode("values of states");
const buffer = (/** @type {Uint8Array} */ bytes) => /** @type {ArrayBuffer} */ (Uint8Array.from(bytes).buffer);

test("gzipped bytes are detected by their first bytes and inflated", async () => {
  const packed = buffer(gzipSync(text));
  assert.ok(isGzipped(packed));
  assert.ok(!isGzipped(buffer(text)));
  assert.ok(!isGzipped(new ArrayBuffer(1)));
  assert.deepEqual(new Uint8Array(await inflate(packed)), text);
});

/** @param {() => Promise<Response>} answer */
function serve(answer) {
  mock.method(globalThis, "fetch", answer);
}

test("a file is fetched and inflated, whether or not the server has inflated it, and progress is reported", async () => {
  /** @type {(number | null)[][]} */
  const told = [];
  const packed = Uint8Array.from(gzipSync(text));
  serve(async () => new Response(packed, {headers: {"content-length": String(packed.length)}}));
  const bytes = await fetchFile("values.arrow.gz", (received, total) => told.push([received, total]));
  assert.deepEqual(new Uint8Array(bytes), text);
  assert.deepEqual(told.at(-1), [packed.length, packed.length]);
  serve(async () => new Response(text));
  assert.deepEqual(new Uint8Array(await fetchFile("values.arrow.gz")), text);
});

test("each failure of a file has its own message", async () => {
  serve(async () => {
    throw new TypeError("Failed to fetch");
  });
  await assert.rejects(fetchFile("x"), /could not be fetched. Is the network there\?$/);
  serve(async () => new Response("no", {status: 404}));
  await assert.rejects(fetchFile("x"), /the server answered 404\.$/);
  serve(async () => new Response(Uint8Array.from(gzipSync(text).subarray(0, 20))));
  await assert.rejects(fetchFile("x"), /arrived damaged\.$/);
  serve(async () => new Response(new ReadableStream({start: (controller) => controller.error(new Error("reset"))})));
  await assert.rejects(fetchFile("x"), /broke off on the way\.$/);
});

test("progress is reported in megabytes, of a total if it is known and correct", () => {
  assert.equal(progressWords(600_000, 1_150_000), "Fetching the data for this figure: 0.6 MB of 1.1 MB.");
  assert.equal(progressWords(600_000, null), "Fetching the data for this figure: 0.6 MB so far.");
  assert.equal(progressWords(600_000, 100), "Fetching the data for this figure: 0.6 MB so far.");
});

test("errors have readable messages", () => {
  assert.equal(wordsOf(new Error("The file is damaged.")), "The file is damaged.");
  assert.equal(wordsOf(new TypeError("x is undefined")), "This figure met a problem: x is undefined.");
  assert.equal(wordsOf("odd"), "This figure met a problem: odd.");
});

test("a missing or damaged part is distinguished from one that throws an error", async () => {
  const words = [
    "Failed to fetch dynamically imported module: https://example.org/a.js", // Chromium
    "error loading dynamically imported module: https://example.org/a.js", // Firefox
    "Importing a module script failed.", // Safari
  ];
  for (const error of [...words.map((message) => new TypeError(message)), new SyntaxError("Unexpected token")]) {
    await assert.rejects(importing(Promise.reject(error)), (found) => {
      assert.ok(found instanceof MissingPartError);
      assert.equal(found.cause, error);
      assert.match(wordsOf(found), /could not be fetched. The picture stays as it is\.$/);
      return true;
    });
  }
  const own = new TypeError("x is undefined");
  await assert.rejects(importing(Promise.reject(own)), own);
  assert.equal(await importing(Promise.resolve(1)), 1);
});
