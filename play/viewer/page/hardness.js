/** How hard a position is, in one line under its value. */
import { t } from './language.js';

/** `hardness` as `/values` answers, for a position of this value; empty if it is unknown or no move gives value away. */
export function hardnessInWords(hardness, value) {
  if (!hardness || !['win', 'draw'].includes(value)) return '';
  const { good_moves: n, moves: all, levels_err: level } = hardness;
  const kept = n === 1 ? oneKeeps(value, { n, all }) : severalKeep(value, { n, all });
  if (level === null) return `${kept}.`;
  const errs = [t('no level often errs here'), t('level 1 often errs here')][level] ?? t('levels up to {level} often err here', { level });
  return `${kept}; ${errs}.`;
}

const oneKeeps = (value, numbers) => (value === 'win' ? t('{n} of {all} moves keeps the win', numbers) : t('{n} of {all} moves keeps the draw', numbers));
const severalKeep = (value, numbers) => (value === 'win' ? t('{n} of {all} moves keep the win', numbers) : t('{n} of {all} moves keep the draw', numbers));
