/** Names of boards that the command takes and the page does not, such as databases, and the boards that they mean. */
import { infoOf, isOwn, knows } from './games.js';
import { t } from './language.js';

/** Sizes that players expect where the name has none. */
const USUAL = { hex: [11, 11], nex: [3, 3] };

/** The board that a name without a size, or the name of a database, means; the name itself if it needs no change. */
export function boardMeant(name) {
  if (!knows(name) || isOwn(name)) return name;
  const { variants, first_size: size, game } = infoOf(name);
  const named = (text) => text === game || variants.some((variant) => variant.name === text);
  if (size !== null) return named(name) ? `${name}:${(USUAL[game] ?? size).join('x')}` : name;
  const whole = name.replace(/:\d+$/, '');
  return named(whole) ? whole : name;
}

/** Why another board was opened than the address names. */
export function whyMeant(name, title) {
  return /:\d+$/.test(name) ? t('Opened {title}: “{name}” names a database, not a board.', { title, name }) : t('Opened {title}: “{name}” names no size.', { title, name });
}
