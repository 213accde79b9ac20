/** Where answers come from: workers in this browser, which read the tables of this site. They answer what a server answers. */

import { MODULE } from './module.js';

/** What to say if no answer comes. */
export const SILENT = 'the files of this site cannot be read; check the connection';

/** Routes whose answers take no time. They have a worker of their own, so that they do not wait for a search. */
const QUICK = new Set(['games', 'players', 'position', 'read', 'write']);

const listeners = [];
const module = compile();
const quick = startWorker();
const slow = startWorker();

// Without a secure connection there is no service worker, and the page works only while it is connected.
navigator.serviceWorker?.register(new URL('./service.js', import.meta.url)).catch(() => {});

/** Sends a request to a route, with a JSON document or without one; returns the status and the text of the answer. */
export function send(route, document = '', signal = undefined) {
  return (QUICK.has(route) ? quick : slow)(route, document, signal);
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
  keep(address, bytes);
  return WebAssembly.compile(bytes);
}

/** Keeps the module for times without a connection (`service.js` reads it), and forgets others. A browser may refuse; then it is fetched again. */
async function keep(address, bytes) {
  try {
    const cache = await caches.open('module');
    for (const other of await cache.keys()) if (other.url !== address.href) await cache.delete(other);
    if (!(await cache.match(address))) await cache.put(address, new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
  } catch {
    // Private windows and full disks: the page works while it is connected.
  }
}

/** Starts a worker, and another one if it fails. Requests wait for their turn; a cancelled one that waits is never sent. */
function startWorker() {
  let worker = null;
  let busy = null;
  const waiting = [];

  function begin() {
    worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => (data.told ? tell(data.told) : end(({ resolve }) => resolve(data)));
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      worker = null;
      end(({ reject }) => reject(new Error(event.message)));
    };
    module.then((compiled) => worker?.postMessage(compiled), (error) => end(({ reject }) => reject(error)));
  }

  function end(tell) {
    const done = busy;
    busy = null;
    if (done) tell(done);
    next();
  }

  function next() {
    if (busy) return;
    busy = waiting.shift() ?? null;
    if (!busy) return;
    if (!worker) begin();
    const { route, document } = busy;
    module.then(() => worker.postMessage({ route, document }), (error) => end(({ reject }) => reject(error)));
  }

  return (route, document, signal) => new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal?.aborted) {
      cancelled();
      return;
    }
    const request = { route, document, resolve, reject };
    signal?.addEventListener('abort', () => {
      const at = waiting.indexOf(request);
      if (at >= 0) waiting.splice(at, 1);
      cancelled();
    });
    waiting.push(request);
    next();
  });
}
