/** The tabs beside the board, which show one panel at a time. */
import { byId, show } from './dom.js';

/** Mounts a list of tabs; the result's `open(id)` shows a tab's panel. */
export function mountTabs(list) {
  const tabs = [...list.children];

  function open(chosen) {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      show(byId(tab.getAttribute('aria-controls')), tab === chosen);
    }
  }

  function onKey(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = tabs.at((tabs.indexOf(event.target) + steps) % tabs.length);
    open(next);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  list.addEventListener('keydown', onKey);
  for (const tab of tabs) tab.addEventListener('click', () => open(tab));
  return { open: (id) => open(byId(id)) };
}
