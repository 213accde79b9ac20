/** The service worker of a site: keeps the page, and what has been read of the tables, so that the page works without a connection. */
importScripts('./version.js'); // VERSION, and FILES: the first 16 digits of the SHA-256 digest of each file of the page

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
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
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
  else if (/^nexsolve(-first)?\.wasm/.test(path)) event.respondWith(moduleFile(request));
  else event.respondWith(path === 'site.json' ? list(request) : pageFile(request, address));
});

/** Keeps the files of the page: all of them as they were published, or none. Other bytes come from a network that asks for a login, or from a host that has two versions. */
async function keepPage() {
  const files = await Promise.all(Object.entries(FILES).map(published));
  const cache = await caches.open(PAGE);
  await Promise.all(files.map(([address, response]) => cache.put(address, response)));
  await cache.put(scope.href, await cache.match(new URL('index.html', scope)));
}

/** The address of a file of the page, and the file as the host sends it. Fails if it is not as it was published. */
async function published([path, digest]) {
  const address = new URL(path, scope).href;
  // Some hosts add to HTML, such as a counter of visitors.
  const isHtml = path.endsWith('.html');
  // What the browser has loaded for the page already is not loaded again, if it is right.
  for (const cache of isHtml ? ['no-cache'] : ['force-cache', 'no-cache']) {
    const response = await fetch(path === 'index.html' ? scope.href : address, { cache });
    const type = response.headers.get('Content-Type') ?? '';
    const bytes = await response.arrayBuffer();
    const isRight = isHtml ? type.includes('html') : (await digestOf(bytes)).startsWith(digest);
    // A new response: one that follows a redirection, as from `rules/hex.html` to `rules/hex` on some hosts, may not answer a navigation.
    if (response.status === 200 && isRight) return [address, new Response(bytes, { headers: { 'Content-Type': type } })];
  }
  throw new Error(`${path} is not as it was published`);
}

/** The SHA-256 digest of bytes, in hexadecimal. */
async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A file of the page: that of this version, or else from the host. */
async function pageFile(request, address) {
  const cache = await caches.open(PAGE);
  const place = address.origin + address.pathname;
  const kept = await cache.match(place);
  if (kept) return kept;
  const response = await fetch(request);
  // A board's puzzles are kept when they were asked for once.
  if (response.status === 200 && address.pathname.startsWith(`${scope.pathname}puzzles/`)) await cache.put(place, response.clone());
  return response;
}

/** The list of databases: from the host; or as it was last, if the host sends no list. */
async function list(request) {
  const cache = await caches.open(PAGE);
  const response = await fetch(request).catch(() => null);
  if (response?.status === 200 && (await isList(response.clone()))) {
    await cache.put(request.url, response.clone());
    return response;
  }
  return (await cache.match(request.url)) ?? response ?? Response.error();
}

/** Whether a response is a list of databases. A network that asks for a login answers with a page. */
async function isList(response) {
  try {
    const { program, databases } = await response.json();
    return program.startsWith('nexsolve ') && Array.isArray(databases);
  } catch {
    return false;
  }
}

/** A WebAssembly module, which `modules.js` keeps. */
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
