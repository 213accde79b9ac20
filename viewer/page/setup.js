/** The dialog for a new game. */
import { byId, h, show } from './dom.js';
import { gameOf } from './words.js';

const SIZED = /^(?:nex|hex).*:(\d+)x(\d+)$/;
const DEFAULTS = { nex: [4, 4], hex: [7, 7] };

/**
 * Mounts the dialog. `games` is the server's list; `onStart({ board, seats })` is called with the choice, `players` lends the
 * names of players, `tables` the boards that have tables.
 */
export function mountSetup(games, players, tables, onStart) {
  const dialog = byId('new-dialog');
  const form = byId('new-form');
  const sides = { least: 2, greatest: 13 };
  const [rows, cols] = [byId('rows'), byId('cols')];

  const game = () => form.elements.game.value;
  const sized = () => game() === 'nex' || game() === 'hex';

  function refresh() {
    show(byId('size-fields'), sized());
    show(byId('hex-fields'), game() === 'hex');
    show(byId('draughts-fields'), game() === 'draughts');
    byId('seat-first').textContent = { awari: 'First', draughts: 'White, who begins' }[game()] ?? 'Black, who begins';
    byId('seat-second').textContent = { awari: 'Second', draughts: 'Black' }[game()] ?? 'White';
    fillSeats();
  }

  function board() {
    const size = `${rows.value}x${cols.value}`;
    if (game() === 'nex') return `nex:${size}`;
    if (game() === 'awari') return 'awari';
    if (game() === 'draughts') return byId('brazilian').checked ? 'draughts:brazilian' : 'draughts';
    const variant = [byId('course').checked && 'course', byId('with-swap').checked && 'swap'].filter(Boolean).join('+');
    return variant ? `hex:${variant}:${size}` : `hex:${size}`;
  }

  function limit() {
    const known = games.find((entry) => entry.game === game());
    const [least, greatest] = [known?.least_side ?? sides.least, known?.greatest_side ?? sides.greatest];
    for (const select of [rows, cols]) {
      const before = select.value;
      select.replaceChildren(...Array.from({ length: greatest - least + 1 }, (_, i) => h('option', { value: least + i }, String(least + i))));
      select.value = before;
    }
  }

  function onGame() {
    const size = DEFAULTS[game()];
    if (size) {
      limit();
      [rows.value, cols.value] = size.map(String);
    }
    refresh();
  }

  function fillSeats() {
    for (const id of ['new-first', 'new-second']) {
      const select = byId(id);
      const chosen = select.value || players.PERSON;
      const options = players.options(board());
      select.replaceChildren(...options.map(([value, name, what]) => h('option', { value, title: what ?? null }, name)));
      select.value = options.some(([spec]) => spec === chosen) ? chosen : players.PERSON;
    }
  }

  /** Boards with a table to play on from the start: a click chooses one. */
  async function fillKnown() {
    const known = byId('known-boards');
    await tables.refresh();
    const boards = new Map(tables.list.filter(({ board, complete }) => complete && SIZED.test(board)).map(({ board, title }) => [board, title]));
    known.replaceChildren(...[...boards].map(([board, title]) => h('button', { type: 'button', class: 'small', onclick: () => take(board) }, title)));
    show(byId('known-fields'), boards.size > 0);
  }

  function take(board) {
    const [, height, width] = SIZED.exec(board);
    form.elements.game.value = gameOf(board);
    onGame();
    [rows.value, cols.value] = [height, width];
    byId('with-swap').checked = /swap/.test(board);
    byId('course').checked = /course/.test(board);
    fillSeats();
  }

  form.addEventListener('change', (event) => {
    if (event.target.name === 'game') onGame();
    else if (!event.target.closest('.seats')) fillSeats();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    onStart({ board: board(), seats: [byId('new-first').value, byId('new-second').value] });
  });
  limit();
  [rows.value, cols.value] = DEFAULTS.nex.map(String);
  refresh();

  return { open: async () => {
    fillSeats();
    dialog.showModal();
    await fillKnown();
    fillSeats();
  } };
}
