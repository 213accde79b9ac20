/** The ranking in an estimate, as far as its error allows one. Nothing here knows the page. */

/** The fewest random games, or judgements, after which a move is ranked. */
const FEWEST = 30;
/** The most moves that are ranked, apart from those that are equal to the best. */
const MOST = 5;
/** Moves whose weight is at least this part of the greatest are equal. */
const NEAR = 0.6;
/** Two shares differ if their difference is more than this many standard errors. */
const ERRORS = 2;
/**
 * The moves of an answer of `/estimate` that stand out, best first, each with its `level`: 1 for the best and those that are equal to it within
 * the error (by connections: by weight), 2 for the others. Empty if none stands out: if all moves are equal, or if random games find all that
 * are listed equal, which are then the lucky ones of more `legal` moves.
 * The `share` of a move with few games is null.
 */
export function ranked({ judge, moves }, legal) {
  const isWeighed = typeof moves[0]?.weight === 'number';
  const listed = isWeighed ? moves : moves.filter((guess) => guess.playouts >= FEWEST);
  const [first] = listed;
  if (!first) return [];
  const isEqual = ({ share, error = 0, weight }) => (isWeighed ? weight >= NEAR * first.weight : first.share - share <= ERRORS * Math.hypot(first.error ?? 0, error));
  if (listed.every(isEqual) && legal > 1 && (judge === 'playouts' || listed.length === legal)) return [];
  const shown = (guess) => ({ ...guess, share: guess.playouts >= FEWEST ? guess.share : null, level: isEqual(guess) ? 1 : 2 });
  return listed.map(shown).filter(({ level }, i) => level === 1 || i < MOST);
}
