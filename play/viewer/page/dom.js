/** Builds HTML elements. Text is always set as text, never as markup. */

/**
 * Makes an HTML element: `h('button', { class: 'quiet', onclick: f }, 'Text')`. A property that begins with `on` is a listener; `false`
 * and `null` omit an attribute, `true` sets it to the empty string. Children are elements, strings, or null.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** The element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Shows or hides an element. */
export function show(element, visible) {
  element.hidden = !visible;
}

/** Whether a key was pressed in a field that uses the key itself. */
export function isTyping(event) {
  const { target } = event;
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}

/**
 * Calls `action` with an element in `list` that matches `selector` when it is pressed and released, or chosen by a key. An element that is
 * repainted in between gets no click event, so `keyOf` identifies it.
 */
export function onPress(list, selector, keyOf, action) {
  const at = ({ target }) => target.closest?.(selector) ?? null;
  let pressed = null;
  list.addEventListener('pointerdown', (event) => { pressed = event.button === 0 && at(event) ? keyOf(at(event)) : null; });
  list.addEventListener('pointercancel', () => { pressed = null; });
  list.addEventListener('pointerup', (event) => {
    const element = at(event);
    if (element && pressed !== null && keyOf(element) === pressed) action(element);
    pressed = null;
  });
  list.addEventListener('click', (event) => event.detail === 0 && at(event) && action(at(event)));
}

/** Downloads a text as a file. */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = h('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
