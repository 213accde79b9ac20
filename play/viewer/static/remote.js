/** Files of the site, read in pieces as they are needed. What has been read is kept in the browser, for times without a connection. */
import { cacheName } from './caches.js';

/** The size of a piece, in bytes. `service.js` knows it too. */
const PIECE = 16384;

/** The memory for pieces of all files, in pieces: 64 MiB. */
const MOST = 4096;

/** Pieces by address and number, the last used last. */
const pieces = new Map();

/** Files whose host sends them whole, by address. */
const whole = new Map();

/** The addresses of the site's files. */
const addresses = new Set();

/** What is being kept. */
let kept = Promise.resolve();

/** Whether the host has been found to ignore ranges. */
let isTold = false;

/** Whether the host has failed to send something since this was last set to false. */
let hasFailed = false;

/** A file at an address that has this many bytes. */
export function remoteFile(address, bytes) {
  addresses.add(address.href);
  return { size: bytes, read: (offset, into) => read(address.href, bytes, offset, into) };
}

/** Forgets what is kept of files at other addresses, which the site no longer has. */
export function forgetOthers() {
  return forget((address) => !addresses.has(address));
}

/** Calls `work`. If its answer says that a table is damaged, what has been read is forgotten, so that the host is asked again. If the host is silent, it is kept. */
export async function forgettingDamage(work) {
  hasFailed = false;
  const answer = work();
  if (answer.status === 500 && !hasFailed && JSON.parse(answer.text).error?.kind === 'table') {
    pieces.clear();
    whole.clear();
    await forget(() => true);
  }
  return answer;
}

async function forget(isOut) {
  await kept;
  try {
    const cache = await caches.open(cacheName('pieces'));
    for (const { url } of await cache.keys()) if (isOut(url.split('&')[0])) await cache.delete(url);
  } catch {
    // Nothing is kept.
  }
}

/** Copies the bytes from `offset` on, as many as `into` has room for; returns how many there were. */
function read(address, size, offset, into) {
  const end = Math.min(size, offset + into.length);
  for (let at = offset; at < end;) {
    const piece = Math.floor(at / PIECE);
    const bytes = pieceOf(address, size, piece, Math.floor((end - 1) / PIECE));
    const start = at - piece * PIECE;
    const count = Math.min(bytes.length - start, end - at);
    into.set(bytes.subarray(start, start + count), at - offset);
    at += count;
  }
  return Math.max(0, end - offset);
}

/** A piece of a file. Pieces up to `last` that are missing too are fetched with it. */
function pieceOf(address, size, piece, last) {
  const all = whole.get(address);
  if (all) return all.subarray(piece * PIECE, Math.min(size, (piece + 1) * PIECE));
  const key = (number) => `${address}&${number}`;
  const known = pieces.get(key(piece));
  if (known) {
    pieces.delete(key(piece));
    pieces.set(key(piece), known);
    return known;
  }
  let until = piece;
  while (until < last && !pieces.has(key(until + 1))) until += 1;
  const bytes = fetched(address, size, piece * PIECE, Math.min(size, (until + 1) * PIECE));
  if (whole.has(address)) return pieceOf(address, size, piece, last);
  for (let number = piece; number <= until; number += 1) {
    const start = (number - piece) * PIECE;
    const part = bytes.subarray(start, start + PIECE);
    pieces.set(key(number), part);
    keep(key(number), part, size);
  }
  for (const oldest of pieces.keys()) {
    if (pieces.size <= MOST) break;
    pieces.delete(oldest);
  }
  return bytes.subarray(0, PIECE);
}

/** Fetches the bytes from `from` to `end`, and waits for them, which only a worker may do. A host that ignores ranges sends the whole file, which is then kept. */
function fetched(address, size, from, end) {
  const request = new XMLHttpRequest();
  hasFailed = true;
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  request.setRequestHeader('Range', `bytes=${from}-${end - 1}`);
  request.send();
  const bytes = new Uint8Array(request.response ?? new ArrayBuffer(0));
  if (request.status === 206 && bytes.length === end - from) {
    const told = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(request.getResponseHeader('Content-Range') ?? '');
    if (told && Number(told[1]) === from && (told[2] === '*' || Number(told[2]) === size)) {
      hasFailed = false;
      return bytes;
    }
  }
  if (request.status === 200 && bytes.length === size) {
    hasFailed = false;
    whole.set(address, bytes);
    keep(`${address}&whole`, bytes, size);
    if (!isTold && size > end - from) postMessage({ told: 'This host sends whole files: each table is loaded at once, and kept.' });
    isTold ||= size > end - from;
    return bytes.subarray(from, end);
  }
  throw new Error(`${address}: status ${request.status}, ${bytes.length} of ${end - from} bytes`);
}

/** Keeps a piece of a file of `size` bytes, which `service.js` reads. */
function keep(key, bytes, size) {
  kept = kept.then(() => put(key, bytes, size));
}

/** A browser may refuse; then the host is asked again. */
async function put(key, bytes, size) {
  try {
    const cache = await caches.open(cacheName('pieces'));
    await cache.put(key, new Response(bytes, { headers: { 'X-Size': String(size) } }));
  } catch {
    // Private windows and full disks: the page works while it is connected.
  }
}
