/**
 * The open game: its moves with branches, the current position, and listeners for changes. The server knows the rules; each
 * node of the tree stores the position that the server returned for it.
 */
import { isAbort, post } from './api.js';
import { said } from './language.js';
import { moveNumber } from './numbers.js';
import { shapeOf, written } from './shape.js';
import { commentText, fromParts } from './parts.js';
import { addLine, addMove, forward, isMain, movesTo, nodeOf, removeBranch, visit } from './tree.js';
import { firstColour } from './words.js';

/** The ply from which a game counts as long. */
const LONG = 100;

/**
 * A session without a game. Events: `loading` (another game was requested), `load` (it has arrived), `stay` (it could not be loaded),
 * `position` (another node, or its position has arrived), `tree` (moves were added or removed), `flags` (verdicts on moves
 * have changed), `comment` (a comment has changed), `seats` (other players), `known` (the value of a position of the line has arrived),
 * `values` (values are shown or hidden), `error`, `note` (a sentence about the game that was opened).
 */
export function createSession() {
  const listeners = new Map();
  const session = { game: null, node: null, position: null };
  /** Requests under way. Loading a game cancels moves and steps; moves and steps never cancel loading. */
  const asking = { game: null, step: null };
  /** The position that was requested in advance: `{ node, asked, done }`. */
  let ahead = null;

  /** Calls `listener` at each event of this name. */
  session.on = (event, listener) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  };

  /** Calls the listeners of an event. */
  session.emit = (event, detail) => {
    for (const listener of listeners.get(event) ?? []) listener(detail);
  };

  /**
   * Opens a game: `{ board, start, moves, variations, comments, tags, black, white, seats, result, how, ply, at, end }`, all but the board
   * optional; `ply` is the position to show (by default the end), or `at`, the number of a position (`parts.js`); `end` is the position
   * where the line through it ends. Returns true if the server accepts it. Otherwise the open game stays: false with the event `error`,
   * null if another game was requested meanwhile.
   */
  session.load = async (wanted) => {
    const body = { board: wanted.board, start: wanted.start ?? 'start', moves: wanted.moves ?? [], picture: true };
    if (wanted.variations?.length > 0) body.variations = wanted.variations;
    asking.step?.abort();
    session.emit('loading');
    const position = await ask('game', body, () => session.load(wanted));
    if (!position) {
      if (asking.game) return null;
      session.emit('stay');
      return false;
    }
    const { moves, variations } = position;
    const { tree, ids } = fromParts({ moves, variations, comments: wanted.comments });
    const last = ids[moves.length];
    nodeOf(tree, last).position = position;
    const names = { black: wanted.black ?? null, white: wanted.white ?? null };
    const shape = shapeOf(position);
    const { result = null, how = null, tags = [], seats } = wanted;
    session.game = { board: position.board, start: position.start, names, result, how, tags, seats, tree, last, shape, begins: position.begins };
    visit(tree, ids[wanted.end] ?? last);
    show(ids[wanted.at] ?? ids[Math.min(wanted.ply ?? moves.length, moves.length)]);
    visit(tree, session.node.id);
    session.emit('load');
    await arrive();
    return true;
  };

  /** Reopens a game that was open before, with its branches, from its `session.game`. */
  session.reopen = async (game, id) => {
    asking.game?.abort();
    session.game = game;
    show(id);
    session.emit('load');
    await arrive();
  };

  /** Shows another node of the tree. */
  session.go = async (id) => {
    if (id === null || !session.game || id === session.node.id) return;
    visit(session.game.tree, id);
    show(id);
    await arrive();
  };

  /** Makes a move in the current position, if the server finds it legal. Returns the new node, or null. */
  session.play = async (move) => {
    const { game, node } = session;
    const body = { ...session.body(), moves: [...movesTo(game.tree, node.id), move] };
    const position = await ask('step', body, session.here(() => session.play(move)));
    if (!position || session.game !== game || session.node !== node) return null;
    const id = addMove(game.tree, node.id, position.moves.at(-1));
    const made = nodeOf(game.tree, id);
    made.position = position;
    session.node = made;
    session.position = position;
    session.emit('tree');
    session.emit('position');
    return made;
  };

  /** Adds a line of moves after the current position, as a branch; returns the ids of its nodes. */
  session.addLine = (moves) => {
    const ids = addLine(session.game.tree, session.node.id, moves);
    session.emit('tree');
    return ids;
  };

  /** Sets a node's comment; an empty text removes it. */
  session.comment = (id, text) => {
    const node = nodeOf(session.game.tree, id);
    const comment = commentText(text);
    if ((node.comment ?? '') === comment) return;
    if (comment) node.comment = comment;
    else delete node.comment;
    session.emit('comment', node);
  };

  /** How a recorded game ended, as long as its main line ends where the record does: `{ result, how }`. */
  session.recorded = (game = session.game) => {
    const { tree, result, how, last } = game;
    const main = tree.nodes.get(last);
    const isSame = main !== undefined && main.children.length === 0 && isMain(tree, main);
    return isSame ? { result, how } : { result: null, how: null };
  };

  /** Removes a move and everything after it. If that includes the current position, the position before the move is shown. */
  session.remove = async (id) => {
    const { tree } = session.game;
    const parent = removeBranch(tree, id);
    const isGone = !tree.nodes.has(session.node.id);
    // Listeners must never see a removed node as the current one.
    if (isGone) show(parent);
    session.emit('tree');
    if (isGone) await arrive();
  };

  /** The fields that every request about the current position has. */
  session.body = () => {
    const { game, node } = session;
    return { board: game.board, start: game.start, moves: movesTo(game.tree, node.id) };
  };

  /** The number before a node's move, as players count: `3.` or `3…`. */
  session.numberOf = (node) => {
    const { board, begins } = session.game;
    const first = firstColour(board);
    return moveNumber(node.ply, begins !== first);
  };

  /** A move as the page shows it. */
  session.written = (move) => written(session.game.shape, move);

  /** A sentence of the server about this board, as the page shows it. */
  session.told = (text) => (typeof text === 'string' ? session.game.shape.shown(said(text)) : text);

  /** The node that "forward" goes to, or null. */
  session.next = () => forward(session.game.tree, session.node.id);

  /** The action, bound to the current position: in another position it does nothing. */
  session.here = (action) => {
    const { game, node } = session;
    return () => (session.game === game && session.node === node ? action() : undefined);
  };

  function show(id) {
    session.node = nodeOf(session.game.tree, id);
    session.position = session.node.position ?? null;
  }

  async function arrive() {
    const { node } = session;
    session.emit('position');
    if (!node.position) {
      await fetchPosition(node);
      if (!node.position || session.node !== node) return;
      session.position = node.position;
      session.emit('position');
    }
    lookAhead();
  }

  async function fetchPosition(node) {
    if (ahead?.node === node) await ahead.done;
    else leaveAhead();
    if (node.position || session.node !== node) return;
    const position = await ask('step', { ...session.body(), brief: true }, session.here(arrive));
    if (position) node.position = position;
  }

  /** In a long game the server needs a while to play up to a position, so the next one is requested in advance. */
  function lookAhead() {
    const next = session.next();
    if (next === null || session.node.ply < LONG) return;
    const { tree } = session.game;
    const node = nodeOf(tree, next);
    if (node.position || ahead?.node === node) return;
    leaveAhead();
    const body = { ...session.body(), moves: movesTo(tree, next), brief: true };
    const asked = new AbortController();
    // If this fails, going there repeats the request and shows the error.
    const done = post('position', body, asked.signal).then((position) => { node.position ??= position; }, () => {});
    ahead = { node, asked, done: done.finally(() => { if (ahead?.node === node) ahead = null; }) };
  }

  function leaveAhead() {
    ahead?.asked.abort();
    ahead = null;
  }

  async function ask(what, body, retry) {
    asking[what]?.abort();
    const mine = new AbortController();
    asking[what] = mine;
    try {
      return await post('position', body, mine.signal);
    } catch (error) {
      if (!isAbort(error)) session.emit('error', { error, retry });
      return null;
    } finally {
      if (asking[what] === mine) asking[what] = null;
    }
  }

  return session;
}
