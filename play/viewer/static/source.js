/** Where answers come from: workers in this browser, which read the tables of this site. They answer what a server answers. */
import { cacheName } from './caches.js';
import { t } from './language.js';
import { MODULE } from './module.js';

/** What to say if no answer comes. */
export const SILENT = t('the files of this site cannot be read; check the connection');

/** Routes whose answers take almost no time. They have a worker of their own, so that they do not wait for a search. */
const QUICK = new Set(['games', 'players', 'position', 'read', 'write']);

/** The seconds that a request may take beyond its own: a small database may have to be made first, but not for these routes. */
const LATE = 90;
const LATE_BY_ROUTE = { connections: 5, estimate: 5 };

/** The seconds of a request that does not say. */
const SECONDS = 2;

const listeners = [];
const module = compile();
const quick = startWorker();
const slow = startWorker();

// Without a secure connection there is no service worker, and the page works only while it is connected.
navigator.serviceWorker?.register(new URL('./service.js', import.meta.url), { updateViaCache: 'none' }).catch(() => {});

/** Sends a request to a route, with a JSON document or without one; returns the status and the text of the answer. Lines of progress go to `onLine`. */
export function send(route, document = '', signal = undefined, onLine = undefined) {
  return (QUICK.has(route) ? quick : slow)(route, document, signal, onLine);
}

/** Calls `listener` with messages about the host, such as that it sends only whole files. */
export function hear(listener) {
  listeners.push(listener);
}

function tell(message) {
  for (const listener of listeners) listener(message);
}

/** The compiled module, which both workers share. */
async function compile() {
  const address = new URL(MODULE, import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${MODULE}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  try {
    const compiled = await WebAssembly.compile(await unpacked(bytes));
    keep(address, bytes);
    return compiled;
  } catch (error) {
    await forget(address);
    throw error;
  }
}

/** The bytes of the module. Browsers unpack a file that the host calls compressed. */
async function unpacked(bytes) {
  const isPacked = new Uint8Array(bytes)[0] === 0x1f;
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

/** Keeps the module for times without a connection (`service.js` reads it), and forgets others. A browser may refuse; then it is fetched again. */
async function keep(address, bytes) {
  try {
    const cache = await caches.open(cacheName('module'));
    for (const other of await cache.keys()) if (other.url !== address.href) await cache.delete(other);
    if (!(await cache.match(address))) await cache.put(address, new Response(bytes, { headers: { 'Content-Type': 'application/gzip' } }));
  } catch {
    // Private windows and full disks: the page works while it is connected.
  }
}

/** The answer to a request that has taken too long. The module does not look at a clock in all its loops. */
const TOO_LONG = { status: 503, text: JSON.stringify({ error: { kind: 'busy', message: 'the browser has taken too long for this', hint: 'a smaller board takes less time' } }) };

function secondsOf(document) {
  try {
    return JSON.parse(document).seconds ?? SECONDS;
  } catch {
    return SECONDS;
  }
}

/** Starts a worker, and another one if it fails or takes too long. Requests wait for their turn; a cancelled one that waits is never sent. */
function startWorker() {
  let worker = null;
  let busy = null;
  let last = 0;
  const waiting = [];

  /** Starts a worker that gets the module first. */
  function begin() {
    const own = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker = own;
    own.onmessage = ({ data: { told, failed, number, line, status, text } }) => {
      if (told) tell(told);
      else if (number !== busy?.number) return;
      else if (line) busy.onLine?.(line);
      else if (failed) fail(own, failed);
      else end(({ resolve }) => resolve({ status, text }));
    };
    own.onerror = (event) => {
      event.preventDefault();
      fail(own, event.message);
    };
    module.then((compiled) => own.postMessage(compiled), () => {});
  }

  function drop() {
    worker?.terminate();
    worker = null;
  }

  function fail(own, message) {
    if (own !== worker) return;
    drop();
    end(({ reject }) => reject(new Error(message)));
  }

  function end(answer) {
    const done = busy;
    busy = null;
    clearTimeout(done?.timer);
    if (done) answer(done);
    next();
  }

  function next() {
    if (busy) return;
    busy = waiting.shift() ?? null;
    if (!busy) return;
    const { route, document } = busy;
    const request = busy;
    last += 1;
    request.number = last;
    if (!worker) begin();
    const own = worker;
    module.then(
      () => {
        if (request !== busy) return;
        request.timer = setTimeout(() => {
          drop();
          end(({ resolve }) => resolve(TOO_LONG));
        }, 1000 * (secondsOf(document) + (LATE_BY_ROUTE[route] ?? LATE)));
        own.postMessage({ number: request.number, route, document });
      },
      (error) => request === busy && end(({ reject }) => reject(error)),
    );
  }

  return (route, document, signal, onLine) => new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal?.aborted) {
      cancelled();
      return;
    }
    const request = { route, document, onLine, resolve, reject };
    signal?.addEventListener('abort', () => {
      const at = waiting.indexOf(request);
      if (at >= 0) waiting.splice(at, 1);
      cancelled();
    });
    waiting.push(request);
    next();
  });
}
