/** Preferences that the page keeps between visits. It works without them if the browser stores nothing or throws. */

const PREFIX = 'nexsolve.';

/** The text stored under this name, or else the given one. */
export function recall(name, otherwise = null) {
  try {
    return window.localStorage.getItem(PREFIX + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a text, if the browser allows it. */
export function remember(name, text) {
  try {
    window.localStorage.setItem(PREFIX + name, text);
  } catch {
    // A private window, or no space: the choice lasts until the page is closed.
  }
}
