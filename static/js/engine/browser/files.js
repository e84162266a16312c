/** Fetch a figure's large files and inflate them; every failure is a sentence for readers. */
import {WORDS} from "site_builder/words";
import {fill} from "./page.js";
import {said} from "../kit/texts.js";
import {fixed} from "../kit/numbers.js";

const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Fetch a file. Gzipped bytes are inflated, whether or not a server has already done it.
 * @param {string} address
 * @param {(received: number, total: number | null) => void} [onProgress] Bytes so far, and in all where it is known.
 * @returns {Promise<ArrayBuffer>}
 */
export async function fetchFile(address, onProgress) {
  const response = await fetch(address).catch(() => {
    throw new Error(said(WORDS.data_not_fetched));
  });
  if (!response.ok || !response.body) {
    throw new Error(fill(WORDS.data_refused, {status: response.status}));
  }
  const bytes = await readBody(response, onProgress).catch(() => {
    throw new Error(said(WORDS.data_broke_off));
  });
  if (!isGzipped(bytes)) return bytes;
  return inflate(bytes).catch(() => {
    throw new Error(said(WORDS.data_damaged));
  });
}

/**
 * Read a response and tell how it goes.
 * @param {Response} response @param {(received: number, total: number | null) => void} [onProgress] @returns {Promise<ArrayBuffer>}
 */
async function readBody(response, onProgress) {
  // The length counts bytes on the wire; it says nothing of the body when the server compressed that once more.
  const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
  let received = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      onProgress?.(received, length === null ? null : Number(length));
      controller.enqueue(chunk);
    },
  });
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body);
  return new Response(body.pipeThrough(counter)).arrayBuffer();
}

/** Tell whether bytes begin like a gzip file. @param {ArrayBuffer} bytes */
export function isGzipped(bytes) {
  const start = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return start.length === 2 && GZIP_MAGIC.every((byte, index) => start[index] === byte);
}

/** Inflate a gzip file. @param {ArrayBuffer} bytes @returns {Promise<ArrayBuffer>} */
export async function inflate(bytes) {
  const body = new Response(bytes).body;
  if (!body) return bytes;
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Say how far a file has come. @param {number} received Bytes. @param {number | null} total Bytes, where it is known. */
export function progressWords(received, total) {
  const megabytes = (/** @type {number} */ bytes) => `${fixed(bytes / 1e6, 1)} MB`;
  if (total === null || received > total) return fill(WORDS.fetching_so_far, {received: megabytes(received)});
  return fill(WORDS.fetching_of, {received: megabytes(received), total: megabytes(total)});
}
