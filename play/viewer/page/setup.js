/** The dialog for a new game. */
import { databases } from './tables.js';
import { byId, h, onPress, show } from './dom.js';
import { gameOf, infoOf, isOwn, sizeOf } from './games.js';
import { said, t } from './language.js';
import { lastSeats, optionsOf } from './opponents.js';
import { firstColour, other, sideName } from './words.js';

/**
 * Mounts the dialog. `games` is the server's list; `onStart({ board, seats })` is called with the choice; `players` provides the
 * names of players.
 */
export function mountSetup(games, players, onStart) {
  const dialog = byId('new-dialog');
  const form = byId('new-form');
  const [rows, cols] = [byId('rows'), byId('cols')];
  const options = byId('option-fields');
  /** The players of the last game of the chosen kind, until others are chosen. */
  let wanted = null;

  const game = () => form.elements.game.value;
  const about = () => infoOf(game());
  const sized = () => about().least_side !== null;

  byId('games').append(...games.map(({ game, title }, i) =>
    h('label', {}, h('input', { type: 'radio', name: 'game', value: game, checked: i === 0 }), h('span', {}, said(title)))));

  function refresh() {
    show(byId('size-fields'), sized());
    const first = firstColour(game());
    const names = [first, other(first)].map((colour) => sideName(game(), colour));
    byId('seat-first').textContent = about().sides[first] === 'First' ? names[0] : t('{side} (moves first)', { side: names[0] });
    byId('seat-second').textContent = names[1];
    show(byId('new-rules'), !isOwn(game()));
    byId('new-rules').setAttribute('href', `./rules/${game()}.html`);
    byId('new-rules').textContent = t('Rules of {game} (opens in a new tab)', { game: said(about().title) });
    fillSeats();
  }

  function board() {
    return [form.elements.variant?.value ?? game(), sized() ? `${rows.value}x${cols.value}` : ''].filter(Boolean).join(':');
  }

  function limit() {
    const { least_side: least, greatest_side: greatest } = about();
    for (const select of [rows, cols]) {
      select.replaceChildren(...Array.from({ length: greatest - least + 1 }, (_, i) => h('option', { value: least + i }, String(least + i))));
    }
  }

  function offer(variants) {
    options.replaceChildren(h('legend', {}, t('Rules')), ...variants.map(({ name, title }, i) =>
      h('label', { class: 'check' }, h('input', { type: 'radio', name: 'variant', value: name, checked: i === 0 }), ` ${said(title)}`)));
    show(options, variants.length > 1);
  }

  function onGame() {
    offer(about().variants);
    if (sized()) {
      limit();
      [rows.value, cols.value] = about().first_size.map(String);
    }
    wanted = lastSeats(game()) ?? [players.PERSON, players.PERSON];
    refresh();
  }

  /** Lists who can play on the chosen board: at once what is known, and again after the server's answer. */
  async function fillSeats() {
    const here = board();
    paintSeats();
    await players.ask(here);
    if (board() === here) paintSeats();
  }

  function paintSeats() {
    const offered = players.options(board());
    ['new-first', 'new-second'].forEach((id, i) => {
      const select = byId(id);
      const before = (wanted?.[i] ?? select.value) || players.PERSON;
      const known = wanted?.[i] && !offered.some(([spec]) => spec === before) ? [...offered, [before, before]] : offered;
      select.replaceChildren(...optionsOf(known));
      select.value = known.some(([spec]) => spec === before) ? before : players.PERSON;
    });
    describe();
  }

  /** What the chosen opponents are, in words. */
  function describe() {
    const chosen = players.options(board()).filter(([spec, , what]) => what && [byId('new-first').value, byId('new-second').value].includes(spec));
    byId('seats-said').textContent = chosen.map(([, name, what]) => `${name}: ${what}.`).join(' ');
  }

  /** The boards that have databases, first those given to the server: a click chooses the board. */
  async function fillKnown() {
    const known = byId('known-boards');
    const list = (await databases()).filter(({ made_here: isMade, complete, board }) => !isMade || (complete && sizeOf(board)));
    const boards = new Map(list.map(({ plays, title }) => [title, plays]));
    known.replaceChildren(...[...boards].map(([title, plays]) => h('button', { type: 'button', class: 'small', 'data-board': plays }, said(title))));
    show(byId('known-fields'), boards.size > 0);
  }

  function take(board) {
    const size = sizeOf(board);
    form.elements.game.value = gameOf(board);
    onGame();
    if (size) [rows.value, cols.value] = size.map(String);
    const variant = about().variants.find(({ name }) => [name, ...(size ? [`${name}:${size.join('x')}`] : [])].includes(board));
    if (variant) form.elements.variant.value = variant.name;
    fillSeats();
  }

  onPress(byId('known-boards'), '[data-board]', ({ dataset }) => dataset.board, ({ dataset }) => take(dataset.board));
  form.addEventListener('change', (event) => {
    if (event.target.name === 'game') onGame();
    else if (!event.target.closest('.seats')) fillSeats();
    else {
      wanted = null;
      describe();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    onStart({ board: board(), seats: [byId('new-first').value, byId('new-second').value] });
  });
  onGame();

  return { open: async () => {
    wanted = lastSeats(game()) ?? [players.PERSON, players.PERSON];
    fillSeats();
    dialog.showModal();
    await fillKnown();
  } };
}
