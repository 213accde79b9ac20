/**
 * The WebAssembly modules of a site: `first` has the rules and reads tables; `whole` also searches, plays and generates, and is a few
 * times as large. Each is fetched once, compressed, and kept for times without a connection.
 */
import { cacheName } from './caches.js';
import { MODULES } from './addresses.js';
import { showLoading } from './loading.js';

/** What is loaded, by the name of the module. */
const loads = new Map();

/** The compiled module; `isWaited` shows how much has arrived. After a failure the next call tries again. */
export function load(name, isWaited) {
  let it = loads.get(name);
  if (!it) {
    it = { loading: null, compiled: null };
    it.loading = showLoading(MODULES[name].bytes);
    it.compiled = compile(MODULES[name].path, it.loading.arrived);
    const end = () => it.loading.end();
    it.compiled.then(end, () => {
      end();
      loads.delete(name);
    });
    loads.set(name, it);
  }
  if (isWaited) it.loading.show();
  return it.compiled;
}

/** The address of a module: of the unpacked one, if this browser cannot unpack it. */
function addressOf(path) {
  return new URL(typeof DecompressionStream === 'function' ? path : path.replace('.gz', ''), import.meta.url);
}

async function compile(path, arrived) {
  const address = addressOf(path);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const bytes = await read(response, arrived);
  try {
    const compiled = await WebAssembly.compile(await unpacked(bytes));
    keep(address, bytes);
    return compiled;
  } catch (error) {
    await forget(address);
    throw error;
  }
}

/** The bytes of a response; calls `arrived` with their number on the way. */
async function read(response, arrived) {
  const parts = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    bytes += value.length;
    arrived(bytes);
  }
}

/** The bytes of the module. Browsers unpack a file that the host calls compressed. */
async function unpacked(bytes) {
  const isPacked = bytes[0] === 0x1f;
  return isPacked ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer() : bytes;
}

/** Forgets a module that cannot be compiled: a network that asks for a login answers with a page. */
async function forget(address) {
  try {
    await (await caches.open(cacheName('module'))).delete(address);
  } catch {
    // Nothing is kept.
  }
}

/** Keeps a module for times without a connection (`service.js` reads it), and forgets others. A browser may refuse; then it is fetched again. */
async function keep(address, bytes) {
  try {
    const cache = await caches.open(cacheName('module'));
    const known = Object.values(MODULES).map(({ path }) => addressOf(path).href);
    for (const other of await cache.keys()) if (other.url !== address.href && !known.includes(other.url)) await cache.delete(other);
    if (!(await cache.match(address))) await cache.put(address, new Response(bytes));
  } catch {
    // Private windows and full disks: the page works while it is connected.
  }
}
