/**
 * Where answers come from: workers in this browser, which read the tables of this site. They answer what a server answers. The first
 * page brings the answers to its first questions; rules and tables come from a small module, and the rest from a large one.
 */
import { t } from './language.js';
import { load } from './modules.js';

/** What to say if no answer comes. */
export const SILENT = t('the files of this site cannot be read; check the connection');

/** Routes whose answers take almost no time. They have a worker of their own, so that they do not wait for a search. */
const QUICK = new Set(['games', 'position']);

/** Routes that only the large module has. */
const THINKING = new Set(['audit', 'batch', 'connections', 'estimate', 'hardness', 'line', 'play', 'players', 'puzzle']);

/** Those of records, which only the large module has. They have a worker of their own too. */
const RECORDS = new Set(['read', 'write']);

/** Those that the page asks unasked, which must not delay its first values. */
const LATER = new Set(['connections', 'estimate', 'hardness', 'players']);

/** Those whose answers nobody waits for. */
const UNSEEN = new Set(['hardness', 'players']);

/** The status of what the small module does not do, such as a search for values. */
const ELSEWHERE = 501;

/** The time after the small module has come in which first values are expected, in milliseconds. */
const PATIENCE = 5_000;

/** The seconds that a request may take beyond its own: a small database may have to be made first, but not for these routes. */
const LATE = 90;
const LATE_BY_ROUTE = { connections: 5, estimate: 5 };

/** The seconds of a request that does not say. */
const SECONDS = 2;

const listeners = [];
let list = null;
const quick = startWorker('first');
const slow = startWorker('first');
const thinking = startWorker('whole');
const records = startWorker('whole');
/** What a request may say that such an answer answers. */
const WRITTEN = new Set(['board', 'hardness', 'moves', 'picture', 'progress', 'seconds', 'start']);
const written = firstAnswers();
let settle = null;
const settled = new Promise((resolve) => { settle = resolve; });
load('first', false).catch(() => {}).then(() => setTimeout(settle, PATIENCE));
settled.then(loadRest);

/** Sends a request to a route, with a JSON document or without one; returns the status and the text of the answer. Lines of progress go to `onLine`. */
export async function send(route, document = '', signal = undefined, onLine = undefined) {
  const known = knownBefore(route, document);
  const answer = known ?? (await asked(route, document, signal, onLine));
  if (route === 'values') setTimeout(settle);
  return answer;
}

async function asked(route, document, signal, onLine) {
  if (LATER.has(route)) await settled;
  // Only the large module knows the databases that it has made.
  if (THINKING.has(route) || (route === 'databases' && thinking.isBegun())) return thinking.ask(route, document, signal, onLine);
  if (RECORDS.has(route)) return records.ask(route, document, signal, onLine);
  const answer = await (QUICK.has(route) ? quick : slow).ask(route, document, signal, onLine);
  return answer.status === ELSEWHERE ? thinking.ask(route, document, signal, onLine) : answer;
}

/** What `nexsolve publish` has written into the page. A link to another game waits for a worker: if there is none, the link stays as it is. */
function firstAnswers() {
  const first = JSON.parse(document.getElementById('first')?.textContent ?? 'null');
  return ['', `#board=${first?.board}`].includes(location.hash) ? first : null;
}

/** The answer that `nexsolve publish` has written into the page: about the start of the first board, until a worker can answer. */
function knownBefore(route, document) {
  if (!written || quick.isReady() || thinking.isBegun()) return null;
  const body = document === '' ? {} : JSON.parse(document);
  const { board = written.board, start = 'start', moves = [] } = body;
  if (board !== written.board || start !== 'start' || moves.length > 0 || !Object.keys(body).every((key) => WRITTEN.has(key))) return null;
  const answer = written.answers[route];
  return answer ? { status: 200, text: JSON.stringify(answer) } : null;
}

/** The list of the site's files, which all workers need. After a failure the next call tries again. */
function siteList() {
  list ??= fetch(new URL('./site.json', import.meta.url), { cache: 'no-cache' }).then((response) => {
    if (!response.ok) throw new Error(`site.json: ${response.status}`);
    return response.json();
  });
  list.catch(() => { list = null; });
  return list;
}

/** After the first values: keeps the page for times without a connection, and loads the large module, unless the reader saves data. */
function loadRest() {
  // Without a secure connection there is no service worker, and the page works only while it is connected.
  navigator.serviceWorker?.register(new URL('./service.js', import.meta.url), { updateViaCache: 'none' }).catch(() => {});
  quick.begin();
  if (!navigator.connection?.saveData) load('first', false).then(() => load('whole', false)).catch(() => {});
}

/** Calls `listener` with messages about the host, such as that it sends only whole files. */
export function hear(listener) {
  listeners.push(listener);
}

function tell(message) {
  for (const listener of listeners) listener(message);
}

/** The answer to a request that has taken too long. The module does not look at a clock in all its loops. */
const TOO_LONG = { status: 503, text: JSON.stringify({ error: { kind: 'busy', message: t('the browser has taken too long for this'), hint: t('a smaller board takes less time') } }) };

function secondsOf(document) {
  try {
    return JSON.parse(document).seconds ?? SECONDS;
  } catch {
    return SECONDS;
  }
}

/** Starts a worker with a module, and another one if it fails or takes too long. Requests wait for their turn; a cancelled one that waits is never sent. */
function startWorker(name) {
  let worker = null;
  let parts = null;
  let isReady = false;
  let busy = null;
  let last = 0;
  const waiting = [];

  /** Starts a worker that gets the module and the list first. */
  function begin() {
    if (worker) return;
    parts = Promise.all([load(name, false), siteList()]);
    const own = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker = own;
    own.onmessage = ({ data: { told, failed, number, line, status, text } }) => {
      if (told) tell(told);
      else if (number !== busy?.number) return;
      else if (line) busy.onLine?.(line);
      else if (failed) fail(own, failed);
      else {
        isReady = true;
        end(({ resolve }) => resolve({ status, text }));
      }
    };
    own.onerror = (event) => {
      event.preventDefault();
      fail(own, event.message);
    };
    parts.then(([module, files]) => own.postMessage({ module, files }), () => drop(own));
  }

  function drop(own) {
    own.terminate();
    if (worker === own) worker = null;
  }

  function fail(own, message) {
    if (own !== worker) return;
    drop(own);
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
    begin();
    load(name, !UNSEEN.has(route)).catch(() => {});
    const own = worker;
    parts.then(
      () => {
        if (request !== busy) return;
        request.timer = setTimeout(() => {
          drop(own);
          end(({ resolve }) => resolve(TOO_LONG));
        }, 1000 * (secondsOf(document) + (LATE_BY_ROUTE[route] ?? LATE)));
        own.postMessage({ number: request.number, route, document });
      },
      (error) => request === busy && end(({ reject }) => reject(error)),
    );
  }

  const ask = (route, document, signal, onLine) => new Promise((resolve, reject) => {
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
  return { ask, begin, isBegun: () => worker !== null, isReady: () => isReady };
}
