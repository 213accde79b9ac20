/**
 * A list of moves with their values. Only the visible rows are in the document, so thousands of moves stay fast.
 */
import { h, onPress } from './dom.js';
import { t } from './language.js';
import { besideMark, byWorth, inWords, mark, tint } from './words.js';

const SPARE_ROWS = 6;

/** The orders of the rows; the game's own order leaves them as they are. */
const ORDERS = {
  worth: (rows) => rows.sort(byWorth),
  worst: (rows) => rows.sort((a, b) => byWorth(b, a)),
  length: (rows) => rows.sort((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || byWorth(a, b)),
  longest: (rows) => rows.sort((a, b) => (b.distance ?? -1) - (a.distance ?? -1) || byWorth(a, b)),
};

/**
 * Makes the list in an element. It calls `onPlay(move)` for a click or Enter, `onLine(move)` for the line's button or L, and
 * `onPoint(move | null)` for the move under the pointer; `written(move)` is the move as the list shows it.
 */
export function createMoveList(element, { onPlay, onLine, onPoint, written }) {
  const spacer = h('div', { class: 'spacer', role: 'rowgroup' });
  element.replaceChildren(spacer);
  let rows = [];
  let active = -1;
  let order = 'worth';
  let all = [];
  let allowed = null;
  /** The rows' elements that are in the document, by their entries. */
  const drawn = new Map();

  function arrange() {
    rows = allowed === null ? [...all] : all.filter(({ move }) => allowed.has(move));
    ORDERS[order]?.(rows);
    active = -1;
    element.scrollTop = 0;
    element.removeAttribute('aria-activedescendant');
    element.setAttribute('aria-rowcount', String(rows.length));
    paint();
  }

  /** Arranges the rows anew, from the top. */
  function rearrange() {
    arrange();
    if (element.matches(':focus-visible')) activate(0);
  }

  function rowHeight() {
    return Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 36;
  }

  /** Keeps the elements of rows that are drawn already: a pressed row must still exist when it is released. */
  function paint() {
    const height = rowHeight();
    const first = Math.max(0, Math.floor(element.scrollTop / height) - SPARE_ROWS);
    const last = Math.min(rows.length, Math.ceil((element.scrollTop + element.clientHeight) / height) + SPARE_ROWS);
    spacer.style.height = `${rows.length * height}px`;
    element.style.setProperty('--rows', rows.length);
    const wanted = new Set(rows.slice(first, last));
    for (const [entry, made] of drawn) {
      if (wanted.has(entry)) continue;
      made.remove();
      drawn.delete(entry);
    }
    let before = spacer.firstChild;
    rows.slice(first, last).forEach((entry, i) => {
      const made = drawn.get(entry) ?? row(entry);
      drawn.set(entry, made);
      place(made, first + i, height);
      if (made === before) before = before.nextSibling;
      else spacer.insertBefore(made, before);
    });
  }

  function row(entry) {
    const isLost = tint(entry) === 'loss';
    const move = written(entry.move);
    return h('div', { role: 'row', 'data-move': entry.move, 'aria-label': `${move}, ${inWords(entry)}` },
      h('span', { role: 'gridcell', class: `plate ${tint(entry)}` }, mark(entry) || '?'),
      h('span', { role: 'gridcell', class: 'move' }, move),
      h('span', { role: 'gridcell', class: 'words' }, besideMark(entry)),
      h('span', { role: 'gridcell' }, h('button', { type: 'button', class: 'line', tabindex: -1, title: t('Show the line after {move} (L)', { move }), 'aria-label': isLost ? t('Why? Line after {move}', { move }) : t('Line after {move}', { move }) }, isLost ? t('Why?') : t('Line'))));
  }

  function place(made, i, height) {
    made.id = `move-${i}`;
    made.className = `row${i === active ? ' active' : ''}`;
    made.ariaSelected = String(i === active);
    made.ariaRowIndex = String(i + 1);
    made.style.top = `${i * height}px`;
  }

  function activate(i) {
    if (rows.length === 0) return;
    active = Math.min(Math.max(i, 0), rows.length - 1);
    const height = rowHeight();
    if (active * height < element.scrollTop) element.scrollTop = active * height;
    if ((active + 1) * height > element.scrollTop + element.clientHeight) element.scrollTop = (active + 1) * height - element.clientHeight;
    paint();
    element.setAttribute('aria-activedescendant', `move-${active}`);
    onPoint(rows[active].move);
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight()) - 1);
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) activate(to);
    else if (event.key === 'Enter' && rows[active]) onPlay(rows[active].move);
    else if ((event.key === 'l' || event.key === 'L') && rows[active]) onLine(rows[active].move);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const moveAt = (event) => event.target.closest?.('[data-move]')?.dataset.move ?? null;

  element.addEventListener('scroll', paint, { passive: true });
  element.addEventListener('keydown', onKey);
  // The keyboard needs an active row; the mouse points at a row itself.
  element.addEventListener('focus', () => { if (active < 0 && element.matches(':focus-visible')) activate(0); });
  element.addEventListener('blur', () => onPoint(null));
  element.addEventListener('pointerover', (event) => onPoint(moveAt(event)));
  element.addEventListener('pointerleave', () => onPoint(null));
  onPress(element, 'button.line, [data-move]', (pressed) => `${pressed.localName} ${moveAt({ target: pressed })}`, (pressed) => {
    const act = pressed.matches('button') ? onLine : onPlay;
    act(moveAt({ target: pressed }));
  });
  new ResizeObserver(paint).observe(element);

  return {
    /** Shows other moves. */
    set(entries) {
      all = entries;
      allowed = null;
      const longest = entries.reduce((most, { move }) => Math.max(most, written(move).length), 4);
      element.style.setProperty('--move', `${Math.min(longest, 16)}ch`);
      rearrange();
    },
    /** Shows later values of the same moves: the list stays where it is, and so does the active move. */
    renew(entries) {
      const [top, move] = [element.scrollTop, rows[active]?.move];
      all = entries;
      arrange();
      element.scrollTop = top;
      active = rows.findIndex((entry) => entry.move === move);
      paint();
      if (active >= 0) element.setAttribute('aria-activedescendant', `move-${active}`);
    },
    /** Shows only these moves; null shows all again. */
    only(moves) { if (moves !== null || allowed !== null) { allowed = moves; rearrange(); } },
    /** Sorts by `worth` or in reverse (`worst`), by `length` (plies to the end) or in reverse (`longest`), or in the `game`'s own order. */
    sort(by) { order = by; rearrange(); },
    size: () => rows.length,
  };
}
