/** A plain static host, as people rent them: files of a folder, with ranges or without. */

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.gz': 'application/gzip' };

/**
 * Serves a folder. `ranges: false` sends whole files always; `change(path, bytes)` may return other bytes for a file, and `refuse(path)` a status.
 * `short: true` redirects to addresses without `index.html` and `.html`; `gzip: true` compresses text. Resolves to `{ address, sent, stop }`; `sent` lists `{ path, bytes }` of
 * each answer.
 */
export async function startHost(folder, { ranges = true, change = null, refuse = null, short = false, gzip = false } = {}) {
  const sent = [];
  const server = createServer(async (request, response) => {
    const asked = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    if (short && asked.endsWith('.html')) {
      response.writeHead(308, { Location: asked.replace(/(index)?\.html$/, '') }).end();
      return;
    }
    const named = asked.replace(/\/$/, '/index.html');
    const path = short && !extname(named) ? `${named}.html` : named;
    const file = join(folder, path);
    const status = refuse?.(path);
    if (status) {
      response.writeHead(status).end();
      return;
    }
    try {
      const { size } = await stat(file);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const range = ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const changed = change?.(path, await readFile(file)) ?? null;
      const [first, last] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1];
      const headers = { 'Content-Type': type, 'Content-Length': last - first + 1 };
      if (range) headers['Content-Range'] = `bytes ${first}-${last}/${size}`;
      if (gzip && type.startsWith('text/')) {
        const packed = gzipSync(changed ?? (await readFile(file)));
        sent.push({ path, bytes: packed.length });
        response.writeHead(200, { 'Content-Type': type, 'Content-Length': packed.length, 'Content-Encoding': 'gzip' }).end(packed);
        return;
      }
      sent.push({ path, bytes: last - first + 1 });
      response.writeHead(range ? 206 : 200, headers);
      if (changed) response.end(changed.subarray(first, last + 1));
      else if (size === 0) response.end();
      else createReadStream(file, { start: first, end: last }).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}`, sent, stop };
}
