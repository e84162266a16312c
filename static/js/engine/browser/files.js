/** Fetch and inflate a figure's large files; all errors have messages for readers. */
import {WORDS} from "site_builder/words";
import {fill} from "./page.js";
import {translated} from "../kit/texts.js";
import {fixed} from "../kit/numbers.js";

const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Fetch a file. Gzipped bytes are inflated, whether or not the server has declared the encoding.
 * @param {string} address
 * @param {(received: number, total: number | null) => void} [onProgress] Bytes received, and in total if known.
 * @returns {Promise<ArrayBuffer>}
 */
export async function fetchFile(address, onProgress) {
  const response = await fetch(address).catch(() => {
    throw new Error(translated(WORDS.data_not_fetched));
  });
  if (!response.ok || !response.body) {
    throw new Error(fill(WORDS.data_refused, {status: response.status}));
  }
  const bytes = await readBody(response, onProgress).catch(() => {
    throw new Error(translated(WORDS.data_broke_off));
  });
  if (!isGzipped(bytes)) return bytes;
  return inflate(bytes).catch(() => {
    throw new Error(translated(WORDS.data_damaged));
  });
}

/**
 * Read the body of a response, reporting progress.
 * @param {Response} response @param {(received: number, total: number | null) => void} [onProgress] @returns {Promise<ArrayBuffer>}
 */
async function readBody(response, onProgress) {
  // The length is that of the transferred bytes, not of the body if the server has compressed it.
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

/** Whether bytes begin like a gzip file. @param {ArrayBuffer} bytes */
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

/** Describe the progress of a download. @param {number} received Bytes. @param {number | null} total Bytes, if known. */
export function progressWords(received, total) {
  const megabytes = (/** @type {number} */ bytes) => `${fixed(bytes / 1e6, 1)} MB`;
  if (total === null || received > total) return fill(WORDS.fetching_so_far, {received: megabytes(received)});
  return fill(WORDS.fetching_of, {received: megabytes(received), total: megabytes(total)});
}
