/**
 * Run all tests in one process, which saves two thirds of a second of processor time for every ten files:
 * `node tests/js/all.js`. Changes to the global object are undone after each test; a single file runs with
 * `node --test FILE`.
 */
import {readdirSync} from "node:fs";
import {afterEach, mock} from "node:test";

const before = Object.getOwnPropertyDescriptors(globalThis);

afterEach(() => {
  mock.restoreAll();
  for (const name of Reflect.ownKeys(globalThis)) {
    if (name in before) Object.defineProperty(globalThis, name, Reflect.get(before, name));
    else Reflect.deleteProperty(globalThis, name);
  }
});

const folder = new URL("./", import.meta.url);
for (const file of readdirSync(folder, {recursive: true, encoding: "utf8"}).sort()) {
  if (file.endsWith(".test.js")) await import(new URL(file, folder).href);
}
