/** A step in a long game takes no longer than one in a short one, to speak of. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, says } from '../support/hands.js';

const it = viewer();

/** Two kings that go to and fro: the most moves of a game without a capture, but for the rules that end it over the board. */
test('steps and moves of a game of 1,200 plies', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const times = await page.evaluate(async () => {
      const { app } = await import('./app.js');
      const { session } = app;
      const tree = await import('./tree.js');
      // The server is asked of a short game; the list of moves, the address and the storage have a long one.
      const { game } = session;
      let at = game.tree.root;
      for (let i = 0; i < 1_200; i++) {
        at = tree.addMove(game.tree, at, `Ba${1 + (i % 3)}?b${1 + (i % 3)}`);
        game.tree.nodes.get(at).position = session.position;
      }
      session.emit('tree');
      const spent = [];
      for (const id of [600, 601, 602, 900, 901, 902, 903, 1_199, 1_198, 1_197, 1_196]) {
        const begun = performance.now();
        session.go(id);
        document.body.offsetHeight;
        spent.push(performance.now() - begun);
        await new Promise((done) => { setTimeout(done, 60); });
      }
      const begun = performance.now();
      tree.addMove(game.tree, at, 'Bc3?c2');
      session.emit('tree');
      document.body.offsetHeight;
      return { steps: spent.sort((a, b) => a - b), move: performance.now() - begun };
    });
    if (process.env.TELL) console.log(times);
    const middle = times.steps[Math.floor(times.steps.length / 2)];
    assert.ok(middle < 60, `a step takes ${middle} ms`);
    assert.ok(times.move < 200, `a move takes ${times.move} ms`);
  });
});
