/** Positions of draughts: on one line (FEN), as an object from square to "w", "b", and "W", "B" for kings, and editing them. */

/** The dark squares in the order of their numbers: a1, c1, … h8. */
export const SQUARES = [...'12345678'].flatMap((rank) =>
  [...'abcdefgh'].filter((_, file) => (file + Number(rank)) % 2 === 1).map((file) => file + rank),
);

/** The pieces, and whose turn it is. Throws where the shape is wrong. */
export function read(_, text) {
  if (!/^[WB]:[WB]/.test(text)) throw new Error(`no turn and pieces: ${text}`);
  const [turn, ...groups] = text.split(':');
  const cells = {};
  for (const group of groups) {
    const colour = group[0].toLowerCase();
    for (const piece of group.slice(1).split(',').filter(Boolean)) {
      const king = piece[0] === 'K';
      cells[king ? piece.slice(1) : piece] = king ? colour.toUpperCase() : colour;
    }
  }
  return { cells, to_move: turn === 'W' ? 'white' : 'black' };
}

/** The position on one line. */
export function write({ cells, to_move: turn }) {
  const group = (colour) => {
    const squares = SQUARES.filter((square) => (cells[square] || '').toLowerCase() === colour);
    return squares.map((square) => (cells[square] === colour ? square : `K${square}`)).join(',');
  };
  return `${turn === 'black' ? 'B' : 'W'}:W${group('w')}:B${group('b')}`;
}

/** What can be put down: the sign and its name. The last takes away. */
export const pieces = [['w', 'White man'], ['W', 'White king'], ['b', 'Black man'], ['B', 'Black king'], ['', 'Empty']];

/** Puts a piece on a square. */
export function paint(edit, square, piece) {
  const cells = { ...edit.cells, [square]: piece };
  if (!piece) delete cells[square];
  return { ...edit, cells };
}

/** The empty board. */
export function clear(edit) {
  return { ...edit, cells: {} };
}
