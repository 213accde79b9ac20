/** The board of the open game: choosing a move, the last move, the values of cells, connections, and the prompt. */
import { draw, focusBoard, point } from './board.js';
import { byId, h, onPress, show } from './dom.js';
import { percent } from './estimate.js';
import { sizeOf } from './games.js';
import * as picks from './pick.js';
import { partsOf } from './shape.js';
import { best, hidden, inWords, mark, other, sentence, sideName, tint, worst } from './words.js';

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
  let turned = false;
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
      pick = there ?? { ...hand.before, note: cell === null ? null : `${from} cannot move to ${cell}.` };
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
    prompt.textContent = drawn?.words ?? said(live);
    show(undo, pick.chosen.length > 0 && !pick.move);
    show(swap, live && pick.maySwap);
    offer(live ? picks.unplaced(pick) : []);
    values.narrow(pick);
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
      board, cells, shape, turned,
      title: `${position.title}, ${sideName(position.game, position.to_move)} to move${shape.look === 'drawn' ? `: ${position.position}` : ''}`,
      last: node.move ? partsOf(shape, node.move, other(position.to_move)) : [],
      chain: position.over?.chain ?? [],
      targets: live ? picks.targets(pick) : [],
      ghost: picks.ghost(pick),
      shows: { ...stonesOf(drawn?.parts), ...picks.shows(pick) },
      chosen: pick.chosen,
      connections: drawn,
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
      marks[cell] = shown.unclear ? { mark: '?', tint: 'none', words: 'not all known' } : valueOf(shown, entries, by);
    }
    return marks;
  }

  /** The best estimate through each cell, `{ cell: { level, words } }`. */
  function guessed() {
    const shades = {};
    if (pick.move) return shades;
    for (const [cell, [{ level, share }]] of picks.entriesByCell(pick, values.guesses())) shades[cell] = { level, words: share === null ? 'estimate: among the best' : `estimate: ${percent(share)}` };
    return shades;
  }

  function valueOf(shown, entries, by) {
    const note = entries.length > 1 ? hidden(entries, shown) : null;
    const words = entries.length > 1 ? `${by}: ${inWords(shown)}` : inWords(shown);
    return { mark: mark(shown), tint: tint(shown), note, words: note ? `${words}; ${note.words}` : words };
  }

  function said(live) {
    const { position } = session;
    if (position.over) return ended(position);
    const mover = sideName(position.game, position.to_move);
    if (pick.note) return pick.note;
    if (!live) return players.saying() ?? `${mover} to move.`;
    return `${mover} to move. ${picks.prompt(pick)}`.trim();
  }

  session.on('load', () => { lent = null; pick = null; turned = isCramped(session.game); });
  session.on('position', arrive);
  undo.addEventListener('click', () => { onBack(); focusBoard(container); });
  swap.addEventListener('click', () => finish('swap'));
  onPress(offered, '[data-move]', ({ dataset }) => dataset.move, ({ dataset }) => mayMove() && finish(dataset.move));

  return {
    redraw,
    /** Undoes the last click; false if there is none. */
    back: () => { const had = pick?.chosen.length > 0; onBack(); return had; },
    focus: () => (session.game?.shape.look === 'drawn' ? offered.firstChild?.focus() : focusBoard(container)),
    turn: () => { turned = !turned; redraw(); },
    point: (move) => point(container, move && session.position ? partsOf(session.game.shape, move, session.position.to_move) : []),
    /** Points at parts of a move, as `partsOf` returns them. */
    pointAt: (parts) => point(container, parts),
    isLent: () => lent !== null,
    /** Lends the board: it shows `{ state(), prompt() }` instead of the game until the returned function is called. */
    borrow: (guest) => { lent = guest; redraw(); return () => { lent = null; begin(); }; },
  };
}

/** The stones that a move leaves, by cell. */
function stonesOf(parts = []) {
  return Object.fromEntries(parts.map(({ cell, stone }) => [cell, stone]));
}

/** Whether a board of hexagons should stand on its sharp corner, which makes its cells larger in a narrow, high window. */
function isCramped({ board, shape }) {
  const [rows, cols] = sizeOf(board) ?? [0, 0];
  return shape.look === 'hexagon' && window.innerWidth < 600 && window.innerWidth < window.innerHeight && rows + cols >= 16;
}

function ended(position) {
  const { winner, reason } = position.over;
  const head = winner ? `${sideName(position.game, winner)} has won.` : 'A draw.';
  return reason ? `${head} ${sentence(reason)}` : head;
}
