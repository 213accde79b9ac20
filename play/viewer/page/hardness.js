/** How hard a position is, in one line under its value. */
import { count } from './words.js';

/** `hardness` as `/values` answers, for a position of this value; empty if it is unknown or no move gives value away. */
export function hardnessInWords(hardness, value) {
  if (!hardness || !['win', 'draw'].includes(value)) return '';
  const { good_moves: good, moves, levels_err: level } = hardness;
  const kept = `${good.toLocaleString('en')} of ${count(moves, 'move', 'moves')} ${good === 1 ? 'keeps' : 'keep'} the ${value}`;
  if (level === null) return `${kept}.`;
  const errs = ['no level often errs here', 'level 1 often errs here'][level] ?? `levels up to ${level} often err here`;
  return `${kept}; ${errs}.`;
}
