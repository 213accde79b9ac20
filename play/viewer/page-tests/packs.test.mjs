import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { PACKS, boardsWithPuzzles, levelOf, packFile, packSize, unpacked } from '../page/packs.js';

const folder = new URL('../page/puzzles/', import.meta.url);
const packs = readdirSync(folder).map((name) => ({ name, pack: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }));

test('the page knows each file, its board and its number of puzzles', () => {
  assert.deepEqual(PACKS, Object.fromEntries(packs.map(({ pack }) => [pack.board, pack.puzzles.length]).sort()));
  for (const { name, pack } of packs) assert.equal(packFile(pack.board), `./puzzles/${name}`);
  assert.equal(packSize('nex:2x2'), 0);
  assert.deepEqual(boardsWithPuzzles('hex'), ['hex:4x4', 'hex:5x5', 'hex:6x6', 'hex:7x7']);
  assert.deepEqual(boardsWithPuzzles('dodgem'), []);
});

test('a file is small, and its puzzles are different and ordered by difficulty', () => {
  for (const { name, pack } of packs) {
    assert.ok(statSync(new URL(name, folder)).size < 20_000, name);
    const grades = pack.puzzles.map(([, , , , simulations]) => simulations ?? Infinity);
    assert.deepEqual(grades, [...grades].sort((a, b) => a - b), name);
    assert.equal(new Set(pack.puzzles.map(([position]) => position)).size, pack.puzzles.length, name);
    const { solution, value, of } = unpacked(pack, pack.puzzles.length - 1);
    assert.ok(solution.length > 0 && value === 'win' && of === pack.puzzles.length, name);
  }
});

test('a grade is one of five levels', () => {
  const words = [10, 30, 100, 1000, 30_000, null].map((simulations) => levelOf(simulations).word);
  assert.deepEqual(words, ['very easy', 'very easy', 'easy', 'medium', 'hard', 'very hard']);
  assert.deepEqual(levelOf(null), { level: 5, of: 5, word: 'very hard' });
});
