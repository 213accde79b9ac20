/** Shows how much of a file has arrived, if somebody waits for it for longer than a moment. */
import { inNumbers, t } from './language.js';

/** The time before a bar appears, in milliseconds. */
const MOMENT = 500;

const megabytes = (bytes) => inNumbers(bytes / 1e6, bytes < 1e6 ? 2 : 1);

/** A bar for a file of this many bytes: `{ arrived(bytes), show(), end() }`. It appears some time after `show`, unless `end` comes first. */
export function showLoading(total) {
  let bytes = 0;
  let box = null;
  let timer = null;
  const paint = () => {
    if (!box) return;
    const done = Math.min(bytes, total);
    box.lastChild.textContent = t('Loading, {done} of {total} MB', { done: megabytes(done), total: megabytes(total) });
    box.firstChild.style.width = `${(100 * done) / total}%`;
    box.setAttribute('aria-valuenow', Math.round((100 * done) / total));
  };
  return {
    arrived(now) {
      bytes = now;
      paint();
    },
    show() {
      timer ??= setTimeout(() => {
        box = document.createElement('div');
        box.className = 'loading';
        for (const [name, value] of Object.entries({ role: 'progressbar', 'aria-label': t('Loading'), 'aria-valuemin': 0, 'aria-valuemax': 100 })) box.setAttribute(name, value);
        box.append(document.createElement('span'), document.createTextNode(''));
        document.body.append(box);
        paint();
      }, MOMENT);
    },
    end() {
      clearTimeout(timer);
      timer = 0;
      box?.remove();
    },
  };
}
