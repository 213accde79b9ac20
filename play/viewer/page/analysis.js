/** Values of the positions in a line, one after the other: by a search, or by connections where no search covers the board. */
import { isAbort, post } from './api.js';
import { valueOf } from './connections.js';
import { infoOf } from './games.js';
import { advanced } from './progress.js';
import { movesTo } from './tree.js';
import { bestOf, entriesOf, isKnown } from './words.js';
import { fieldsOf } from './worths.js';

/** The positions of a line whose values are unknown and which no search of as many seconds has tried, those near `ply` first. */
export function openIn(line, seconds, ply) {
  const open = line.filter(({ worth, tried = -1 }) => !(worth && isKnown(worth)) && tried < seconds);
  return open.toSorted((a, b) => Math.abs(a.ply - ply) - Math.abs(b.ply - ply));
}

/**
 * Searches positions of the open game, each for some seconds, and stores what is proven in their nodes; emits `known` after each. Calls
 * `onStep` with the number of positions that are done. With `byConnections`, connections prove what the search leaves open. Throws what
 * `post` throws.
 */
export async function searchAll(session, nodes, { seconds, signal, byConnections = false, onStep = () => {} }) {
  const { game } = session;
  const isOpen = ({ worth }) => !(worth && isKnown(worth));
  for (const [i, node] of nodes.entries()) {
    onStep(i);
    // The values panel may have found it meanwhile.
    if (!isOpen(node)) continue;
    const found = await valueAt(game, node, { seconds, signal, byConnections });
    if (session.game !== game || !game.tree.nodes.has(node.id)) return;
    node.tried = seconds;
    if (!found || !isOpen(node)) continue;
    node.worth = fieldsOf({ ...node.worth, ...found });
    node.better = bestOf(found);
    session.emit('known');
  }
  onStep(nodes.length);
}

/** What is known about a node's position after a search, which ends as soon as its value is proven; null if it stays open. */
async function valueAt({ board, start, tree }, node, { seconds, signal, byConnections }) {
  const body = { board, start, moves: movesTo(tree, node.id), seconds };
  const enough = new AbortController();
  let found = null;
  const onProgress = (progress) => {
    found = advanced(found, { ...progress, moves: entriesOf(board, progress.moves) });
    if (isKnown(found)) enough.abort();
  };
  try {
    found = await post('values', { ...body, progress: true }, AbortSignal.any([signal, enough.signal]), onProgress);
  } catch (error) {
    if (!isAbort(error) || signal.aborted) throw error;
  }
  if (isKnown(found)) return found;
  if (!byConnections || !infoOf(board).connects) return null;
  const value = valueOf(await post('connections', body, signal));
  return value && { value, distance: null, score: null, margin: null };
}
