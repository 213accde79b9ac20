/**
 * The edit panel: any piece can be put on any cell. The server says whether the position is legal, and if not, why and where. Games
 * can start from the edited position.
 */
import { createAsker, isAbort } from './api.js';
import { byId, h, show } from './dom.js';
import { pieceAlone } from './board.js';
import { said, t } from './language.js';
import { place } from './notice.js';
import { clear, editOf, numbersOf, paint, piecesOf, reread, swapIsOpen, textOf, turnIsFree } from './positions.js';
import { firstColour, other, sentence, sideName } from './words.js';

/** The pause between a change and the request to the server. */
const PAUSE_MS = 150;

/** The prompts above the board, with pieces and with seeds. */
const PROMPT = t('Choose a piece, then click the cells to put it on.');
const SEEDS_PROMPT = t('Click a pit to add or remove a seed; the store balances it.');

/** Fills the panel; `app` is the page's, as `app.js` describes it. */
export function mountEdit(panel, app) {
  const begin = byId('edit-begin');
  const tools = h('div', { class: 'tools' });
  const it = { app, begin, panel, edit: null, board: null, piece: null, timer: 0, asker: createAsker(), legal: false, wanted: false };
  it.pieces = h('div', { class: 'pieces choices', role: 'radiogroup', 'aria-label': t('What a click puts on the board') });
  it.numbers = h('div', { class: 'numbers' });
  it.turn = h('div', { class: 'turn choices', role: 'radiogroup', 'aria-label': t('Whose turn it is') });
  it.swap = h('label', { class: 'swap' }, h('input', { type: 'checkbox', id: 'edit-swap' }), ` ${t('A swap is possible next')}`);
  it.text = h('input', { id: 'edit-text', type: 'text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('The position as text') });
  it.verdict = h('div', { id: 'edit-verdict', role: 'status' });
  it.play = h('button', { id: 'edit-play', type: 'button', class: 'primary' }, t('Play from here'));
  const take = h('button', { id: 'edit-take', type: 'button' }, t('Load'));
  const bare = h('button', { id: 'edit-clear', type: 'button' }, t('Clear'));
  const start = h('button', { id: 'edit-start', type: 'button' }, t('Start position'));
  const cancel = h('button', { id: 'edit-cancel', type: 'button' }, t('Cancel'));
  tools.append(it.pieces, it.numbers, it.turn, it.swap, h('div', { class: 'ways' }, bare, start),
    h('div', { class: 'ways typed' }, it.text, take), it.verdict, h('div', { class: 'ways' }, it.play, cancel));
  panel.replaceChildren(h('div', { class: 'panel-head' }, h('h2', {}, t('Edit'))), tools);

  begin.addEventListener('click', () => want(it));
  bare.addEventListener('click', () => change(it, clear(it.edit)));
  start.addEventListener('click', () => takeText(it, 'start'));
  take.addEventListener('click', () => takeText(it, it.text.value));
  it.text.addEventListener('keydown', (event) => event.key === 'Enter' && takeText(it, it.text.value));
  it.swap.firstChild.addEventListener('change', (event) => change(it, { ...it.edit, may_swap: event.target.checked }));
  it.play.addEventListener('click', () => playOn(it));
  cancel.addEventListener('click', () => leave(it));
  tools.addEventListener('keydown', (event) => event.key === 'Escape' && leave(it));
  for (const event of ['load', 'position']) app.session.on(event, () => it.edit && leave(it));
  app.session.on('position', () => it.wanted && want(it));
}

/** Begins as soon as the current position is known. */
function want(it) {
  it.wanted = !it.app.session.position;
  if (!it.wanted) enter(it);
}

function enter(it) {
  const { position, game: { shape } } = it.app.session;
  it.edit = editOf(shape, position);
  const pieces = piecesOf(it.edit);
  [[it.piece]] = pieces;
  const drawing = (sign) => (shape.look === 'pit' ? null : pieceAlone(shape.look, sign));
  it.pieces.replaceChildren(...choices('piece', pieces.map(([sign, name]) => [sign, name, drawing(sign)]), it.piece, (sign) => (it.piece = sign)));
  const first = firstColour(it.edit.board);
  const sides = [first, other(first)];
  it.turn.replaceChildren(...choices('turn', sides.map((side) => [side, t('{side} to move', { side: sideName(it.edit.board, side) }), null]), it.edit.to_move, (side) => change(it, { ...it.edit, to_move: side })));
  show(it.turn, turnIsFree(it.edit));
  numberFields(it);
  show(it.panel, true);
  document.body.classList.add('editing');
  it.board = it.app.borrowBoard({ state: () => drawn(it), prompt: () => (shape.look === 'pit' ? SEEDS_PROMPT : PROMPT) });
  change(it, it.edit);
  it.pieces.querySelector('input').focus();
}

function leave(it) {
  clearTimeout(it.timer);
  it.asker.stop();
  it.edit = null;
  show(it.panel, false);
  document.body.classList.remove('editing');
  it.board.release();
  it.begin.focus();
}

/** Shows an edit, and asks the server about it. */
function change(it, edit) {
  it.edit = edit;
  it.text.value = textOf(edit);
  show(it.swap, swapIsOpen(edit));
  it.swap.firstChild.checked = edit.may_swap;
  const chosen = [...it.turn.querySelectorAll('input')].find((input) => input.value === edit.to_move);
  if (chosen) chosen.checked = true;
  fillNumbers(it);
  it.board.redraw();
  judge(it);
}

/** The state that the board shows during editing. */
function drawn(it) {
  return {
    ...it.edit,
    title: t('Position being edited'),
    onCell: (cell) => change(it, paint(it.edit, cell, it.piece)),
    onBack: () => leave(it),
  };
}

function judge(it) {
  clearTimeout(it.timer);
  it.asker.stop();
  it.legal = false;
  it.play.disabled = true;
  it.timer = setTimeout(async () => {
    try {
      const position = await ask(it, textOf(it.edit));
      it.legal = true;
      it.play.disabled = false;
      it.verdict.className = 'good';
      it.verdict.replaceChildren(legalWords(position));
    } catch (error) {
      if (!isAbort(error)) explain(it, error);
    }
  }, PAUSE_MS);
}

function legalWords({ game, to_move, over }) {
  if (!over) return t('Legal position, {side} to move.', { side: sideName(game, to_move) });
  const end = over.winner ? t('{side} has won', { side: sideName(game, over.winner) }) : t('it is a draw');
  return t('Legal position; the game is over: {end}.', { end: over.reason ? `${end} (${said(over.reason)})` : end });
}

/** The server's message, and the place in the text that it refers to. */
function explain(it, error) {
  it.verdict.className = 'bad';
  it.verdict.replaceChildren(...[h('p', {}, sentence(error.message)), isWhole(error) ? null : place(error), error.hint ? h('p', { class: 'detail' }, said(error.hint)) : null].filter(Boolean));
}

/** Whether a fault covers the whole text: then there is no place to mark. */
function isWhole({ text, from, to }) {
  return text !== null && from === 0 && to >= [...text].length;
}

/** Accepts a legal position in any form that the server reads; text that cannot be read has no shape to draw. */
async function takeText(it, text) {
  clearTimeout(it.timer);
  try {
    change(it, editOf(it.edit.shape, await ask(it, text)));
  } catch (error) {
    if (isAbort(error)) return;
    try {
      // An illegal position of the right shape can still be drawn, and corrected.
      change(it, reread(it.edit, text));
    } catch {
      explain(it, error);
    }
  }
}

async function playOn(it) {
  if (!it.legal) return;
  const { board } = it.edit;
  const start = textOf(it.edit);
  leave(it);
  await it.app.session.load({ board, start });
}

function ask(it, start) {
  return it.asker.post('position', { board: it.edit.board, start: start.trim() || 'start' });
}

function choices(name, list, chosen, onChoice) {
  return list.map(([value, words, drawing]) => {
    const input = h('input', { type: 'radio', name: `edit-${name}`, value, checked: value === chosen });
    input.addEventListener('change', () => onChoice(value));
    return h('label', { class: 'choice' }, input, h('span', {}, drawing, words));
  });
}

/** Fields for numbers, such as seeds, if the game has some. */
function numberFields(it) {
  it.fields = [];
  const field = ({ name, label, get, set }) => {
    const input = h('input', { type: 'number', min: 0, inputmode: 'numeric', 'aria-label': label });
    input.addEventListener('change', () => change(it, set(it.edit, Number(input.value))));
    it.fields.push([input, get]);
    return h('label', { class: 'number-field' }, h('span', { 'aria-hidden': 'true' }, name), input);
  };
  const groups = numbersOf(it.edit);
  show(it.numbers, groups.length > 0);
  it.numbers.replaceChildren();
  for (const { columns, fields } of groups) {
    const group = h('div', {}, ...fields.map(field));
    group.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    it.numbers.append(group);
  }
}

function fillNumbers(it) {
  for (const [input, get] of it.fields) input.value = get(it.edit);
}
