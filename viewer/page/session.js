/**
 * The game that is open: its moves with branches, the position shown, and who hears of changes. The rules are the server's; each
 * node of the tree keeps the position that the server gave for it.
 */
import { isAbort, post } from './api.js';
import { moveNumber } from './numbers.js';
import { shapeOf, written } from './shape.js';
import { commentText, fromParts } from './parts.js';
import { addLine, addMove, forward, isMain, movesTo, nodeOf, removeBranch, visit } from './tree.js';
import { firstColour } from './words.js';

/** From this ply on a game is long. */
const LONG = 100;

/**
 * A session without a game. Events: `loading` (another game is asked for), `load` (it is there), `stay` (it is not to be had),
 * `position` (another node, or its position has come), `tree` (moves were added or removed), `flags` (what `/audit` says has
 * come), `comment` (a node has another one), `known` (what the position is worth has come), `values` (they are shown or hidden),
 * `error`.
 */
export function createSession() {
  const listeners = new Map();
  const session = { game: null, node: null, position: null };
  /** Requests under way. Loading a game cancels moves and steps, never the other way round. */
  const asking = { game: null, step: null };
  /** The position that is asked for before it is wanted: `{ node, asked, done }`. */
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
   * Opens a game: `{ board, start, moves, variations, comments, tags, black, white, result, how, ply, at, end }`, all but the board
   * optional; `ply` is what to show, the end if it is left out, or `at`, the number of a position (`parts.js`); `end` is the one
   * where the line through it ends. True if the server takes it; otherwise an `error` goes out, and what was open stays.
   */
  session.load = async (wanted) => {
    const body = { board: wanted.board, start: wanted.start ?? 'start', moves: wanted.moves ?? [], picture: true };
    if (wanted.variations?.length > 0) body.variations = wanted.variations;
    asking.step?.abort();
    session.emit('loading');
    const position = await ask('game', body, () => session.load(wanted));
    if (!position) {
      if (!asking.game) session.emit('stay');
      return false;
    }
    const { moves, variations } = position;
    const { tree, ids } = fromParts({ moves, variations, comments: wanted.comments });
    const last = ids[moves.length];
    nodeOf(tree, last).position = position;
    const names = { black: wanted.black ?? null, white: wanted.white ?? null };
    const shape = shapeOf(position);
    const { result = null, how = null, tags = [] } = wanted;
    session.game = { board: position.board, start: position.start, names, result, how, tags, tree, last, shape, begins: position.begins };
    visit(tree, ids[wanted.end] ?? last);
    show(ids[wanted.at] ?? ids[Math.min(wanted.ply ?? moves.length, moves.length)]);
    visit(tree, session.node.id);
    session.emit('load');
    await arrive();
    return true;
  };

  /** Opens again a game that was open before, with its branches, as `session.game` gave it. */
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

  /** Makes a move in the position shown, where the server finds it legal. Gives the new node, or null. */
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

  /** Adds a line of moves after the position shown, as a branch; gives the ids of its nodes. */
  session.addLine = (moves) => {
    const ids = addLine(session.game.tree, session.node.id, moves);
    session.emit('tree');
    return ids;
  };

  /** Says something about a node; nothing takes back what was said. */
  session.comment = (id, text) => {
    const node = nodeOf(session.game.tree, id);
    const comment = commentText(text);
    if ((node.comment ?? '') === comment) return;
    if (comment) node.comment = comment;
    else delete node.comment;
    session.emit('comment', node);
  };

  /** How the recorded game ended, as long as its main line ends where the record does: `{ result, how }`. */
  session.recorded = () => {
    const { tree, result, how, last } = session.game;
    const main = tree.nodes.get(last);
    const isSame = main !== undefined && main.children.length === 0 && isMain(tree, main);
    return isSame ? { result, how } : { result: null, how: null };
  };

  /** Removes a move and what follows it. If the position shown is among that, the one before the move is shown. */
  session.remove = async (id) => {
    const { tree } = session.game;
    const parent = removeBranch(tree, id);
    const isGone = !tree.nodes.has(session.node.id);
    // Nobody hears of a removed node as the one that is shown.
    if (isGone) show(parent);
    session.emit('tree');
    if (isGone) await arrive();
  };

  /** What every request about the position shown begins with. */
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

  /** The node that "forward" goes to, or null. */
  session.next = () => forward(session.game.tree, session.node.id);

  /** The action, bound to the position shown: in another it does nothing. */
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

  /** In a long game the server takes a while to play up to a position: the next one is asked for before it is wanted. */
  function lookAhead() {
    const next = session.next();
    if (next === null || session.node.ply < LONG) return;
    const { tree } = session.game;
    const node = nodeOf(tree, next);
    if (node.position || ahead?.node === node) return;
    leaveAhead();
    const body = { ...session.body(), moves: movesTo(tree, next), brief: true };
    const asked = new AbortController();
    // If this fails, going there asks again and shows the error.
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
