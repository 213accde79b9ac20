/** Who plays each side, and the programs' moves. Seat 0 is the player who began with the first colour of the game. */
import { isAbort, post } from './api.js';
import { byId, h, show } from './dom.js';
import { gameOf } from './games.js';
import { inNumbers, said, t } from './language.js';
import { makingInWords, percentOf, watchMaking } from './making.js';
import { addResult, isLevel, opponentOf, optionsOf, rememberSeats, resultsInWords, resultsOf } from './opponents.js';
import { recall, remember } from './prefs.js';
import { count, firstColour, other, sideName } from './words.js';

const PERSON = 'person';
const OTHER = 'other';
const TABLE = 'table';
/** The minimum time per move when two programs play, so that people can follow. */
const PAUSE_MS = 350;

/** Mounts the players for a session, with the specs that the server offers. */
export function mountPlayers(session, offered, limits) {
  const seats = [PERSON, PERSON];
  const selects = [byId('player-black'), byId('player-white')];
  const seconds = byId('seconds');
  const go = byId('go');
  const thought = byId('thought');
  const rematch = mountRematch();
  const players = { changed: () => {} };
  /** The players who can play on a board, by the board's name, for boards that the server was asked about. */
  const able = new Map();
  let running = true;
  let thinking = null;
  /** The table that the program waits for, or null. */
  let waited = null;
  let held = false;
  let coming = null;
  /** The kind of the open game: `hex`, for instance. */
  let kind = null;

  const most = Math.max(1, limits?.seconds ?? 10);
  seconds.max = String(most);
  seconds.value = recall('seconds', String(Math.min(2, most)));

  /** The seat that has a colour in a position: after a swap the seats have exchanged colours. */
  function seatOf(colour, position = session.position) {
    const began = position?.changed_colours ? other(colour) : colour;
    return began === (position ? firstColour(position.game) : 'black') ? 0 : 1;
  }

  const toMove = () => (session.position ? seats[seatOf(session.position.to_move)] : PERSON);
  const isProgram = (player) => player !== PERSON;

  /** Whether a click on the board makes a move: it is a person's turn, or the turn of a stopped program. */
  players.personMayMove = () => !isProgram(toMove()) || !running;

  /** The prompt during a program's turn; null on a person's turn. */
  players.saying = () => {
    if (!session.position || !isProgram(toMove())) return null;
    const mover = sideName(session.position.game, session.position.to_move);
    if (thinking && waited) return `${t('{side} to move.', { side: mover })} ${makingInWords(waited)}: ${percentOf(waited)}…`;
    const player = nameOf(toMove());
    return thinking ? t('{side} to move: {player} is thinking…', { side: mover, player }) : t('{side} to move: {player}.', { side: mover, player });
  };

  /** Makes a person's move. Programs continue after it. */
  players.byPerson = async (move) => {
    stopThinking();
    running = true;
    thought.textContent = '';
    const node = await session.play(move);
    if (node) countResult();
    return node;
  };

  /** Stops the programs, for instance when the user steps through the moves. */
  players.pause = () => {
    stopThinking();
    if (running) {
      running = false;
      refresh();
    }
  };

  /** Keeps the programs from moving, for instance while the board is lent; returns the function that lets them move again. */
  players.hold = () => {
    stopThinking();
    held = true;
    refresh();
    return () => {
      held = false;
      refresh();
      think();
    };
  };

  /** Lets the programs continue, or stops them. */
  players.toggle = () => {
    if (running && isProgram(toMove())) players.pause();
    else resume();
  };

  /** How many moves "take back" removes: all since a person's last turn. */
  players.pliesBack = (path) => {
    if (seats.every(isProgram) || !seats.some(isProgram)) return 1;
    for (let plies = 1; plies < path.length; plies++) {
      const { position } = path.at(-1 - plies);
      if (position && !isProgram(seats[seatOf(position.to_move, position)])) return plies;
    }
    return 1;
  };

  /** Seats players in the game being loaded, once it has arrived: two specs, or `person`. */
  players.seat = (specs) => { coming = specs; };

  /** Seats a program against the player who begins. */
  players.oppose = (spec) => setSeat(other(firstColour(session.position.game)), spec);

  /** The colour of the only person who plays; null if there are two, or none. */
  players.sitter = () => {
    const persons = ['black', 'white'].filter((colour) => !isProgram(seats[seatOf(colour)]));
    return persons.length === 1 ? persons[0] : null;
  };

  players.seats = () => [...seats];
  players.PERSON = PERSON;
  /** The players to choose from on a board: `[spec, name with the spec, description]`. */
  players.options = (board) => {
    const usable = offered.filter(({ spec }) => able.get(board)?.has(spec) ?? spec !== TABLE);
    const typed = new Set(seats.filter((seat) => seat !== PERSON && !offered.some(({ spec }) => spec === seat)));
    return [[PERSON, t('Person')], ...usable.map(({ spec, name, what }) => [spec, isLevel(spec) ? said(name) : `${said(name)} · ${spec}`, said(what)]), ...[...typed].map((spec) => [spec, spec])];
  };

  /** Asks who can play on a board, unless that is known; a failed request is repeated the next time. */
  players.ask = async (board) => {
    if (able.has(board)) return;
    try {
      const { players: list } = await post('players', { board });
      able.set(board, new Set(list.filter(({ why_not: reason }) => reason === null).map(({ spec }) => spec)));
    } catch {
      return; // All players are offered then; the server says why one cannot play.
    }
  };

  function resume() {
    running = true;
    refresh();
    think();
  }

  function stopThinking() {
    thinking?.abort();
    thinking = null;
  }

  async function think() {
    const { position, node } = session;
    if (thinking || held || !running || !position || position.over || !isProgram(toMove())) return;
    const mine = new AbortController();
    thinking = mine;
    refresh();
    const begun = performance.now();
    const leave = watchMaking((making) => {
      if (thinking !== mine) return;
      waited = making;
      players.changed();
    });
    try {
      const body = { ...session.body(), player: toMove(), seconds: bounded(), seed: Math.floor(Math.random() * 2 ** 31) };
      const answer = await post('play', body, mine.signal);
      if (seats.every(isProgram)) await sleep(PAUSE_MS - (performance.now() - begun));
      if (mine.signal.aborted || session.node !== node) return;
      thinking = null;
      thought.textContent = told(answer, nameOf(answer.player));
      if (await session.play(answer.move)) countResult();
    } catch (error) {
      if (thinking === mine) thinking = null;
      if (isAbort(error)) return;
      if (error.kind === 'player') error.hint = t('choose another player in the menu next to the side');
      running = false;
      refresh();
      session.emit('error', { error, retry: resume });
    } finally {
      leave();
      waited = null;
    }
  }

  function bounded() {
    const wanted = Number(seconds.value);
    return Math.min(Number.isFinite(wanted) && wanted > 0 ? wanted : 2, most);
  }

  /** A player's name: "Level 3", or what describes an engine. */
  function nameOf(spec) {
    return isLevel(spec) ? said(offered.find((player) => player.spec === spec)?.name ?? spec) : spec;
  }

  /** Counts the game that was just played to its end against a level, once. */
  function countResult() {
    const { game, position } = session;
    const program = opponentOf(seats);
    if (!position.over || game.isCounted || program === null || !isLevel(seats[program])) return;
    game.isCounted = true;
    const { winner } = position.over;
    addResult(game.board, seats[program], winner ? (seatOf(winner) === program ? 2 : 0) : 1);
    describe();
  }

  /** Says who the opponent is, with the results against it, and offers another game at the end of one. */
  function describe() {
    const { game, position } = session;
    const program = opponentOf(seats);
    const spec = seats[program];
    const known = program !== null && isLevel(spec) ? offered.find((player) => player.spec === spec) : null;
    rematch.say(known ? `${said(known.name)} ${said(known.what)}. ${game ? resultsInWords(resultsOf(game.board, spec)) : ''}`.trim() : '');
    rematch.offer(program !== null && Boolean(position?.over));
  }

  /** Begins another game on the same board: with the same colours, or with exchanged ones. */
  async function again(exchanged) {
    const { board, start } = session.game;
    const loaded = session.load({ board, start });
    players.seat(exchanged ? [seats[1], seats[0]] : [...seats]);
    if (await loaded) byId('board').querySelector('[tabindex="0"]')?.focus();
  }

  /** Keeps the players with the game, and for the next game of this kind. */
  function keepSeats() {
    session.game.seats = [...seats];
    rememberSeats(gameOf(session.game.board), seats);
  }

  function refresh() {
    fillSelects();
    describe();
    const programs = seats.some(isProgram);
    // Levels are quick, whatever the time.
    show(byId('seconds-field'), seats.some((seat) => isProgram(seat) && !isLevel(seat)));
    const turn = Boolean(session.position && !session.position.over && isProgram(toMove()));
    show(go, turn && !held);
    go.textContent = running ? t('Stop') : t('Continue');
    go.title = running ? t('Stop the program (P)') : t('Let the program move (P)');
    if (!programs) thought.textContent = '';
    players.changed();
  }

  function fillSelects() {
    ['black', 'white'].forEach((colour, i) => {
      const select = selects[i];
      const spec = seats[seatOf(colour)];
      const known = players.options(session.game?.board ?? '');
      if (!known.some(([value]) => value === spec)) known.push([spec, spec]);
      known.push([OTHER, t('Custom…')]);
      const wanted = known.map(([value]) => value).join('\n');
      if (select.dataset.options !== wanted) {
        select.replaceChildren(...optionsOf(known));
        select.dataset.options = wanted;
      }
      select.value = spec;
    });
  }

  function onSelect(colour, select) {
    if (select.value === OTHER) {
      askSpec(colour);
      return;
    }
    setSeat(colour, select.value);
  }

  function setSeat(colour, spec) {
    stopThinking();
    seats[seatOf(colour)] = spec;
    running = true;
    thought.textContent = '';
    keepSeats();
    session.emit('seats');
    refresh();
    think();
  }

  function askSpec(colour) {
    const dialog = byId('spec-dialog');
    const field = byId('spec-text');
    fillSelects();
    field.value = '';
    dialog.onclose = () => {
      if (dialog.returnValue === 'ok' && field.value.trim()) setSeat(colour, field.value.trim());
    };
    dialog.returnValue = '';
    dialog.showModal();
  }

  selects[0].addEventListener('change', () => onSelect('black', selects[0]));
  selects[1].addEventListener('change', () => onSelect('white', selects[1]));
  seconds.addEventListener('change', () => remember('seconds', seconds.value));
  go.addEventListener('click', players.toggle);
  session.on('loading', () => {
    coming = null;
    stopThinking();
  });
  rematch.onPress = again;
  session.on('load', () => {
    const { board, seats: kept } = session.game;
    players.ask(board).then(() => { if (session.game?.board === board) fillSelects(); });
    thought.textContent = '';
    if (coming) running = true;
    const isOther = kind !== null && kind !== gameOf(board);
    kind = gameOf(board);
    // The players of a game stay with it. They do not follow into a game of another kind.
    [seats[0], seats[1]] = coming ?? kept ?? (isOther ? [PERSON, PERSON] : seats);
    keepSeats();
    coming = null;
  });
  session.on('stay', () => {
    coming = null;
    think();
  });
  session.on('position', () => {
    stopThinking();
    refresh();
    think();
  });
  return players;
}

