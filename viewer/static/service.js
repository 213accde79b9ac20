/** The service worker of a site: keeps the page, and what has been read of the tables, so that the page works without a connection. */
importScripts('./version.js'); // VERSION and FILES

/** The page's files of this version. */
const PAGE = `page ${VERSION}`;

/** Pieces of tables, by address with the digest of the file; `remote.js` writes them. */
const PIECES = 'pieces';

const scope = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  const addresses = ['./', ...FILES].map((file) => new Request(new URL(file, scope), { cache: 'no-cache' }));
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(addresses)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || !address.href.startsWith(scope.href)) return;
  const path = address.href.slice(scope.href.length);
  if (path.startsWith('databases/')) event.respondWith(piece(request, address));
  else event.respondWith(path.startsWith('nexsolve.wasm') ? moduleFile(request) : pageFile(request, address));
});

/** A file of the page: that of this version, or else from the host. */
async function pageFile(request, address) {
  const cache = await caches.open(PAGE);
  const kept = await cache.match(address.origin + address.pathname);
  return kept ?? fetch(request);
}

/** The WebAssembly module, which `source.js` keeps. */
async function moduleFile(request) {
  const cache = await caches.open('module');
  return (await cache.match(request.url)) ?? fetch(request);
}

/** A piece of a table, from the host or, if it has been read before, as it was then. */
async function piece(request, address) {
  const range = request.headers.get('Range');
  const cache = await caches.open(PIECES);
  const kept = range && ((await cache.match(keyOf(address, range))) ?? (await cache.match(keyOf(address, 'whole'))));
  if (!kept) return fetch(request);
  const bytes = await kept.arrayBuffer();
  const told = kept.headers.get('Content-Range');
  return told ? new Response(bytes, { status: 206, headers: { 'Content-Range': told } }) : new Response(bytes);
}

/** The address under which a piece is kept. */
function keyOf(address, range) {
  return `${address.href}&${range}`;
}

/** Removes the pages of other versions. */
async function removeOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith('page ') && name !== PAGE) await caches.delete(name);
  }
}
