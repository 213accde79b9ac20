import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastLine } from '../page/lines.js';
import { advanced } from '../page/progress.js';
import './games.js';

const entry = (move, value = null, distance = null) => ({ move, value, distance });

test('moves are proven one after the other', () => {
  const first = advanced(null, { value: null, distance: null, moves: [entry('a'), entry('b'), entry('c', 'loss')], proven: 1, of: 3 });
  assert.deepEqual(first.searching, { proven: 1, of: 3 });
  const second = advanced(first, { value: 'win', distance: null, moves: [entry('b', 'win')], proven: 2, of: 3 });
  assert.deepEqual([second.value, second.searching], ['win', { proven: 2, of: 3 }]);
  assert.deepEqual(second.moves, [entry('a'), entry('b', 'win'), entry('c', 'loss')]);
  const third = advanced(second, { value: 'win', distance: 7, moves: [entry('b', 'win', 7)], proven: 2, of: 3 });
  assert.deepEqual([third.distance, third.moves[1]], [7, entry('b', 'win', 7)]);
});

test('a longer search takes nothing back', () => {
  const before = { value: 'win', distance: 7, moves: [entry('a', 'win', 7), entry('b')], sentence: 'Black wins.' };
  const again = advanced(before, { value: null, distance: null, moves: [entry('a'), entry('b')], proven: 0, of: 2 });
  assert.deepEqual([again.value, again.distance, again.moves], ['win', 7, before.moves]);
  const later = advanced(again, { value: 'win', distance: null, moves: [entry('a', 'win'), entry('b', 'loss')], proven: 2, of: 2 });
  assert.deepEqual([later.distance, later.moves], [7, [entry('a', 'win', 7), entry('b', 'loss')]]);
});

test('lines arrive one at a time, however they are cut', async () => {
  const parts = ['{"a"', ':1}\n{"b":', '2}\n', '{"c":3}\n'];
  const stream = () => new ReadableStream({ start(out) { for (const part of parts) out.enqueue(new TextEncoder().encode(part)); out.close(); } });
  const seen = [];
  assert.equal(await lastLine(stream(), (line) => seen.push(line)), '{"c":3}');
  assert.deepEqual(seen, ['{"a":1}', '{"b":2}', '{"c":3}']);
  parts.splice(0, 4, '{"a":1}');
  assert.equal(await lastLine(stream(), () => {}), '{"a":1}');
});
