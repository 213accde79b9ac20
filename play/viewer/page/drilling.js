/** The part of the puzzle panel for mistakes from the player's own games, which are asked again at growing intervals. */
import { isAbort, post } from './api.js';
import { byId, download, h, show } from './dom.js';
import { t } from './language.js';
import { DAYS, added, answered, asPuzzle, dueOn, parseDeck, readExercises, writtenDeck } from './leitner.js';
import { collectMistakes, playersIn } from './mistakes.js';
import { YOU, playedGames } from './played.js';
import { recall, remember } from './prefs.js';
import { dayOf } from './solved.js';
import { count, sentence, sideName } from './words.js';

/** The name under which the browser keeps the exercises. */
const KEPT = 'drills';

/** The time of a search for the value of a mistake's position. */
const SECONDS = 5;

/** Mounts the drills below the puzzles. `openPuzzle` shows an exercise, `records` returns the games that were read in the records panel. */
export function mountDrills(session, { openPuzzle, records, limits }) {
  const start = h('button', { type: 'button', class: 'small', id: 'drill-start' }, t('Drill my mistakes'));
  const due = h('span', { id: 'drill-due' });
  const said = h('p', { class: 'detail', id: 'drill-said', role: 'status', 'aria-live': 'polite' });
  const name = h('select', { id: 'drill-player', 'aria-label': t('Player') });
  const collect = h('button', { type: 'button', class: 'small', id: 'drill-collect' }, t('Find mistakes of'));
  const file = h('input', { id: 'drill-file', type: 'file', class: 'file', accept: '.json,application/json' });
  const save = h('button', { type: 'button', class: 'small', id: 'drill-export' }, t('Export'));
  const forget = h('button', { type: 'button', class: 'small plain', id: 'drill-forget' }, t('Delete all'));
  const finding = h('div', { class: 'ways', id: 'drill-finding' }, collect, name);
  const about = t('Mistakes from your games, asked again after {days} days. Read records in the tab Records, or play against a program.', { days: DAYS.join(', ') });
  byId('puzzle-panel').append(h('details', { id: 'drills' },
    h('summary', {}, `${t('My mistakes')} `, due),
    h('p', { class: 'detail' }, about),
    h('div', { class: 'ways' }, start, h('label', { class: 'button small file-button', for: 'drill-file' }, t('Import'), file), save, forget),
    finding, said));

  let deck = parseDeck(recall(KEPT, ''));
  let finder = null;
  const today = () => dayOf(new Date());

  function keep(changed) {
    deck = changed;
    remember(KEPT, writtenDeck(deck));
    refresh();
  }

  /** The games to look through: those read, and those played here. */
  const games = () => [...records(), ...playedGames()];

  function refresh() {
    const number = dueOn(deck, today()).length;
    due.textContent = number > 0 ? t('({n} due)', { n: number }) : deck.length > 0 ? t('(none due of {n})', { n: deck.length }) : '';
    byId('tab-puzzle').dataset.due = number > 0 ? String(number) : '';
    start.disabled = deck.length === 0;
    for (const button of [save, forget]) show(button, deck.length > 0);
    const names = playersIn(games());
    show(finding, names.length > 0);
    if (names.join('\n') !== [...name.options].map(({ value }) => value).join('\n')) name.replaceChildren(...names.map((value) => h('option', { value }, shown(value))));
  }

  /** Opens the exercise that is due the longest; without one, that with the earliest date. */
  function begin() {
    const [card] = [...dueOn(deck, today()), ...dueOn(deck, Infinity)];
    if (!card) return;
    openPuzzle({ ...asPuzzle(card), sentence: taskOf(card) }, (isRight) => {
      keep(answered(deck, card, isRight, today()));
      const { due: day } = deck.find(({ board, position }) => board === card.board && position === card.position);
      said.textContent = isRight ? t('Asked again in {days}.', { days: count(day - today(), 'day', 'days') }) : t('Asked again today, after the others.');
    });
  }

  async function onCollect() {
    finder?.abort();
    finder = new AbortController();
    const { signal } = finder;
    const all = games();
    const player = name.value;
    const seconds = Math.min(SECONDS, limits.seconds);
    const heard = (done) => { said.textContent = t('Looking through game {n} of {all}…', { n: done + 1, all: all.length }); };
    try {
      const { exercises, unknown } = await collectMistakes(all, player, { post: (route, body) => post(route, body, signal), seconds, heard });
      const before = deck.length;
      keep(added(deck, exercises, today()));
      const open = unknown > 0 ? t('; not proven: {moves}', { moves: count(unknown, 'move', 'moves') }) : '';
      const mistakes = count(exercises.length, 'mistake', 'mistakes');
      const found = count(all.length, 'game', 'games');
      said.textContent = `${t('{mistakes} of {player} in {games}, {n} new', { mistakes, player: shown(player), games: found, n: deck.length - before })}${open}.`;
    } catch (error) {
      if (!isAbort(error)) said.textContent = sentence(error.message);
    }
  }

  async function onImport() {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      const exercises = readExercises(await chosen.text());
      const before = deck.length;
      keep(added(deck, exercises, today()));
      said.textContent = t('{exercises} read, {n} new.', { exercises: count(exercises.length, 'exercise', 'exercises'), n: deck.length - before });
    } catch (error) {
      said.textContent = sentence(error.message);
    }
    file.value = '';
  }

  start.addEventListener('click', begin);
  collect.addEventListener('click', onCollect);
  file.addEventListener('change', onImport);
  save.addEventListener('click', () => download(writtenDeck(deck), 'drills.json'));
  forget.addEventListener('click', () => {
    keep([]);
    said.textContent = t('All exercises are deleted.');
  });
  for (const event of ['load', 'played', 'read']) session.on(event, refresh);
  refresh();
}

function taskOf({ board, to_move: mover, value }) {
  return t('{side} to move {does}: a position in which you erred.', { side: sideName(board, mover), does: value === 'win' ? t('wins') : t('draws') });
}

/** The name of a player as it is shown. */
const shown = (name) => (name === YOU ? t('You') : name);
