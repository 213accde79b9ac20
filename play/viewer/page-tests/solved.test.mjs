import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardOf, dayOf, fresh, nextNumber, numberOfDay, parseProgress, record, recordDay, streakOf, totals } from '../page/solved.js';

const solve = (progress, number, isSolved = true) => record(progress, { board: 'hex:5x5', number, of: 10 }, isSolved);

test('no puzzle comes again before all others were seen, then those that failed, then all', () => {
  let progress = fresh();
  const seen = [];
  for (let i = 0; i < 10; i++) {
    const number = nextNumber(progress, 'hex:5x5', 10, seen.at(-1) ?? null);
    assert.ok(!seen.includes(number), `${number} after ${seen}`);
    seen.push(number);
    progress = solve(progress, number, i % 5 !== 0);
  }
  const { failed } = boardOf(progress, 'hex:5x5');
  assert.deepEqual(failed, [seen[0], seen[5]]);
  for (let i = 0; i < 2; i++) {
    const number = nextNumber(progress, 'hex:5x5', 10, seen.at(-1));
    assert.ok(boardOf(progress, 'hex:5x5').failed.includes(number));
    seen.push(number);
    progress = solve(progress, number);
  }
  assert.deepEqual(boardOf(progress, 'hex:5x5').solved, [], 'the round begins again');
  assert.deepEqual(totals(progress), [10, 2]);
  assert.notEqual(nextNumber(progress, 'hex:5x5', 10, seen.at(-1)), seen.at(-1));
});

test('solved puzzles lead to harder ones, and failed ones to easier ones', () => {
  const first = nextNumber(fresh(), 'hex:5x5', 100);
  let [good, bad] = [fresh(), fresh()];
  for (let number = 30; number < 35; number++) {
    good = record(good, { board: 'hex:5x5', number, of: 100 }, true);
    bad = record(bad, { board: 'hex:5x5', number, of: 100 }, false);
  }
  assert.ok(nextNumber(good, 'hex:5x5', 100) > first && nextNumber(bad, 'hex:5x5', 100) < first);
});

test('puzzles in a row, and days in a row', () => {
  let progress = fresh();
  for (const [number, isSolved] of [[1, true], [2, true], [3, false], [4, true]]) progress = solve(progress, number, isSolved);
  assert.deepEqual([progress.row, progress.best], [1, 2]);
  for (const day of [100, 100, 101, 103, 104]) progress = recordDay(progress, day);
  assert.deepEqual([104, 105, 106].map((today) => streakOf(progress, today)), [2, 2, 0]);
  assert.equal(streakOf(fresh(), 100), 0);
  assert.equal(dayOf(new Date('2026-11-29T23:59:59Z')) + 1, dayOf(new Date('2026-11-30T00:00:00Z')));
});

test('each puzzle is that of a day before one comes again, and boards differ', () => {
  for (const of of [1, 7, 37, 74, 100]) {
    const numbers = Array.from({ length: of }, (_, day) => numberOfDay(20_000 + day, 'nex:3x3', of));
    assert.equal(new Set(numbers).size, of);
    assert.ok(numbers.every((number) => number >= 0 && number < of));
  }
  assert.notEqual(numberOfDay(20_000, 'nex:3x3', 100), numberOfDay(20_000, 'nex:4x4', 100));
});

test('progress is kept as text, and a damaged text counts as none', () => {
  const progress = recordDay(solve(solve(fresh(), 3), 4, false), 7);
  assert.deepEqual(parseProgress(JSON.stringify(progress)), progress);
  for (const text of [null, '', '{}', 'null', '{"version":1,"boards":{"a":{}}}', '{"version":2}']) assert.deepEqual(parseProgress(text), fresh());
});
