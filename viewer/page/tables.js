/** The boards that are known to have tables: from the server's list, or from an answer that came from a table. */
import { get } from './api.js';

/** Keeps what is known for a session, which lets `tables` be heard when there is more. */
export function createTables(session) {
  const boards = new Set();
  const tables = { list: [] };

  function learn(more) {
    const before = boards.size;
    for (const board of more) boards.add(board);
    if (boards.size > before) session.emit('tables');
  }

  /** Asks the server for its list, which grows while it makes tables. A failure changes nothing. */
  tables.refresh = async () => {
    try {
      ({ databases: tables.list } = await get('databases'));
    } catch {
      return; // The page works without the list; the next request reports what is wrong with the server.
    }
    learn(tables.list.map(({ board }) => board));
  };

  /** The databases that the server was given, in its order. */
  tables.given = () => tables.list.filter(({ made_here: isMade }) => !isMade);

  /** Takes note of values that came for a board. */
  tables.hear = (board, { source }) => source === 'table' && learn([board]);

  /** Whether a board has a table, be it of its smaller positions alone. */
  tables.has = (board) => [...boards].some((known) => known === board || known.startsWith(`${board}:`));

  return tables;
}
