/** The ranking in an estimate, as far as its error allows one. Nothing here knows the page. */

/** The fewest random games, or judgements, after which a move is ranked. */
const FEWEST = 30;
/** The most moves that are ranked, apart from those that are equal to the best. */
const MOST = 5;
/** The least difference of shares where no error is known: less than a percent is not shown. */
const PERCENT = 0.01;
/** Two shares differ if their difference is more than this many standard errors. */
const ERRORS = 2;
/**
 * The moves of an answer of `/estimate` that stand out, best first, each with its `level`: 1 for the best and those that are equal to it within
 * the error, 2 for the others. Empty if none stands out: if all moves are equal, or if random games find all that are listed equal, which are
 * then the lucky ones of more `legal` moves.
 */
export function ranked({ judge, moves }, legal) {
  const listed = moves.filter(({ playouts, error }) => playouts >= FEWEST || error === null);
  const [first] = listed;
  if (!first) return [];
  const isEqual = ({ share, error }) => first.share - share <= Math.max(PERCENT, ERRORS * Math.hypot(first.error ?? 0, error ?? 0));
  if (listed.every(isEqual) && legal > 1 && (judge === 'playouts' || listed.length === legal)) return [];
  return listed.map((guess) => ({ ...guess, level: isEqual(guess) ? 1 : 2 })).filter(({ level }, i) => level === 1 || i < MOST);
}
