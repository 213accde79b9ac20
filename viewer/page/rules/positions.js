// Positions in writing, as the figures of the rules pages give them, to the form in which the server tells a position and the
// boards draw it. Pure; it checks shapes and no rules (the browser tests hold every figure against the server).

/** The state that a board draws: `board` such as "nex:3x3", `text` a position on one line. Throws an Error on a wrong shape. */
export function stateOf(board, text) {
  const game = board.split(":")[0];
  const read = { nex: rhombus, hex: rhombus, draughts, awari }[game];
  if (!read) throw new Error(`no such game: ${board}`);
  return { board, game, rows: null, cols: null, changed_colours: false, over: null, legal: [], moves: [], position: text, ...read(board, text) };
}

function rhombus(board, text) {
  const [, rows, cols] = board.match(/:(\d+)x(\d+)$/).map(Number);
  const lines = text.replace(/ swap\?$/, "").split("/");
  if (lines.length !== rows || lines.some((line) => line.length !== cols)) throw new Error(`not ${rows}×${cols} cells: ${text}`);
  const cells = [...lines.join("")].map((sign) => (sign === "." ? "" : sign));
  const count = (colour) => cells.filter((cell) => cell === colour).length;
  return { rows, cols, cells, to_move: count("B") === count("W") ? "black" : "white" };
}

function draughts(_, text) {
  const [turn, ...groups] = text.split(":");
  const cells = {};
  for (const group of groups) {
    const colour = group[0].toLowerCase();
    for (const piece of group.slice(1).split(",").filter(Boolean)) {
      const king = piece[0] === "K";
      cells[king ? piece.slice(1) : piece] = king ? colour.toUpperCase() : colour;
    }
  }
  return { cells, to_move: turn === "W" ? "white" : "black" };
}

function awari(_, text) {
  const [mine, theirs, stores, turn] = text.split("|").map((part) => part.trim());
  const numbers = (part) => part.split(/\s+/).map(Number);
  const [own, other, kept] = [numbers(mine), numbers(theirs), numbers(stores)];
  if (own.length !== 6 || other.length !== 6 || kept.length !== 2) throw new Error(`not twelve pits and two stores: ${text}`);
  const second = turn === "second";
  return {
    cells: { pits: second ? [...other, ...own] : [...own, ...other], stores: second ? [kept[1], kept[0]] : kept },
    to_move: second ? "white" : "black",
  };
}
