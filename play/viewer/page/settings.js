/** The choices in the help: the language of the page, and the names of Hex cells. The page is loaded again with a new choice; its game stays. */
import { cellForm, hasForms, useCells } from './cells.js';
import { byId, h, show } from './dom.js';
import { LANGUAGE, LANGUAGES } from './language.js';
import { remember } from './prefs.js';

/** Mounts the choices for a session. */
export function mountSettings(session) {
  const language = byId('language');
  const cells = byId('cells');
  const named = (code) => new Intl.DisplayNames([code], { type: 'language' }).of(code);
  language.replaceChildren(...LANGUAGES.map((code) => h('option', { value: code, lang: code }, named(code))));
  language.value = LANGUAGE;
  language.addEventListener('change', () => {
    remember('language', language.value);
    location.reload();
  });
  cells.addEventListener('change', () => {
    remember('cells', cells.value);
    window.history.replaceState(window.history.state, '', location.hash.replace(/&cells=\w+/, ''));
    useCells(location.hash);
    location.reload();
  });
  session.on('load', () => {
    cells.value = cellForm();
    show(byId('help-cells'), hasForms(session.game.board));
  });
}
