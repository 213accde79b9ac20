/** The service worker of a site: keeps the page, and what has been read of the tables, so that the page works without a connection. */
importScripts('./version.js'); // VERSION and FILES

const scope = new URL('./', self.location.href);

/** The beginning of the names of this site's caches, as in `caches.js`; other sites of the same host have their own. */
const OWN = `nexsolve ${scope.pathname} `;

/** The page's files of this version. */
const PAGE = `${OWN}page ${VERSION}`;

/** Pieces of tables, by address with the digest of the file; `remote.js` writes them. */
const PIECES = `${OWN}pieces`;

/** The size of a piece in bytes, as in `remote.js`. */
const PIECE = 16384;

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
  else if (path.startsWith('nexsolve.wasm')) event.respondWith(moduleFile(request));
  else event.respondWith(path === 'site.json' ? list(request) : pageFile(request, address));
});

/** A file of the page: that of this version, or else from the host. */
async function pageFile(request, address) {
  const cache = await caches.open(PAGE);
  const kept = await cache.match(address.origin + address.pathname);
  return kept ?? fetch(request);
}

/** The list of databases: from the host, or without a connection as it was last. */
async function list(request) {
  const cache = await caches.open(PAGE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch {
    return (await cache.match(request.url)) ?? Response.error();
  }
}

/** The WebAssembly module, which `source.js` keeps. */
async function moduleFile(request) {
  const cache = await caches.open(`${OWN}module`);
  return (await cache.match(request.url)) ?? fetch(request);
}

/** Bytes of a table: as they were when they were read before, or else from the host. */
async function piece(request, address) {
  const asked = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('Range') ?? '');
  const kept = asked && (await fromPieces(address, Number(asked[1]), Number(asked[2])));
  return kept || fetch(request);
}

/** The bytes from `first` to `last`, if all pieces with them are kept, or the whole file is. */
async function fromPieces(address, first, last) {
  const cache = await caches.open(PIECES);
  const whole = await cache.match(`${address.href}&whole`);
  if (whole) return new Response(await whole.arrayBuffer());
  const parts = [];
  let size = '*';
  for (let number = Math.floor(first / PIECE); number * PIECE <= last; number += 1) {
    const part = await cache.match(`${address.href}&${number}`);
    if (!part) return null;
    size = part.headers.get('X-Size');
    parts.push(await part.blob());
  }
  const begin = Math.floor(first / PIECE) * PIECE;
  const bytes = new Blob(parts).slice(first - begin, last + 1 - begin);
  if (bytes.size !== last + 1 - first) return null;
  return new Response(bytes, { status: 206, headers: { 'Content-Range': `bytes ${first}-${last}/${size}` } });
}

/** Removes the pages of other versions. */
async function removeOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`${OWN}page `) && name !== PAGE) await caches.delete(name);
  }
}
