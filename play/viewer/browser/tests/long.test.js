/** A step in a long game redraws no more than a step in a short game. `TELL=1` prints how long steps take. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, says } from '../support/hands.js';

const it = viewer();

/** A limit on the elements that a step changes in the list of moves: far fewer than a long game has. */
const FEW = 24;

/** These moves are not legal, and the server refuses them; the list of moves, the address and the storage accept them. */
const REFUSALS = [/status of 4\d\d/];

test('steps and moves of a game of 1,200 plies', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const told = await page.evaluate(async () => {
      const { app } = await import('./app.js');
      const { session } = app;
      const tree = await import('./tree.js');
      const { game } = session;
      let at = game.tree.root;
      for (let i = 0; i < 1_200; i++) {
        at = tree.addMove(game.tree, at, `Ba${1 + (i % 3)}?b${1 + (i % 3)}`);
        game.tree.nodes.get(at).position = session.position;
      }
      session.emit('tree');
      const list = document.querySelector('#moves');
      const rows = list.querySelectorAll('[data-node]').length;
      const drawn = new MutationObserver(() => {});
      drawn.observe(list, { childList: true, subtree: true, attributes: true });
      const steps = [];
      for (const id of [600, 601, 602, 900, 901, 902, 903, 1_199, 1_198, 1_197, 1_196]) {
        const begun = performance.now();
        session.go(id);
        document.body.offsetHeight;
        const changes = drawn.takeRecords().reduce((sum, { type, addedNodes }) => sum + (type === 'attributes' ? 1 : addedNodes.length), 0);
        steps.push({ changes, ms: performance.now() - begun });
        await new Promise((done) => { setTimeout(done, 60); });
        drawn.takeRecords();
      }
      const begun = performance.now();
      tree.addMove(game.tree, at, 'Bc3?c2');
      session.emit('tree');
      document.body.offsetHeight;
      const changes = drawn.takeRecords().reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
      return { rows, steps, move: { changes, ms: performance.now() - begun } };
    });
    if (process.env.TELL) console.log(JSON.stringify(told));
    assert.ok(told.rows > 1_200, `${told.rows} moves are listed`);
    for (const { changes } of told.steps) assert.ok(changes > 0 && changes < FEW, `a step changes ${changes} elements of the list`);
    assert.ok(told.move.changes > 0 && told.move.changes < FEW, `a move adds ${told.move.changes} elements to the list`);
  }, REFUSALS);
});
