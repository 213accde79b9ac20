/** The mistakes of a player in games, as exercises. Nothing here knows the page. */
import { other } from './words.js';

/** The names of the players of some games, those of most games first. */
export function playersIn(games) {
  const numbers = new Map();
  for (const { black, white } of games) {
    for (const name of [black, white]) if (name) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  }
  return [...numbers].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/**
 * Finds a player's mistakes in games by the server's audit: `post` sends requests, each search takes at most `seconds`, and `heard` is told
 * the number of games done. Returns `{ exercises, unknown }`, with the number of moves whose value stays unknown.
 */
export async function collectMistakes(games, player, { post, seconds, heard = () => {} }) {
  const exercises = [];
  let unknown = 0;
  for (const [i, game] of games.entries()) {
    heard(i);
    const colour = game.black === player ? 'black' : game.white === player ? 'white' : null;
    if (colour === null || game.moves.length === 0) continue;
    const body = { board: game.board, start: game.start ?? 'start', moves: game.moves };
    const { moves, positions } = await post('audit', body);
    for (const [ply, move] of moves.entries()) {
      // After a swap the players have exchanged colours.
      const began = positions[ply].changed_colours ? other(move.colour) : move.colour;
      if (began !== colour) continue;
      if (move.before === null || move.after === null) unknown++;
      if (move.gift) exercises.push(await exerciseOf({ ...body, moves: game.moves.slice(0, ply) }, move, { post, seconds }));
    }
  }
  return { exercises, unknown };
}

async function exerciseOf(body, { move, before, after, instead }, { post, seconds }) {
  const { position, to_move } = await post('position', { ...body, brief: true });
  const { moves } = await post('values', { ...body, seconds });
  const good = moves.filter(({ value }) => value === before).map((entry) => entry.move);
  const { line } = await post('line', { ...body, move, seconds });
  const solution = good.length > 0 ? good : [instead].filter(Boolean);
  return { board: body.board, position, to_move, value: before, after, played: move, solution, line, times: 1 };
}
