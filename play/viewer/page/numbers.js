/** How moves are numbered, wherever the page shows them. Nothing here knows the page. */

/**
 * The number before a move, as players count: in pairs, `3.` for a move of the first colour and `3…` for one of the second.
 * `ply` counts from 1; `late` says that the second colour began.
 */
export function moveNumber(ply, late = false) {
  const half = ply - 1 + (late ? 1 : 0);
  return `${Math.floor(half / 2) + 1}${half % 2 === 0 ? '.' : '…'}`;
}
