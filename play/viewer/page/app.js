/**
 * Puts the parts of the page together. The panels for records and editing use `app`:
 *
 * - `app.session` is the open game
 * - `app.link()` is the link to it
 * - `app.pause()` stops the programs, for instance before the user steps through a game
 * - `app.borrowBoard({ state(), prompt() })` lends the board to a panel, during which no program moves; returns `{ redraw(), release() }`
 */
import { ApiError, get } from './api.js';
import { mountConnections } from './connections.js';
import { mountDrills } from './drilling.js';
import { byId, isTyping, show } from './dom.js';
import { mountEdit } from './edit.js';
import { gameOf, infoOf, isOwn, learn } from './games.js';
import { mountGraph } from './graph.js';
import { said, t } from './language.js';
import { mountLinks } from './links.js';
import { mountMoves } from './moves.js';
import { createNotice } from './notice.js';
import { mountPlay } from './play.js';
import { keepPlayed } from './played.js';
import { mountPlayers } from './players.js';
import { mountPuzzles } from './puzzles.js';
import { mountRecords } from './records.js';
import { createSession } from './session.js';
import { mountSettings, mountSounds } from './settings.js';
import { hear } from './source.js';
import { mountSetup } from './setup.js';
import { databases } from './tables.js';
import { mountTabs } from './tabs.js';
import { mountValues } from './values.js';
import { isFirstVisit, mountWelcome } from './welcome.js';
import { sideName } from './words.js';

/** Keys that step through the game. They do nothing while the board is lent. */
const GAME_KEYS = new Set(['t', 'p', 's', 'z', 'h', '[', ']', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** The least turn of the wheel that steps to another move, in pixels. */
const NOTCH = 50;

const session = createSession();
const notice = createNotice(byId('notice'));

/** What panels may use. Everything but `session` is added after the server's first answer. */
export const app = { session };

session.on('error', ({ error, retry }) => {
  if (error.kind === 'board') error.hint = t('click “New game” at the top to choose a board');
  notice.tell(error, retry);
});
session.on('note', notice.say);
hear((message) => notice.tell(new ApiError({ message }, 200)));
start();

async function start() {
  let about;
  try {
    about = await get('games');
    learn(about.games);
  } catch (error) {
    byId('prompt').textContent = '';
    notice.tell(error, () => location.reload());
    awake('main');
    return;
  }
  await wire(about);
  awake('main', 'nav');
}

/** Enables parts of the page; until then nothing in them can be pressed. */
function awake(...parts) {
  for (const part of parts) document.querySelector(part).inert = false;
}

async function wire(about) {
  const connections = mountConnections(session, about.limits);
  const values = mountValues(session, about.limits, connections);
  const players = mountPlayers(session, about.players, about.limits);
  const play = mountPlay(session, players, values, connections);
  const tabs = mountTabs(byId('tab-list'));
  const moves = mountMoves(session, players, values, about.limits);
  const puzzles = mountPuzzles(session, { players, values, play, tabs, limits: about.limits, given: about.puzzles });
  mountGraph(session, players, values);
  mountSettings(session);
  const links = mountLinks(session, players);
  const setup = mountSetup(about.games, players, async ({ board, seats }) => {
    const loaded = session.load({ board });
    players.seat(seats);
    if (await loaded) play.focus();
  });
  players.changed = play.redraw;
  values.onChange = play.redraw;
  connections.onChange = play.redraw;
  values.onPoint = play.point;
  values.onTrace = play.trace;
  values.onPlay = players.byPerson;
  values.onStep = (line, i) => {
    players.pause();
    session.go(session.addLine(line)[i]);
  };
  session.on('position', head);
  Object.assign(app, {
    pause: players.pause,
    link: links.href,
    borrowBoard(guest) {
      const letGo = players.hold();
      const giveBack = play.borrow(guest);
      return { redraw: play.redraw, release: () => { giveBack(); letGo(); } };
    },
  });
  const records = mountRecords(byId('records-slot'), app);
  keepPlayed(session, players);
  mountDrills(session, { openPuzzle: puzzles.open, records, limits: about.limits });
  mountEdit(byId('edit-slot'), app);
  addKeys({ values, connections, players, play, moves, puzzles, setup, tabs });
  mountSounds(session);
  addButtons({ play, links, setup, puzzles });
  addWheel(moves, play);
  if (isFirstVisit()) mountWelcome(session, { values, players, play });
  if (!(await links.open()) && !session.game) await session.load({ board: await firstBoard(about) });
  // Last, so that an error in the opened link stays visible.
  session.on('position', () => session.position && notice.clear());
}

/**
 * The first board to show: that which the operator of a site has chosen, or that of the first given database, or of the first given puzzles,
 * or else one whose table takes a second.
 */
async function firstBoard({ games: [{ game }], puzzles }) {
  const chosen = document.querySelector('meta[name="nexsolve:board"]')?.content;
  if (chosen) return chosen;
  const [first] = await databases();
  if (first && !first.made_here) return first.plays;
  return puzzles[0] ?? `${game}:3x3`;
}

function head() {
  const { position, game } = session;
  const kind = gameOf(game.board);
  for (const colour of ['black', 'white']) {
    byId(`name-${colour}`).textContent = sideName(kind, colour);
    byId(`person-${colour}`).textContent = game.names[colour] ?? '';
    byId(`swatch-${colour}`).className = `swatch ${colour} ${game.shape.look} ${game.shape.falls ? 'falling' : ''}`;
  }
  // The rules of an own game are its author's, and so are the positions that can be set up.
  for (const id of ['rules-link', 'rules-near', 'edit-begin']) show(byId(id), !isOwn(kind));
  for (const id of ['rules-link', 'rules-near']) byId(id).setAttribute('href', `./rules/${kind}.html`);
  show(byId('turn'), game.shape.look !== 'drawn');
  byId('rules-near').textContent = t('Rules of {game}', { game: said(infoOf(kind).title) });
  if (!position) return;
  byId('goal').textContent = said(position.goal);
  byId('how').textContent = position.legal?.length > 0 && position.choices.length === 0 ? t('Click or tap on a move below the board to make it.') : t('Click or tap on the board to move.');
  for (const colour of ['black', 'white']) {
    byId(`swatch-${colour}`).classList.toggle('to-move', !position.over && position.to_move === colour);
  }
  byId('title').textContent = said(position.title);
  document.title = `${said(position.title)} – ${document.querySelector('meta[name="nexsolve:title"]')?.content ?? 'nexsolve'}`;
}

function addButtons({ play, links, setup, puzzles }) {
  byId('daily-near').addEventListener('click', puzzles.beginDaily);
  byId('new-game').addEventListener('click', setup.open);
  byId('turn').addEventListener('click', play.turn);
  byId('open-help').addEventListener('click', openHelp);
  byId('copy-link').addEventListener('click', () => copy(links.link()));
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    play.focus();
  });
  for (const close of document.querySelectorAll('[data-close]')) close.addEventListener('click', () => close.closest('dialog').close(''));
}

