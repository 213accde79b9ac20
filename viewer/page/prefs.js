/** Preferences that the page keeps between visits. It works without them if the browser stores nothing, or throws. */

const PREFIX = 'nexsolve.';

/** The text kept under this name, or the one given. */
export function recall(name, otherwise = null) {
  try {
    return window.localStorage.getItem(PREFIX + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a text, where the browser lets us. */
export function remember(name, text) {
  try {
    window.localStorage.setItem(PREFIX + name, text);
  } catch {
    // A private window, or no room: the choice holds until the page is closed.
  }
}
