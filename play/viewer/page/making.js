/** The progress that users see while the server makes the table of a small board, which it does once. */
import { get } from './api.js';
import { said, t } from './language.js';

/** The pause before the first request and between requests: most answers arrive sooner. */
const FIRST_MS = 1000;
const EVERY_MS = 500;

/** Calls `tell({ title, done })` repeatedly with the table being made and the finished part, from 0 to 1, until the returned function is called. */
export function watchMaking(tell) {
  const left = new AbortController();
  let timer = setTimeout(look, FIRST_MS);

  async function look() {
    try {
      const { making } = await get('databases', left.signal);
      if (making && !left.signal.aborted) tell(making);
    } catch {
      // The request that the user is waiting for reports the error.
    }
    if (!left.signal.aborted) timer = setTimeout(look, EVERY_MS);
  }

  return () => {
    clearTimeout(timer);
    left.abort();
  };
}

/** `37 %`, rounded down: 100 % only when all is done. */
export function percentOf({ done }) {
  return `${Math.floor(100 * done)}\u00a0%`;
}

/** What the server is doing, without the progress. */
export function makingInWords({ title }) {
  return t('Making the table of {title} (only once)', { title: said(title) });
}
