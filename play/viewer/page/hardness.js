/** How hard a position is, in one line under its value. */
import { t } from './language.js';
import { count } from './words.js';

/** `hardness` as `/values` answers, for a position of this value; empty if it is unknown or no move gives value away. */
export function hardnessInWords(hardness, value) {
  if (!hardness || !['win', 'draw'].includes(value)) return '';
  const { good_moves: good, moves, levels_err: level } = hardness;
  const counts = { good, moves: count(moves, 'move', 'moves') };
  const kept = value === 'win' ? t('{good} of {moves} keep the win', counts) : t('{good} of {moves} keep the draw', counts);
  if (level === null) return `${kept}.`;
  const errs = level === 0 ? t('no level often errs here') : t('levels up to {level} often err here', { level });
  return `${kept}; ${errs}.`;
}
