/** The databases that answers come from. */
import { get } from './api.js';

/** The server's list, beginning with the databases that it was given; it grows while the server makes others. Empty if the request fails. */
export async function databases() {
  try {
    return (await get('databases')).databases;
  } catch {
    return []; // The page works without the list; the next request reports the server's error.
  }
}
