/** The field for a comment on the current move. It saves the text when it loses focus, or a moment after the last key. */
import { h } from './dom.js';
import { t } from './language.js';

/** The pause after the last key before the comment is saved. */
const PAUSE_MS = 600;

/** Adds the field to a panel. */
export function mountComment(session, panel) {
  const field = h('textarea', { id: 'comment', rows: 4, maxlength: 4000, spellcheck: 'true', placeholder: t('Write a comment on this move') });
  const label = h('label', { class: 'block comment-field', for: 'comment' }, h('span', {}, t('Comment')), field);
  const name = label.firstChild;
  let timer = null;
  /** The node that the comment belongs to. */
  let about = null;

  panel.prepend(label);

  function keep() {
    clearTimeout(timer);
    if (about !== null && session.game?.tree.nodes.get(about.id) === about) session.comment(about.id, field.value);
  }

  /** While the field has focus it keeps its move, even if another move is shown. */
  function show() {
    if (about === session.node || (about !== null && document.activeElement === field)) return;
    keep();
    about = session.node;
    field.value = about.comment ?? '';
    name.textContent = about.parent === null ? t('Comment on the start') : t('Comment on {move}', { move: `${session.numberOf(about)} ${session.written(about.move)}` });
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE_MS);
  });
  field.addEventListener('blur', () => { keep(); if (session.game) show(); });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.blur();
  });
  window.addEventListener('pagehide', keep);
  session.on('loading', keep);
  session.on('load', () => { about = null; show(); });
  session.on('position', show);
}
