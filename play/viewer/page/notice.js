/** The box for errors: the message, the place in the text, and a button to try again. */
import { h, show } from './dom.js';
import { t } from './language.js';
import { sentence } from './words.js';

/** Makes an element show notices; returns `tell(error, retry)`, `say(sentence)` for what is no error, and `clear()`. */
export function createNotice(element) {
  function clear() {
    element.replaceChildren();
    show(element, false);
  }

  function tell(error, retry) {
    const again = retry && error.passing;
    element.replaceChildren(
      h('div', { class: 'what' }, h('p', {}, sentence(error.message)), place(error), error.hint ? h('p', { class: 'quiet' }, sentence(error.hint)) : null),
      h('div', { class: 'ways' },
        again ? h('button', { type: 'button', onclick: () => { clear(); retry(); } }, t('Try again')) : null,
        h('button', { type: 'button', class: 'plain', onclick: clear }, t('Close'))));
    element.classList.remove('quiet');
    show(element, true);
  }

  function say(text) {
    element.replaceChildren(h('p', { class: 'what' }, text), h('button', { type: 'button', class: 'plain small', onclick: clear }, t('Close')));
    element.classList.add('quiet');
    show(element, true);
  }

  clear();
  return { tell, say, clear };
}

/** The text that the error is about, with the fault marked; null if the error has no text. Offsets count characters. */
export function place({ text, from, to }) {
  if (typeof text !== 'string' || text === '' || typeof from !== 'number') return null;
  const characters = [...text];
  const end = Math.max(to ?? from, from + 1);
  const cut = (a, b) => characters.slice(Math.max(a, 0), Math.max(b, 0)).join('');
  return h('p', { class: 'fault' }, cut(from - 40, from), h('mark', {}, cut(from, end) || '\u2038'), cut(end, end + 40));
}
