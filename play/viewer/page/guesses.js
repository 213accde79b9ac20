/** The ranking in an estimate, as far as its error allows one. Nothing here knows the page. */

/** The fewest random games, or judgements, after which a move is ranked. */
const FEWEST = 30;
/** The most moves that are ranked, apart from those that are equal to the best. */
const MOST = 5;
/** Two shares differ if their difference is more than this many standard errors. */
const ERRORS = 2;
/** Among many moves of equal shares, some stand out if the search has come back to them this many times as often as to the average move. */
const FAVOUR = 4;

/**
 * The moves of an answer of `/estimate` that stand out, best first, each with its `level`: 1 for the best and those that are equal to it within
 * the error, 2 for the others. Empty if none stands out: if all that are listed are equal, and only some of the `legal` moves are listed.
 */
export function ranked({ moves, playouts }, legal) {
  const listed = moves.filter((guess) => guess.playouts >= FEWEST);
  const [first] = listed;
  if (!first) return [];
  const isEqual = ({ share, error = 0 }) => first.share - share <= ERRORS * Math.hypot(first.error ?? 0, error);
  const isLuck = listed.length < legal && listed.every(isEqual) && first.playouts < (Math.min(FAVOUR, legal / 2) * playouts) / legal;
  const isAll = listed.length === legal && listed.every(isEqual);
  if (isLuck || isAll) return [];
  return listed.map((guess) => ({ ...guess, level: isEqual(guess) ? 1 : 2 })).filter(({ level }, i) => level === 1 || i < MOST);
}
