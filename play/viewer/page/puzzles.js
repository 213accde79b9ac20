/** The panel of puzzles: positions in which exactly one move wins. A wrong move is answered on the board by the reply that refutes it. */
import { createAsker, isAbort } from './api.js';
import { byId, h, onPress, show } from './dom.js';
import { t } from './language.js';
import { explained, hint, refuted, verdict } from './puzzle.js';

/** The time for finding a puzzle. */
const SECONDS = 5;

const PROVEN = { table: t('proven by a table'), search: t('proven by a search'), rules: t('proven by the rules') };

/** Mounts the panel. `players` seats persons, `values` are hidden while a puzzle is unsolved, `play` shows hints on the board. */
export function mountPuzzles(session, { players, values, play, tabs, limits }) {
  const panel = byId('puzzle-panel');
  const asker = createAsker();
  const said = h('p', { id: 'puzzle-said', class: 'sentence', role: 'status', 'aria-live': 'polite' });
  const next = h('button', { type: 'button', class: 'small primary', id: 'puzzle-next', title: t('Another puzzle on this board (Z)') }, t('New puzzle'));
  const again = h('button', { type: 'button', class: 'small', id: 'puzzle-again', hidden: true }, t('Try again'));
  const help = h('button', { type: 'button', class: 'small', id: 'puzzle-hint', title: t('A hint (H)'), hidden: true }, t('Hint'));
  const explain = h('button', { type: 'button', class: 'small', id: 'puzzle-explain', hidden: true }, t('Why the others fail'));
  const solve = h('button', { type: 'button', class: 'small', id: 'puzzle-solve', hidden: true }, t('Solution'));
  const about = h('p', { class: 'detail', id: 'puzzle-about' }, t('A puzzle is a position in which exactly one move wins. Make the move on the board.'));
  const list = h('div', { class: 'refutations', id: 'puzzle-list', role: 'group', 'aria-label': t('Moves that fail'), hidden: true });
  panel.replaceChildren(h('div', { class: 'ways' }, next, again, help, explain, solve), said, about, list);

  /** The puzzle, the game in which it is played, and the moves whose refutations were shown. */
  let open = null;
  let number = Math.floor(Math.random() * 2 ** 20);

  const isHere = () => open !== null && session.game === open.game;

  async function begin() {
    if (!session.game) return;
    tabs.open('tab-puzzle');
    said.textContent = t('Looking for a puzzle…');
    number += 1;
    try {
      const body = { board: session.game.board, number, seconds: Math.min(SECONDS, limits.seconds) };
      const puzzle = await asker.post('puzzle', body);
      open = null;
      if (values.on()) values.set(false);
      const loaded = session.load({ board: puzzle.board, start: puzzle.position });
      players.seat([players.PERSON, players.PERSON]);
      if (!(await loaded)) return;
      open = { puzzle, game: session.game, root: session.node.id, shown: new Set() };
      refresh();
      play.focus();
    } catch (error) {
      if (isAbort(error)) return;
      said.textContent = '';
      session.emit('error', { error, retry: begin });
    }
  }

  function refresh() {
    const here = isHere();
    for (const button of [help, explain, solve]) show(button, here);
    show(again, here && session.node.id !== open.root);
    if (!here) {
      show(list, false);
      said.textContent = '';
      return;
    }
    const { puzzle } = open;
    const facts = [
      puzzle.of === null ? null : t('puzzle {number} of {all}', { number: puzzle.number + 1, all: puzzle.of }),
      puzzle.simulations === null ? null : t('grade: {n} simulations', { n: puzzle.simulations }),
      puzzle.basis === 'file' ? t('from a file') : PROVEN[puzzle.source],
    ].filter(Boolean).join(', ');
    about.textContent = `${facts.charAt(0).toUpperCase()}${facts.slice(1)}.`;
    const [move] = session.body().moves;
    if (move === undefined) {
      said.textContent = session.told(puzzle.sentence);
      return;
    }
    const told = verdict(puzzle, open.game.shape, move);
    if (!told) return;
    said.textContent = told.words;
    if (told.reply !== null && !open.shown.has(move)) refute(move, told.reply);
  }

  /** Shows a move and its reply on the board. */
  async function refute(move, reply) {
    open.shown.add(move);
    await session.go(open.root);
    const ids = session.addLine([move, reply].filter(Boolean));
    await session.go(ids.at(-1));
  }

  function onHint() {
    if (!isHere()) return;
    const given = hint(open.puzzle, open.game.shape);
    session.go(open.root);
    said.textContent = given.words;
    play.pointAt(given.parts);
  }

  function onExplain() {
    show(list, list.hidden);
    if (list.hidden) return;
    const { puzzle, game: { shape } } = open;
    list.replaceChildren(...explained(puzzle).map((refutation) => h('button', { type: 'button', class: 'plain', 'data-move': refutation.move }, refuted(shape, refutation, puzzle))));
  }

  next.addEventListener('click', begin);
  again.addEventListener('click', () => { session.go(open.root); play.focus(); });
  help.addEventListener('click', onHint);
  explain.addEventListener('click', onExplain);
  solve.addEventListener('click', () => refute(open.puzzle.solution[0], null));
  onPress(list, '[data-move]', ({ dataset }) => dataset.move, ({ dataset }) => {
    refute(dataset.move, open.puzzle.refutations.find(({ move }) => move === dataset.move).reply);
  });
  session.on('load', () => show(list, false));
  session.on('position', refresh);
  return { begin, hint: onHint };
}
