/**
 * What a search has proven so far, as an answer of `/values` that is not finished: it has `searching`, the number of moves that are `proven`
 * and how many there are (`of`). Nothing here knows the page.
 */
import { isKnown } from './words.js';

/** The answer with what a line of progress adds. The first line lists all moves, the others those about which more is known. */
export function advanced(answer, { moves: news, proven: _, of: __, ...whole }) {
  const late = new Map(news.map((entry) => [entry.move, entry]));
  const before = answer?.moves?.length > 0 ? answer.moves : news;
  const moves = before.map((entry) => (late.has(entry.move) ? richer(entry, late.get(entry.move)) : entry));
  const known = richer(answer ?? {}, whole);
  return { ...known, moves, source: 'search', sentence: null, detail: null, search_helps: false, searching: { proven: moves.filter(isKnown).length, of: moves.length } };
}

/** Of an earlier and a later statement about the same thing the later, unless it says less: a longer search begins anew. */
function richer(old, late) {
  const lessens = (isKnown(old) && !isKnown(late)) || (typeof old.distance === 'number' && typeof late.distance !== 'number');
  return lessens ? old : { ...old, ...late };
}
