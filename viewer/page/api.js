/** Talking to the server. */

/** An answer of the server that is an error, or none at all. */
export class ApiError extends Error {
  /** `fault` is the `error` object of an answer; `status` its HTTP status, 0 where there was no answer. */
  constructor(fault, status) {
    super(fault.message || 'the server gave no reason');
    this.name = 'ApiError';
    this.kind = fault.kind ?? 'server';
    this.text = fault.text ?? null;
    this.from = fault.from ?? null;
    this.to = fault.to ?? null;
    this.hint = fault.hint ?? null;
    this.status = status;
  }

  /** Whether asking again later may help. */
  get passing() {
    return this.status === 0 || this.status >= 500 || this.kind === 'busy' || this.status === 429;
  }
}

/** Asks a GET route: `get('games')`. */
export function get(route, signal) {
  return ask(route, { method: 'GET', signal });
}

/** Asks a POST route with one document: `post('position', { board, moves })`. */
export function post(route, body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  return ask(route, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/** Requests of which only the last is wanted: another one, and `stop`, give up the one before. `signal` is for several of them together. */
export function createAsker() {
  let asked = null;
  const stop = () => asked?.abort();
  const signal = () => {
    stop();
    asked = new AbortController();
    return asked.signal;
  };
  return { stop, signal, post: (route, body) => post(route, body, signal()) };
}

/** Whether an exception only says that we changed our mind. */
export function isAbort(error) {
  return error?.name === 'AbortError';
}

async function ask(route, options) {
  let response;
  let text;
  try {
    response = await fetch(new URL(`./api/v1/${route}`, import.meta.url), { ...options, cache: 'no-store', credentials: 'omit' });
    text = await response.text();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError({ kind: 'offline', message: 'the server does not answer; check that nexsolve serve is running' }, 0);
  }
  const document = parse(text);
  if (response.ok && document !== null) return document;
  throw new ApiError(document?.error ?? { kind: 'server', message: `the server answered ${response.status}` }, response.status);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
