/** The first visit: one line that says what the page is, and two ways on. */
import { byId, show } from './dom.js';
import { recall } from './prefs.js';

/** Whether the visitor has never chosen to show or to hide values, and the address names no game. */
export const isFirstVisit = () => recall('values') === null && window.location.hash === '';

/** The opponent in the first game: one that a beginner can beat. */
const FIRST_OPPONENT = 'level(2)';

/** Shows the welcome until the visitor chooses a way, moves, or opens another game. */
export function mountWelcome(session, { values, players, play }) {
  const page = document.querySelector('main');
  let isLoaded = false;

  function leave() {
    page.classList.remove('welcoming');
    show(byId('welcome'), false);
  }

  page.classList.add('welcoming');
  show(byId('welcome'), true);
  byId('welcome-play').addEventListener('click', async () => {
    const { board } = session.game;
    values.set(false);
    await players.ask(board);
    if (session.game.board === board) players.oppose(FIRST_OPPONENT);
    play.focus();
  });
  byId('welcome-analyse').addEventListener('click', () => {
    values.set(true);
    play.focus();
  });
  for (const event of ['values', 'tree']) session.on(event, leave);
  session.on('load', () => {
    if (isLoaded) leave();
    isLoaded = true;
  });
}
