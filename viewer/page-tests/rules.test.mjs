/** The figures of the rules, as far as they can be checked without a server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { moduleOf } from '../page/games.js';
import { stateOf, textOf } from '../page/positions.js';
import { games } from './games.js';

for (const game of games) {
  test(`the figures of ${game} show positions and moves`, () => {
    const text = readFileSync(new URL(`../../games/src/${game}/page/rules.html`, import.meta.url), 'utf8');
    const figures = [...text.matchAll(/<figure data-board="([^"]+)" data-position="([^"]+)"([^>]*)>/g)];
    assert.ok(figures.length >= 5);
    for (const [, board, position, rest] of figures) {
      const state = stateOf(board, position);
      const written = textOf({ ...state, may_swap: /swap\?$/.test(position) });
      assert.equal(written, position);
      const then = /data-then="([^"]+)"/.exec(rest)?.[1];
      if (then && then !== 'swap') assert.ok(moduleOf(game).pick.parts(then, state.to_move).length > 0, then);
    }
  });
}
