/** Requests, to a server or to a worker in this browser. */
import { t } from './language.js';
import { SILENT, send } from './source.js';

/** A request that failed: the server answered with an error, or did not answer. */
export class ApiError extends Error {
  /** `fault` is the answer's `error` object; `status` is the HTTP status, or 0 if there was no answer. */
  constructor(fault, status) {
    super(fault.message || t('the server gave no reason'));
    this.name = 'ApiError';
    this.kind = fault.kind ?? 'server';
    this.text = fault.text ?? null;
    this.from = fault.from ?? null;
    this.to = fault.to ?? null;
    this.hint = fault.hint ?? null;
    this.status = status;
  }

  /** Whether a later attempt may succeed. */
  get passing() {
    return this.status === 0 || this.status >= 500 || this.kind === 'busy' || this.status === 429;
  }
}

/** Asks a route that takes no document: `get('games')`. */
export function get(route, signal) {
  return ask(route, undefined, signal);
}

/** Sends a JSON document to a route: `post('position', { board, moves })`. If it asks for progress, `onProgress` gets it as it arrives. */
export function post(route, body, signal, onProgress) {
  return ask(route, JSON.stringify(body), signal, onProgress && ((line) => {
    const progress = parse(line)?.progress;
    if (progress && !signal?.aborted) onProgress(progress);
  }));
}

/** Sends requests when only the last one matters: a new request, or `stop`, cancels the one before. `signal` makes several requests share one cancellation. */
export function createAsker() {
  let asked = null;
  const stop = () => asked?.abort();
  const signal = () => {
    stop();
    asked = new AbortController();
    return asked.signal;
  };
  return { stop, signal, post: (route, body, onProgress) => post(route, body, signal(), onProgress) };
}

/** Whether an exception only means that the page cancelled the request. */
export function isAbort(error) {
  return error?.name === 'AbortError';
}

async function ask(route, body, signal, onLine) {
  let answer;
  try {
    answer = await send(route, body, signal, onLine);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError({ kind: 'offline', message: SILENT }, 0);
  }
  const document = parse(answer.text);
  if (answer.status === 200 && document !== null && !document.error) return document;
  throw new ApiError(document?.error ?? { kind: 'server', message: t('the server answered {status}', { status: String(answer.status) }) }, answer.status);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
