/**
 * The records panel: the server reads a file or a pasted text, the panel lists its games and the faults in the text, opens one of
 * the games, and lists the moves in it that gave value away. It also saves the game on the board.
 */
import { createAsker, isAbort, post } from './api.js';
import { askAbout, verdict } from './audit.js';
import { byId, download, h, show } from './dom.js';
import { canLink, linkTo, wholeLink } from './hexworld.js';
import { said, t } from './language.js';
import { partsOf } from './parts.js';
import { lineThrough, movesTo } from './tree.js';
import { count, firstColour, other, sentence, sideName } from './words.js';

/** The most that the server accepts; longer texts are not sent. */
const MOST_CHARACTERS = 1_000_000;

/** Fills the panel; `app` is the page's, as `app.js` describes it. Returns a function that returns the games read, and emits `read` when there are others. */
export function mountRecords(panel, app) {
  const text = h('textarea', { id: 'record-text', rows: 3, spellcheck: 'false', autocapitalize: 'off', 'aria-label': t('Record or position'), placeholder: t('Paste a record or a position here') });
  const file = h('input', { id: 'record-file', type: 'file', class: 'file' });
  const read = h('button', { id: 'record-read', type: 'button' }, t('Read'));
  const save = h('button', { id: 'record-save', type: 'button' }, t('Save game'));
  const share = h('button', { id: 'record-hexworld', type: 'button', hidden: true }, t('Copy HexWorld link'));
  const report = h('div', { id: 'record-report', role: 'status' });
  const games = h('ol', { id: 'record-games', class: 'entries' });
  const faults = h('ul', { id: 'record-faults', class: 'faults' });
  const flags = h('div', { id: 'record-flags', 'aria-live': 'polite' });
  const it = { app, text, report, games, faults, flags, asker: createAsker(), read: [] };

  read.addEventListener('click', () => readText(it, text.value));
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) readText(it, text.value);
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files;
    // So that the same file can be chosen again.
    file.value = '';
    if (chosen) readFile(it, chosen);
  });
  save.addEventListener('click', () => saveGame(it));
  share.addEventListener('click', () => copyShared(it));
  for (const event of ['position', 'tree']) app.session.on(event, () => show(share, canLink(lineOf(app.session))));
  takeDrops(panel, it);

  panel.replaceChildren(
    h('p', { class: 'detail' }, t('The record of a game (SGF, PDN, a HexWorld link, the forms of nexsolve), or one position (FEN, a diagram, one line).')),
    text,
    h('div', { class: 'ways' }, read, h('label', { class: 'button file-button', for: 'record-file' }, t('Open a file'), file), save, share),
    report, games, flags, faults,
  );
  for (const list of [report, games, faults, flags]) show(list, false);
  app.session.on('load', () => show(flags, false));
  return () => it.read;
}

async function readFile(it, file) {
  clear(it);
  if (file.size > MOST_CHARACTERS) return tell(it, t('{file} is too large: the limit is {n} MB.', { file: file.name, n: MOST_CHARACTERS / 1e6 }), 'bad');
  const signal = it.asker.signal();
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    // A folder, or a file that is gone.
    return signal.aborted ? undefined : tell(it, t('{file} cannot be read.', { file: file.name }), 'bad');
  }
  if (signal.aborted) return;
  const text = decoded(bytes);
  it.text.value = text ?? '';
  await readText(it, text, file.name, null, text === null ? bytes : null);
}

/** The text of UTF-8; null for other bytes, which the server decodes. */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes in base64. */
function base64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 4096) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  return btoa(pieces.join(''));
}

/** Removes what the panel shows of an earlier text, and cancels requests about it. */
function clear(it) {
  it.asker.stop();
  for (const list of [it.report, it.games, it.faults, it.flags]) show(list, false);
}

function takeDrops(panel, it) {
  panel.addEventListener('dragover', (event) => {
    event.preventDefault();
    panel.classList.add('dropping');
  });
  panel.addEventListener('dragleave', () => panel.classList.remove('dropping'));
  panel.addEventListener('drop', (event) => {
    event.preventDefault();
    panel.classList.remove('dropping');
    if (event.dataTransfer.files.length > 0) readFile(it, event.dataTransfer.files[0]);
    else readText(it, (it.text.value = event.dataTransfer.getData('text')));
  });
}