/** The wheel over the board steps through the moves, where the page itself does not scroll. */
function addWheel(moves, play) {
  let turned = 0;
  byId('board').addEventListener('wheel', (event) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (event.ctrlKey || play.isLent() || scrollHeight > clientHeight + 1) return;
    event.preventDefault();
    turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH);
    if (Math.abs(turned) < NOTCH) return;
    moves.walk(turned > 0 ? 'next' : 'previous');
    turned = 0;
  }, { passive: false });
}

function openHelp() {
  const dialog = byId('help-dialog');
  const { title, points, connects = false } = session.game ? infoOf(session.game.board) : {};
  byId('help-game').textContent = points ? t('In {title} a mark such as +6 is the margin in {points} at the end of the game. If the stores are unknown, it counts {points} won minus {points} lost from here on. + or − alone means a win or a loss with an unknown margin.', { title: said(title), points: said(points) }) : '';
  for (const part of document.querySelectorAll('.help-connections')) show(part, connects);
  dialog.showModal();
  dialog.scrollTop = 0;
}

async function copy({ href, left }) {
  const button = byId('copy-link');
  const name = (text) => button.setAttribute('aria-label', text);
  try {
    await navigator.clipboard.writeText(href);
    button.classList.add('done');
    name(t('Link copied'));
    if (left.length > 0) {
      const hint = t('the link has no room for {parts}; “Save game” keeps everything', { parts: left.map(said).join(t(' and ')) });
      notice.tell(new ApiError({ message: hint }, 400));
    }
  } catch {
    const hint = t('the browser blocked copying; copy the address of this page instead');
    notice.tell(new ApiError({ message: hint }, 400));
  }
  setTimeout(() => {
    button.classList.remove('done');
    name(t('Copy link'));
  }, 1800);
}

function addKeys({ values, connections, players, play, moves, puzzles, setup, tabs }) {
  const within = (tab, id) => {
    tabs.open(tab);
    byId(id).focus();
  };
  const actions = {
    b: play.focus, c: () => within('tab-comment', 'comment'), f: play.turn, n: setup.open, t: moves.takeBack, p: players.toggle,
    v: () => values.set(!values.on()),
    k: connections.toggle,
    o: play.toggleNumbers,
    s: () => clickIfShown('swap'),
    m: () => within('tab-values', 'move-list'),
    z: puzzles.begin, h: puzzles.hint,
    '?': openHelp,
    '[': () => moves.walk('previous'), ']': () => moves.walk('next'),
    ArrowLeft: () => moves.walk('previous'), ArrowRight: () => moves.walk('next'),
    Home: () => moves.walk('first'), End: () => moves.walk('last'),
    Escape: play.back, Backspace: play.back,
  };
  document.addEventListener('keydown', (event) => {
    if (event.altKey || isTyping(event) || document.querySelector('dialog[open]')) return;
    const typed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && typed === 'z';
    if ((event.ctrlKey || event.metaKey) && !isUndo) return;
    const key = isUndo ? 't' : typed;
    const action = actions[key];
    if (!action || !session.game || (play.isLent() && GAME_KEYS.has(key))) return;
    event.preventDefault();
    action();
  });
}

function clickIfShown(id) {
  if (!byId(id).hidden) byId(id).click();
}

