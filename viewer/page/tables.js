/** The databases that answers come from. */
import { get } from './api.js';

/** The server's list, first those that it was given, in its order; it grows while the server makes some. Empty where it cannot be had. */
export async function databases() {
  try {
    return (await get('databases')).databases;
  } catch {
    return []; // The page works without the list; the next request reports what is wrong with the server.
  }
}
