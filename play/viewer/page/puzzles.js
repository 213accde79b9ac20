/**
 * The panel of puzzles: positions in which exactly one move keeps the value, those that ship with the page, and those that the server finds;
 * and exercises from the player's own games. A wrong move is answered on the board by the reply that refutes it.
 */
import { createAsker, isAbort, post } from './api.js';
import { byId, h, onPress, show } from './dom.js';
import { gameOf, infoOf, sizeOf } from './games.js';
import { said, t } from './language.js';
import { boardsWithPuzzles, levelOf, packOf, packSize, unpacked } from './packs.js';
import { recall, remember } from './prefs.js';
import { boardOf, dayOf, nextNumber, numberOfDay, parseProgress, record, recordDay, streakOf, totals } from './solved.js';
import { explained, hint, judged, keeps, refuted, verdict } from './puzzle.js';
import { besideMark, count, sentence, sideName } from './words.js';

/** The time for finding a puzzle, and for finding a refutation. */
const SECONDS = 5;

/** The name under which the browser keeps what was solved. */
const KEPT = 'puzzles';

const ABOUT = t('A puzzle is a position in which exactly one move wins. Make the move on the board.');

const PROVEN = { table: t('proven by a table'), search: t('proven by a search'), rules: t('proven by the rules') };

/** Mounts the panel. `given` are the boards of the server's own puzzles; `players` seats persons, `values` are hidden while a puzzle is unsolved, `play` shows hints on the board. */
export function mountPuzzles(session, { players, values, play, tabs, limits, given }) {
  const panel = byId('puzzle-panel');
  const asker = createAsker();
  const message = h('p', { id: 'puzzle-said', class: 'sentence', role: 'status', 'aria-live': 'polite' });
  const next = h('button', { type: 'button', class: 'small primary', id: 'puzzle-next', title: t('Another puzzle on this board (Z)') }, `${t('Next puzzle')} `, h('kbd', {}, 'Z'));
  const daily = h('button', { type: 'button', class: 'small', id: 'puzzle-daily', hidden: true }, t('Puzzle of the day'));
  const again = h('button', { type: 'button', class: 'small', id: 'puzzle-again', hidden: true }, t('Try again'));
  const help = h('button', { type: 'button', class: 'small', id: 'puzzle-hint', title: t('A hint (H)'), hidden: true }, t('Hint'));
  const explain = h('button', { type: 'button', class: 'small', id: 'puzzle-explain', hidden: true }, t('Why the others fail'));
  const solve = h('button', { type: 'button', class: 'small', id: 'puzzle-solve', hidden: true }, t('Solution'));
  const about = h('p', { class: 'detail', id: 'puzzle-about' }, ABOUT);
  const score = h('p', { class: 'detail', id: 'puzzle-score' });
  const others = h('div', { class: 'ways', id: 'puzzle-boards', hidden: true });
  const list = h('div', { class: 'refutations', id: 'puzzle-list', role: 'group', 'aria-label': t('Moves that fail'), hidden: true });
  panel.replaceChildren(h('div', { class: 'ways' }, next, daily), message, h('div', { class: 'ways' }, again, help, explain, solve), about, score, others, list);

  let progress = parseProgress(recall(KEPT));
  /** The puzzle; the game in which it is played; the moves whose refutations were shown; whether the first answer was right; and what happens with the answer. */
  let open = null;
  let found = Math.floor(Math.random() * 2 ** 20);

  const isHere = () => open !== null && session.game === open.game;
  const today = () => dayOf(new Date());
  /** The number of puzzles that ship for the open board; 0 if the server has its own. */
  const shipped = () => (session.game && !given.includes(session.game.board) ? packSize(session.game.board) : 0);

  /** Opens the next puzzle of the open board. */
  async function begin() {
    if (session.game) await beginOn(session.game.board);
  }

  /** Opens the next puzzle of a board. */
  async function beginOn(board) {
    const of = given.includes(board) ? 0 : packSize(board);
    const current = isHere() && open.puzzle.basis === 'pack' ? open.puzzle.number : null;
    await fetched(() => beginOn(board), async () => (of > 0 ? unpacked(await packOf(board), nextNumber(progress, board, of, current)) : find(board)));
  }

  async function beginDaily() {
    const of = shipped();
    if (of === 0) return;
    const { board } = session.game;
    const day = today();
    await fetched(beginDaily, async () => ({ ...unpacked(await packOf(board), numberOfDay(day, board, of)), day }));
  }

  /** Where no puzzles ship for the open board: those boards of its game that have some. */
  function offerBoards() {
    const boards = session.game && shipped() === 0 && !given.includes(session.game.board) ? boardsWithPuzzles(gameOf(session.game.board)) : [];
    const nameOf = (board) => infoOf(board).variants.find(({ name }) => name === board.replace(/:\d+x\d+$/, ''))?.title ?? infoOf(board).title;
    const title = (board) => [sizeOf(board)?.join('×'), said(nameOf(board))].filter(Boolean).join(' ');
    others.replaceChildren(h('p', { class: 'detail' }, t('Boards with up to a hundred puzzles:')),
      ...boards.map((board) => h('button', { type: 'button', class: 'small', 'data-board': board }, title(board))));
    show(others, boards.length > 0);
  }

  function find(board) {
    found += 1;
    return asker.post('puzzle', { board, number: found, seconds: Math.min(SECONDS, limits.seconds) });
  }

  /** Fetches a puzzle, and opens it. */
  async function fetched(retry, fetchPuzzle) {
    tabs.open('tab-puzzle');
    message.textContent = t('Looking for a puzzle…');
    const { game } = session;
    try {
      const puzzle = await fetchPuzzle();
      if (session.game === game) await openPuzzle(puzzle);
    } catch (error) {
      if (isAbort(error)) return;
      message.textContent = '';
      session.emit('error', { error, retry });
    }
  }

  /** Opens a puzzle, or an exercise in the form of one; `onAnswer` is told once whether the first answer was right. */
  async function openPuzzle(puzzle, onAnswer = keepAnswer) {
    tabs.open('tab-puzzle');
    open = null;
    if (values.on()) values.set(false);
    const loaded = session.load({ board: puzzle.board, start: puzzle.position });
    players.seat([players.PERSON, players.PERSON]);
    if (!(await loaded)) return;
    const mover = session.position.to_move;
    const { board, value, distance } = puzzle;
    const task = session.told(puzzle.sentence) ?? t('{side} {does}, with exactly one move.', { side: sideName(board, mover), does: besideMark({ value, distance }) });
    open = { puzzle: { ...puzzle, to_move: mover, sentence: task }, game: session.game, root: session.node.id, shown: new Set(), answer: null, isShown: false, onAnswer };
    refresh();
    play.focus();
  }

  /** Counts the first answer. */
  function answer(isRight) {
    if (open.answer !== null) return;
    open.answer = isRight;
    open.onAnswer(isRight, open.puzzle);
  }

  function keepAnswer(isRight, { board, number, of, basis }) {
    const isOfPack = basis === 'pack';
    keep(record(progress, { board, number: isOfPack ? number : null, of }, isRight));
  }

  function keep(changed) {
    progress = changed;
    remember(KEPT, JSON.stringify(progress));
    tellScore();
  }

  function refresh() {
    const here = isHere();
    for (const button of [help, explain, solve]) show(button, here);
    show(again, here && session.node.id !== open.root);
    for (const button of [daily, byId('daily-near')]) show(button, shipped() > 0);
    tellScore();
    offerBoards();
    if (!here) {
      show(list, false);
      message.textContent = '';
      about.replaceChildren(ABOUT);
      return;
    }
    const { puzzle } = open;
    tellAbout(puzzle);
    const [move] = session.body().moves;
    if (move === undefined) {
      message.textContent = puzzle.sentence;
      return;
    }
    const told = verdict(puzzle, open.game.shape, move);
    if (told) respond(move, told);
  }

  /** Says whether a move was right, and shows the reply to a wrong one. */
  function respond(move, told) {
    message.textContent = told.words;
    if (told.right) {
      answer(true);
      // A day counts if its puzzle was solved, at whichever attempt.
      if (open.puzzle.day !== undefined && !open.isShown) keep(recordDay(progress, open.puzzle.day));
      return;
    }
    if (told.reply === undefined) {
      judge(move);
      return;
    }
    answer(false);
    if (told.reply !== null && !open.shown.has(move)) refute(move, told.reply);
  }

  /** Asks what a wrong move is worth, and which reply refutes it. */
  async function judge(move) {
    const { puzzle } = open;
    if (puzzle.asked?.has(move)) return;
    puzzle.asked = new Set(puzzle.asked).add(move);
    // Of a puzzle, all other moves are proven to fail; of an exercise they may be unknown.
    if (puzzle.basis === 'pack') answer(false);
    let refutation = { move, value: null, distance: null, margin: null, reply: undefined };
    try {
      const body = { board: puzzle.board, start: puzzle.position, moves: [move], seconds: Math.min(SECONDS, limits.seconds) };
      refutation = judged(move, await asker.post('values', body));
    } catch (error) {
      puzzle.asked.delete(move);
      if (isAbort(error)) return;
    }
    if (!isHere() || open.puzzle !== puzzle) return;
    if (keeps(puzzle, refutation)) puzzle.solution = [...puzzle.solution, move];
    else puzzle.known = [...(puzzle.known ?? []), refutation];
    const told = verdict(puzzle, open.game.shape, move);
    if (session.body().moves[0] !== move) return;
    if (told.reply === undefined && !told.right) {
      answer(false);
      message.textContent = told.words;
    } else respond(move, told);
  }

  /** Shows a move and its reply on the board; a reply that is not known yet follows when it is found. */
  async function refute(move, reply) {
    if (reply !== undefined) open.shown.add(move);
    await session.go(open.root);
    const ids = session.addLine([move, reply].filter(Boolean));
    await session.go(ids.at(-1));
  }

  function tellAbout({ number, of, simulations, basis, source, day }) {
    const { level, of: most, word } = levelOf(simulations);
    const stars = '★'.repeat(level) + '☆'.repeat(most - level);
    const isGraded = simulations !== null || basis === 'pack';
    const facts = [
      basis === 'drill' ? t('a position of your own game') : day !== undefined ? t('puzzle of the day') : of === null ? null : t('puzzle {number} of {all}', { number: number + 1, all: of }),
      basis === 'file' ? t('from a file') : basis === 'drill' ? null : basis === 'pack' ? t('proven') : PROVEN[source],
    ].filter(Boolean).join(', ');
    const grade = isGraded && basis !== 'drill' ? h('span', { id: 'puzzle-grade', role: 'img', 'aria-label': t('{grade}: {n} of {all}', { grade: word, n: level, all: most }) }, `${stars} ${word}`) : null;
    about.replaceChildren(`${sentence(facts)} `, ...[grade].filter(Boolean));
  }

  function tellScore() {
    const { board } = session.game ?? {};
    const [solved, failed] = totals(progress);
    const of = shipped();
    const days = streakOf(progress, today());
    const isDone = progress.day === today();
    daily.title = isDone ? t('Solved today') : t('One puzzle for this board and day');
    daily.classList.toggle('done', isDone);
    const parts = [
      of > 0 ? t('solved here: {n} of {all}', { n: boardOf(progress, board).solved.length, all: of }) : null,
      solved + failed > 0 ? t('on all boards: {solved} solved, {failed} failed', { solved, failed }) : null,
      progress.row > 1 ? t('{n} in a row', { n: progress.row }) : null,
      days > 0 ? t('streak: {days}', { days: count(days, 'day', 'days') }) : null,
    ].filter(Boolean).join('; ');
    score.textContent = parts === '' ? '' : sentence(parts);
  }

  function onHint() {
    if (!isHere()) return;
    const given = hint(open.puzzle, open.game.shape);
    session.go(open.root);
    message.textContent = given.words;
    play.pointAt(given.parts);
  }

  async function onExplain() {
    show(list, list.hidden);
    if (list.hidden) return;
    const { puzzle, game: { shape } } = open;
    const refutations = puzzle.refutations ?? (await fetchOthers(puzzle));
    if (refutations === null || !isHere() || open.puzzle !== puzzle) return;
    list.replaceChildren(...explained({ refutations }).map((refutation) => h('button', { type: 'button', class: 'plain', 'data-move': refutation.move }, refuted(shape, refutation, puzzle))));
  }

  /** The other moves and what they are worth; the reply to one is found when it is chosen. Null if they cannot be had. */
  async function fetchOthers(puzzle) {
    list.replaceChildren(t('Looking up the other moves…'));
    try {
      const { moves } = await post('values', { board: puzzle.board, start: puzzle.position, seconds: Math.min(SECONDS, limits.seconds) });
      const others = moves.filter(({ move }) => !puzzle.solution.includes(move));
      return others.map(({ move, value, distance, margin }) => puzzle.known?.find((known) => known.move === move) ?? { move, value, distance, margin, reply: undefined });
    } catch (error) {
      show(list, false);
      if (!isAbort(error)) session.emit('error', { error, retry: onExplain });
      return null;
    }
  }

  next.addEventListener('click', begin);
  daily.addEventListener('click', beginDaily);
  again.addEventListener('click', () => { session.go(open.root); play.focus(); });
  help.addEventListener('click', onHint);
  explain.addEventListener('click', onExplain);
  solve.addEventListener('click', () => {
    open.isShown = true;
    answer(false);
    refute(open.puzzle.solution[0], null);
  });
  onPress(others, '[data-board]', ({ dataset }) => dataset.board, ({ dataset }) => beginOn(dataset.board));
  onPress(list, '[data-move]', ({ dataset }) => dataset.move, ({ dataset }) => {
    answer(false);
    const { refutations, known } = open.puzzle;
    refute(dataset.move, (refutations ?? known ?? []).find(({ move }) => move === dataset.move)?.reply);
  });
  session.on('load', () => show(list, false));
  session.on('position', refresh);
  return { begin, beginDaily, hint: onHint, open: openPuzzle, shipped };
}
