/** The board of the open game: choosing a move, the last move, the values of cells, connections, and the prompt. */
import { draw, focusBoard, mayStand, point, trace } from './board.js';
import { byId, h, onPress, show } from './dom.js';
import { percent } from './estimate.js';
import { t } from './language.js';
import * as picks from './pick.js';
import { mountSetting } from './settings.js';
import { partsOf } from './shape.js';
import { pathTo } from './tree.js';
import { best, firstColour, hidden, inWords, mark, other, sentence, sideName, tint, worst } from './words.js';

/**
 * Mounts the board for a session. `players` knows whether a person may move, `values` has the values, `connections` what to draw;
 * `borrow` lends the board, for instance to the editor.
 */
export function mountPlay(session, players, values, connections) {
  const container = byId('board');
  const prompt = byId('prompt');
  const undo = byId('unpick');
  const swap = byId('swap');
  const offered = byId('offered');
  let pick = null;
  /** The position that `pick` begins from. */
  let chosenIn = null;
  let lent = null;
  /** Whether the user has rotated the board. */
  let isRotated = false;
  const numbers = mountSetting('numbers', () => redraw());
  /** During a drag: the pick before the piece was picked up, and the pick with it. */
  let hand = null;

  const mayMove = () => session.position && !session.position.over && players.personMayMove();

  function begin() {
    chosenIn = session.position;
    pick = chosenIn ? picks.begin(session.game.shape, chosenIn) : null;
    redraw();
  }

  /** Keeps a partly chosen move if the same position arrives again. */
  function arrive() {
    if (pick && chosenIn === session.position) redraw();
    else begin();
  }

  function onCell(cell) {
    if (!pick || !mayMove()) return;
    pick = picks.choose(pick, cell);
    const { move } = pick;
    redraw();
    if (move) finish(move);
  }

  async function finish(move) {
    const made = await players.byPerson(move);
    if (!made && session.position) begin();
  }

  const carried = {
    may: (cell) => Boolean(pick && mayMove() && picks.grab(pick, cell)),
    take(cell) {
      hand = { before: pick, pick: picks.grab(pick, cell) };
      pick = hand.pick;
      redraw();
    },
    /** A piece that cannot go there returns to where it was. */
    drop(cell) {
      // Meanwhile another position may have arrived, or Escape was pressed.
      if (!hand || hand.pick !== pick) return;
      const from = pick.chosen.at(-1);
      const there = cell === null ? null : cell === from ? pick : picks.drop(pick, cell);
      pick = there ?? { ...hand.before, note: cell === null ? null : t('{from} cannot move to {cell}.', { from, cell }) };
      hand = null;
      const { move } = pick;
      redraw();
      if (move) finish(move);
    },
  };

  function onBack() {
    if (!pick || pick.chosen.length === 0) return;
    pick = picks.back(pick);
    redraw();
  }

  function redraw() {
    if (lent) {
      draw(container, lent.state());
      prompt.textContent = lent.prompt();
      offer([]);
      show(undo, false);
      show(swap, false);
      return;
    }
    if (!session.position || !pick) return;
    const live = mayMove();
    const drawn = pick.move ? null : connections.drawn();
    draw(container, state(live, drawn));
    paintSides();
    prompt.textContent = drawn?.words ?? said(live);
    show(undo, pick.chosen.length > 0 && !pick.move);
    show(swap, live && pick.maySwap);
    offer(live ? picks.unplaced(pick) : []);
    values.narrow(pick);
  }

  /** Whether the board is drawn turned: hexagons stand where that makes them larger; elsewhere the person who plays sits at the bottom. */
  function isTurned() {
    const { shape } = session.game;
    const { cells } = session.position;
    if (shape.look === 'hexagon') return mayStand(container, { shape, cells, turned: false }, { shape, cells, turned: true }) !== isRotated;
    return (hasEnds() && sitter() !== firstColour(session.game.board)) !== isRotated;
  }

  /** Whether each player has an end of the board. */
  const hasEnds = () => ['square', 'pit'].includes(session.game.shape.look);
  const sitter = () => players.sitter() ?? firstColour(session.game.board);

  /** The name of the player at the bottom is below the board. */
  function paintSides() {
    const near = hasEnds() && isRotated ? other(sitter()) : sitter();
    for (const colour of ['black', 'white']) byId(`player-${colour}`).closest('.side').classList.toggle('far', colour !== near);
  }

  /** Lists moves that cannot be chosen on the board, tinted by their values. */
  function offer(moves) {
    const known = new Map(values.entries().map((entry) => [entry.move, entry]));
    const focused = document.activeElement?.closest('#offered')?.querySelector(':focus')?.dataset.move;
    offered.replaceChildren(...moves.map((move) => {
      const entry = known.get(move);
      return h('button', { type: 'button', class: `small step ${entry ? `kind ${tint(entry)}` : ''}`, 'data-move': move, title: entry ? inWords(entry) : null }, move);
    }));
    show(offered, moves.length > 0);
    if (focused !== undefined) ([...offered.children].find(({ dataset }) => dataset.move === focused) ?? offered.firstChild)?.focus();
  }

  function state(live, drawn) {
    const { position, node } = session;
    const { board, cells } = position;
    const { shape } = session.game;
    return {
      board, cells, shape, turned: isTurned(),
      title: t('{title}, {side} to move', { title: session.told(position.title), side: sideName(position.game, position.to_move) }) + (shape.look === 'drawn' ? `: ${position.position}` : ''),
      last: node.move ? partsOf(shape, node.move, other(position.to_move)) : [],
      chain: position.over?.chain ?? [],
      targets: live ? picks.targets(pick) : [],
      ghost: picks.ghost(pick),
      shows: { ...stonesOf(drawn?.parts), ...picks.shows(pick) },
      chosen: pick.chosen,
      connections: drawn,
      numbers: numbers.on() ? numbersOf(session) : null,
      values: byCell(),
      guesses: guessed(),
      onCell, onBack, carried,
      onHover: (cell) => values.hint(cell, pick),
    };
  }

  function byCell() {
    const marks = {};
    if (pick.move) return marks;
    const by = values.marksBy();
    for (const [cell, entries] of picks.entriesByCell(pick, values.entries())) {
      const shown = by === 'worst' ? worst(entries) : best(entries);
      if (shown === null) continue;
      marks[cell] = shown.unclear ? { mark: '?', tint: 'none', words: t('not all known') } : valueOf(shown, entries, by);
    }
    return marks;
  }

  /** The best estimate through each cell, `{ cell: { level, words } }`. */
  function guessed() {
    const shades = {};
    if (pick.move) return shades;
    for (const [cell, [{ level, share }]] of picks.entriesByCell(pick, values.guesses())) shades[cell] = { level, words: share === null ? t('estimate: among the best') : t('estimate: {share}', { share: percent(share) }) };
    return shades;
  }

  function valueOf(shown, entries, by) {
    const note = entries.length > 1 ? hidden(entries, shown) : null;
    const words = entries.length > 1 ? (by === 'worst' ? t('worst: {does}', { does: inWords(shown) }) : t('best: {does}', { does: inWords(shown) })) : inWords(shown);
    return { mark: mark(shown), tint: tint(shown), note, words: note ? `${words}; ${note.words}` : words };
  }

  function said(live) {
    const { position } = session;
    if (position.over) return ended(position);
    const mover = sideName(position.game, position.to_move);
    if (pick.note) return pick.note;
    if (!live) return players.saying() ?? t('{side} to move.', { side: mover });
    return `${t('{side} to move.', { side: mover })} ${picks.prompt(pick)}`.trim();
  }

  session.on('load', () => { lent = null; pick = null; isRotated = false; });
  window.addEventListener('resize', () => { if (session.game?.shape.look === 'hexagon') redraw(); });
  session.on('position', arrive);
  undo.addEventListener('click', () => { onBack(); focusBoard(container); });
  swap.addEventListener('click', () => finish('swap'));
  onPress(offered, '[data-move]', ({ dataset }) => dataset.move, ({ dataset }) => mayMove() && finish(dataset.move));

  return {
    redraw,
    /** Undoes the last click; false if there is none. */
    back: () => { const had = pick?.chosen.length > 0; onBack(); return had; },
    focus: () => (session.game?.shape.look === 'drawn' ? offered.firstChild?.focus() : focusBoard(container)),
    turn: () => { isRotated = !isRotated; redraw(); },
    point: (move) => point(container, move && session.position ? partsOf(session.game.shape, move, session.position.to_move) : []),
    /** Points at parts of a move, as `partsOf` returns them. */
    pointAt: (parts) => point(container, parts),
    /** Shows a line of moves from the current position on; an empty line removes it. */
    trace: (moves) => trace(container, session.position ? lineParts(session, moves) : []),
    toggleNumbers: numbers.toggle,
    isLent: () => lent !== null,
    /** Lends the board: it shows `{ state(), prompt() }` instead of the game until the returned function is called. */
    borrow: (guest) => { lent = guest; redraw(); return () => { lent = null; begin(); }; },
  };
}

/** The parts of each move of a line from the current position, up to a swap of colours. */
function lineParts({ game: { shape }, position }, moves) {
  const end = moves.indexOf('swap');
  return moves.slice(0, end < 0 ? moves.length : end).map((move, i) => partsOf(shape, move, i % 2 === 0 ? position.to_move : other(position.to_move)));
}

/** The number of the move that put the stone on each cell. */
function numbersOf({ game: { tree, shape }, node }) {
  const numbers = {};
  if (shape.look !== 'hexagon' && shape.look !== 'hole') return numbers;
  for (const { move, ply } of pathTo(tree, node.id)) {
    if (!move) continue;
    for (const { cell, role } of partsOf(shape, move, 'black')) {
      if (role === 'put' || role === 'turn') numbers[cell] = ply;
      else delete numbers[cell];
    }
  }
  return numbers;
}

/** The stones that a move leaves, by cell. */
function stonesOf(parts = []) {
  return Object.fromEntries(parts.map(({ cell, stone }) => [cell, stone]));
}

function ended(position) {
  const { winner, reason } = position.over;
  const head = winner ? t('{side} has won.', { side: sideName(position.game, winner) }) : t('A draw.');
  return reason ? `${head} ${sentence(reason)}` : head;
}