/** Who the opponent is, beside the far player, and buttons for another game beside the prompt; `onPress` is called with whether the colours are exchanged. */
function mountRematch() {
  const about = h('p', { id: 'opponent-said', class: 'thought' });
  const same = h('button', { type: 'button', class: 'small', id: 'rematch', onclick: () => rematch.onPress(false) }, t('Rematch'));
  const exchanged = h('button', { type: 'button', class: 'small', id: 'rematch-other', onclick: () => rematch.onPress(true) }, t('Rematch, other colour'));
  byId('thought').before(about);
  byId('prompt').after(same, exchanged);
  const rematch = {
    onPress: () => {},
    say(text) {
      about.textContent = text;
    },
    offer(isOver) {
      show(same, isOver);
      show(exchanged, isOver);
    },
  };
  rematch.offer(false);
  return rematch;
}

function told({ player: spec, estimate, nodes, seconds }, player) {
  if (isLevel(spec) && spec !== 'perfect') return '';
  const work = typeof nodes === 'number' && nodes > 0 ? ` (${count(nodes, 'position', 'positions')}${typeof seconds === 'number' ? t(', {n} s', { n: inNumbers(seconds, 1) }) : ''})` : '';
  return estimate ? `${player} ${said(estimate)}${work}` : t('{player} has moved{work}', { player, work });
}

function sleep(ms) {
  return new Promise((resolve) => { setTimeout(resolve, Math.max(0, ms)); });
}
