import assert from 'node:assert/strict';
import { test } from 'node:test';
import './games.js';
import { collectMistakes, playersIn } from '../page/mistakes.js';

const games = [
  { board: 'hex:2x2', start: 'start', moves: ['a1', 'b1'], black: 'Ann', white: 'Bob' },
  { board: 'hex:2x2', moves: ['a1', 'swap', 'b2'], black: 'Cid', white: 'Ann' },
  { board: 'hex:2x2', moves: [], black: 'Ann', white: null },
];

test('players are listed by their number of games', () => {
  assert.deepEqual(playersIn(games), ['Ann', 'Bob', 'Cid']);
});

test('mistakes are found by player, also after a swap of colours', async () => {
  const asked = [];
  const post = async (route, body) => {
    asked.push([route, body.moves.length]);
    if (route === 'audit') {
      const isSwapped = body.moves.includes('swap');
      const line = (ply, colour, gift, before = 'win', after = 'loss') => ({ ply, move: body.moves[ply - 1], colour, before, after, gift, instead: 'b2' });
      const moves = isSwapped ? [line(1, 'black', 'win to loss'), line(2, 'white', null), line(3, 'white', null, null, null)] : [line(1, 'black', 'win to loss'), line(2, 'white', 'win to loss')];
      return { moves, positions: [...moves, {}].map((_, i) => ({ changed_colours: isSwapped && i >= 2 })) };
    }
    if (route === 'position') return { position: 'P', to_move: 'black' };
    if (route === 'values') return { moves: [{ move: 'a1', value: 'loss' }, { move: 'b1', value: 'win' }, { move: 'b2', value: 'win' }] };
    return { line: ['a1', 'b2'] };
  };
  const { exercises, unknown } = await collectMistakes(games, 'Ann', { post, seconds: 1 });
  assert.deepEqual(exercises, [{ board: 'hex:2x2', position: 'P', to_move: 'black', value: 'win', after: 'loss', played: 'a1', solution: ['b1', 'b2'], line: ['a1', 'b2'], times: 1 }]);
  // The player who began as Black made the third move of the second game, not Ann.
  assert.equal(unknown, 0);
  assert.equal((await collectMistakes(games, 'Cid', { post, seconds: 1 })).unknown, 1);
  assert.deepEqual(asked.slice(0, 4), [['audit', 2], ['position', 0], ['values', 0], ['line', 0]]);
});
