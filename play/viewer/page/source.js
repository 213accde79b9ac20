/** Where answers come from: the server that this page is from. A published site has another file of this name (`viewer/static/source.js`). */
import { lastLine } from './lines.js';

import { t } from './language.js';

/** What to say if no answer comes. */
export const SILENT = t('the server does not answer; check that nexsolve serve is running');

/**
 * Sends a request to a route, with a JSON document or without one; returns the status and the text of the answer. Of an answer of several
 * lines, that is the last one; each goes to `onLine` as it arrives.
 */
export async function send(route, document, signal, onLine) {
  const options = document === undefined ? { method: 'GET' } : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: document };
  const address = new URL(`./api/v1/${route}`, import.meta.url);
  const response = await fetch(address, { ...options, signal, cache: 'no-store', credentials: 'omit' });
  return { status: response.status, text: onLine ? await lastLine(response.body, onLine) : await response.text() };
}

/** Calls `listener` with messages about the host of a site; a server has none. */
export function hear() {}
