/** The tabs beside the board, which show one panel at a time. On a phone the moves are a tab too. */
import { byId, show } from './dom.js';

/** Mounts a list of tabs; the result's `open(id)` shows a tab's panel. */
export function mountTabs(list) {
  const all = [...list.children];
  const moves = byId('tab-moves');
  const game = byId('game-panel');
  const narrow = window.matchMedia('(max-width: 599px)');
  const tabs = () => all.filter((tab) => !tab.hidden);
  const isOpen = (tab) => tab.getAttribute('aria-selected') === 'true';

  function open(chosen) {
    for (const tab of tabs()) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      show(byId(tab.getAttribute('aria-controls')), tab === chosen);
    }
  }

  /** The moves are a panel of their own, or the first tab. */
  function arrange() {
    show(moves, narrow.matches);
    game.classList.toggle('panel', !narrow.matches);
    if (narrow.matches) {
      list.closest('.tabs').append(game);
      game.setAttribute('role', 'tabpanel');
      open(tabs().find(isOpen));
    } else {
      list.closest('.tabs').before(game);
      game.removeAttribute('role');
      show(game, true);
      if (isOpen(moves)) {
        moves.setAttribute('aria-selected', 'false');
        open(byId('tab-values'));
      }
    }
  }

  function onKey(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps || event.altKey || event.ctrlKey || event.metaKey) return;
    const shown = tabs();
    const next = shown.at((shown.indexOf(event.target) + steps) % shown.length);
    open(next);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Below a board that fills a phone's screen, a panel that is tapped comes into sight. */
  function onTap(tab) {
    open(tab);
    const row = list.closest('.tab-row');
    if (narrow.matches && row.getBoundingClientRect().bottom > window.innerHeight * 0.8) row.scrollIntoView({ block: 'center' });
  }

  list.addEventListener('keydown', onKey);
  for (const tab of all) tab.addEventListener('click', () => onTap(tab));
  narrow.addEventListener('change', arrange);
  arrange();
  return { open: (id) => open(byId(id)) };
}