/** Reads a text, or the bytes of a file that is not UTF-8; if `readAs` is given, only as games on that board. */
async function readText(it, text, name = t('the text'), readAs = null, bytes = null) {
  for (const list of [it.games, it.faults, it.flags]) show(list, false);
  if (bytes === null && text.trim() === '') return tell(it, t('Nothing to read: paste a record above, or open a file.'), 'bad');
  tell(it, t('Reading…'));
  // One signal for all steps: a late step of an earlier reading cannot cancel this one.
  const signal = it.asker.signal();
  let answer;
  try {
    const board = it.app.session.game?.board ?? null;
    const source = bytes === null ? { text: wholeLink(text) } : { file: base64(bytes) };
    answer = await post('read', readAs === null ? { ...source, board } : { ...source, board, read_as: readAs }, signal);
  } catch (error) {
    return isAbort(error) ? undefined : tell(it, sentence(error.message), 'bad');
  }
  const { games, faults, left_out: more } = answer;
  it.read = games;
  it.app.session.emit('read');
  const found = [games.length > 0 || faults.length === 0 ? count(games.length, 'game', 'games') : null, faults.length > 0 ? count(faults.length, 'error', 'errors') : null, more > 0 ? t('{n} more not listed', { n: more }) : null];
  tell(it, t('In {name}: {found}.', { name, found: found.filter(Boolean).join(', ') }), faults.length > 0 ? 'bad' : '');
  tellBoard(it, games, (board) => readText(it, text, name, board, bytes));
  listGames(it, games);
  listFaults(it, faults);
  tellNotes(it, games);
  if (games.length === 1) await openGame(it, games[0], it.games.querySelector('button'), signal);
}

/** For a text that names no board: the board on which it was read, and other boards on which it can be read. */
function tellBoard(it, games, readAs) {
  const untold = games.filter(({ fits }) => fits?.length > 0);
  if (untold.length === 0) return;
  const [{ title, board, fits }] = untold;
  const isOne = untold.every((game) => game.board === board);
  const head = isOne ? t('Read as {title}, because the text names no board.', { title: said(title) }) : t('The text names no boards. Each game is read on a board that fits.');
  const others = fits.filter((fit) => fit.board !== board).map((fit) => {
    const button = h('button', { type: 'button', class: 'small plain', 'data-board': fit.board }, said(fit.title));
    button.addEventListener('click', () => readAs(fit.board));
    return button;
  });
  it.report.append(h('p', { class: 'detail', id: 'record-board' }, head, ...(isOne && others.length > 0 ? [t(' Read as '), ...others] : [])));
}

/** The most notes listed. */
const MOST_NOTES = 20;

/** What the reader assumed or could not use. */
function tellNotes(it, games) {
  const notes = games.flatMap((game) => game.notes ?? []);
  if (notes.length === 0) return;
  const lines = notes.slice(0, MOST_NOTES).map(({ line, text }) => h('li', {}, h('span', { class: 'place' }, t('Line {line}: ', { line })), text));
  if (notes.length > MOST_NOTES) lines.push(h('li', {}, t('{n} more.', { n: notes.length - MOST_NOTES })));
  it.report.append(h('ul', { class: 'detail', id: 'record-notes' }, ...lines));
}

function listGames(it, games) {
  it.games.replaceChildren(...games.map((game) => {
    const button = h('button', { type: 'button', class: 'entry' },
      h('strong', {}, playersOf(game)),
      h('span', { class: 'about' }, `${said(game.title)} · ${lengthOf(game)} · ${resultOf(game)}`));
    button.addEventListener('click', async () => {
      await openGame(it, game, button, it.asker.signal());
      seeBoard();
    });
    return h('li', {}, button);
  }));
  show(it.games, games.length > 0);
}

function listFaults(it, faults) {
  it.faults.replaceChildren(...faults.map(({ line, column, reason, text }) => h('li', {},
    h('span', { class: 'place' }, t('Line {line}, column {column}: ', { line, column })), said(reason), text ? h('code', {}, text) : null)));
  show(it.faults, faults.length > 0);
}

