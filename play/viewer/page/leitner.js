/**
 * Exercises that are asked again at growing intervals, in boxes (Leitner): a right answer moves an exercise to the next box, a wrong one
 * back to the first. An exercise is as `nexsolve drill --json` writes it, with `box` and `due`, the number of a day. Nothing here knows the page.
 */
import { t } from './language.js';

/** The days until an exercise in each box is asked again after a right answer. */
export const DAYS = [1, 2, 4, 8, 16];

const FIELDS = ['board', 'position', 'to_move', 'value', 'after', 'played'];

/** What identifies an exercise. */
function keyOf({ board, position }) {
  return `${board} ${position}`;
}

/** Adds exercises to a deck, due at once. A mistake made again goes back to the first box, unless this place was known. */
export function added(deck, exercises, day) {
  const all = new Map(deck.map((card) => [keyOf(card), card]));
  for (const exercise of exercises) {
    const key = keyOf(exercise);
    const known = all.get(key);
    const times = Math.max(known?.times ?? 0, exercise.times ?? 1);
    const isNew = !known || times > known.times;
    const { box = 0, due = day } = isNew ? exercise : known;
    all.set(key, { ...known, ...exercise, times, box, due, asked: known?.asked ?? 0 });
  }
  return [...all.values()];
}

/** The exercises that are due, first those asked the longest time ago. */
export function dueOn(deck, day) {
  return deck.filter(({ due }) => due <= day).sort((a, b) => a.due - b.due || a.asked - b.asked);
}

/** The deck after an answer. A wrong one is asked again today, after the others. */
export function answered(deck, card, isRight, day) {
  const asked = Math.max(0, ...deck.map((other) => other.asked)) + 1;
  const after = ({ box }) => (isRight ? { due: day + DAYS[box], box: Math.min(box + 1, DAYS.length - 1) } : { due: day, box: 0 });
  return deck.map((other) => (keyOf(other) === keyOf(card) ? { ...other, ...after(other), asked } : other));
}

/** The exercises in a document of `nexsolve drill --json`, or in one that was exported. Throws an `Error` whose message says what is wrong. */
export function readExercises(text) {
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error(t('this is not JSON: choose a file written by “Export” or by nexsolve drill --json'));
  }
  const list = document?.exercises;
  if (!Array.isArray(list)) throw new Error(t('the file has no exercises: choose one written by “Export” or by nexsolve drill --json'));
  list.forEach((exercise, i) => {
    const isRight = FIELDS.every((field) => typeof exercise?.[field] === 'string') && [exercise.solution, exercise.line].every(isTexts);
    if (!isRight) throw new Error(t('exercise {n} of the file is not complete', { n: i + 1 }));
  });
  const inBox = ({ box, due }) => (Number.isInteger(due) && box in DAYS ? { box, due } : {});
  return list.map((exercise) => {
    const { board, position, to_move, value, after, played, solution, line, times = 1 } = exercise;
    return { board, position, to_move, value, after, played, solution, line, times, ...inBox(exercise) };
  });
}

function isTexts(list) {
  return Array.isArray(list) && list.every((text) => typeof text === 'string');
}

/** A deck as a document, which `readExercises` reads. */
export function writtenDeck(deck) {
  return JSON.stringify({ exercises: deck.map(({ asked, ...card }) => card) }, null, 1);
}

/** The deck in a stored text; a damaged text counts as empty. */
export function parseDeck(text) {
  try {
    return added([], readExercises(text), 0);
  } catch {
    return [];
  }
}

/** An exercise in the form of the answer of `/puzzle`. The refutation of the move played is known, others are found when they are needed. */
export function asPuzzle({ board, position, to_move, value, after, played, solution, line }) {
  const known = line.length > 1 ? [{ move: played, value: after, distance: null, margin: null, reply: line[1] }] : [];
  return { board, position, to_move, value, solution, number: null, of: null, distance: null, simulations: null, sentence: null, source: 'search', basis: 'drill', refutations: null, known };
}
