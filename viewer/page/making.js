/** What those who wait for an answer see while the server makes the table of a small board, which it does once. */
import { get } from './api.js';

/** The pause before the server is asked, and between two questions: most answers are there sooner. */
const FIRST_MS = 1000;
const EVERY_MS = 500;

/** Calls `tell({ title, done })` with the table in work and the part of it that is done, from 0 to 1, time after time until the function that it gives is called. */
export function watchMaking(tell) {
  const left = new AbortController();
  let timer = setTimeout(look, FIRST_MS);

  async function look() {
    try {
      const { making } = await get('databases', left.signal);
      if (making && !left.signal.aborted) tell(making);
    } catch {
      // What one waits for reports what is wrong.
    }
    if (!left.signal.aborted) timer = setTimeout(look, EVERY_MS);
  }

  return () => {
    clearTimeout(timer);
    left.abort();
  };
}

/** `37 %`; all of it is there only when the answer is. */
export function percentOf({ done }) {
  return `${Math.floor(100 * done)}\u00a0%`;
}

/** What the server does, without how far it is. */
export function makingInWords({ title }) {
  return `Making the table of ${title} (only once)`;
}