async function openGame(it, game, button, signal) {
  for (const other of it.games.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
  button?.setAttribute('aria-current', 'true');
  show(it.flags, false);
  it.app.pause();
  if (await it.app.session.load({ ...game, ply: 0 })) await audit(it, signal);
}

/** Looks the moves of the line up in the tables, and lists those that gave value away. */
async function audit(it, signal) {
  let line;
  try {
    line = await askAbout(it.app.session, signal);
  } catch (error) {
    if (!isAbort(error)) flag(it, [h('p', { class: 'detail' }, t('The moves could not be checked: {reason}', { reason: sentence(error.message) }))]);
    return;
  }
  if (line === null || line.length === 1) return;
  const list = line.filter((node) => node.flag?.gift).map((node) => h('li', {}, giftButton(it.app, node)));
  flag(it, [h('p', { class: 'detail' }, verdict(line)), list.length > 0 ? h('ul', { class: 'entries' }, ...list) : null]);
}

function giftButton({ session, pause }, node) {
  const { gift, instead, colour } = node.flag;
  const words = t('{side} went from {gift}', { side: sideName(session.game.board, colour), gift: said(gift) }) + (instead ? t('; better {move}', { move: session.written(instead) }) : '');
  const button = h('button', { type: 'button', class: 'entry' }, h('strong', {}, `${session.numberOf(node)} ${session.written(node.move)}`), h('span', { class: 'about' }, words));
  button.addEventListener('click', () => {
    pause();
    if (session.game.tree.nodes.get(node.id) === node) session.go(node.id);
    seeBoard();
  });
  return button;
}

/** Scrolls to the board: on a narrow page it is far above the panel. */
function seeBoard() {
  byId('board').scrollIntoView({ block: 'nearest' });
}

/** The game with its moves and everything else that requests can contain. */
function wholeGame({ session }) {
  const { board, start, names, tags, tree } = session.game;
  const { moves, variations, comments } = partsOf(tree);
  return { board, start, moves, variations, comments, tags, ...names, ...session.recorded() };
}

async function saveGame(it) {
  try {
    const { text, name } = await post('write', wholeGame(it.app));
    download(text, name);
    tell(it, t('Saved as {name}.', { name }));
  } catch (error) {
    tellInstead(it, error);
  }
}

/** The line through the position shown. */
function lineOf({ game: { board, start, tree }, node }) {
  return { board, start, moves: movesTo(tree, lineThrough(tree, node.id).at(-1).id) };
}

async function copyShared(it) {
  const link = linkTo(lineOf(it.app.session));
  try {
    await navigator.clipboard.writeText(link);
    tell(it, t('HexWorld link copied.'));
  } catch {
    tell(it, link);
  }
}

/** A game that cannot be written as a record still has a link, and its current position a line of text. */
function tellInstead(it, error) {
  tell(it, sentence(error.message), 'bad');
  const { position } = it.app.session;
  if (error.kind !== 'record' || !position) return;
  const link = h('a', { href: it.app.link() }, t('link to this game'));
  it.report.append(h('p', { class: 'detail' }, t('Save the '), link, t(' instead, or copy the position shown: '), h('code', {}, position.position)));
}

function tell(it, words, kind = '') {
  it.report.textContent = words;
  it.report.className = `report ${kind}`.trim();
  show(it.report, true);
}

function flag(it, children) {
  it.flags.replaceChildren(...children.filter(Boolean));
  show(it.flags, true);
}

function playersOf({ board, black, white }) {
  const first = firstColour(board);
  const names = [first, other(first)].map((colour) => ({ black, white })[colour] ?? sideName(board, colour));
  return names.join(' – ');
}

function lengthOf({ moves, start }) {
  if (moves.length > 0) return count(moves.length, 'ply', 'plies');
  return start === 'start' ? t('no moves') : t('one position');
}

function resultOf({ board, result }) {
  if (result === 'draw') return t('a draw');
  return result ? t('{side} won', { side: sideName(board, result) }) : t('no result');
}
