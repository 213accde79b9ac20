/** The switches in the help, which the browser remembers, and the sound of a move. */
import { byId } from './dom.js';
import { recall, remember } from './prefs.js';

/** Mounts the switch of a setting that is off by default: `{ on(), toggle() }`; `changed` is called after each change. */
export function mountSetting(name, changed = () => {}) {
  const button = byId(`${name}-toggle`);
  let on = recall(name) === 'on';

  function toggle() {
    on = !on;
    remember(name, on ? 'on' : 'off');
    paint();
    changed(on);
  }

  const paint = () => button.setAttribute('aria-checked', String(on));
  button.addEventListener('click', toggle);
  paint();
  return { on: () => on, toggle };
}

/** Mounts the sound of moves for a session: a short click, as of a stone on wood. */
export function mountSounds(session) {
  let context = null;
  let shown = null;
  const sounds = mountSetting('sounds', (on) => { if (on) click(); });

  function click() {
    context ??= new AudioContext();
    const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(420, now);
    tone.frequency.exponentialRampToValueAtTime(110, now + 0.05);
    volume.gain.setValueAtTime(0.25, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.09);
  }

  session.on('load', () => { shown = session.node; });
  session.on('position', () => {
    if (sounds.on() && session.node !== shown && session.node.move !== null) click();
    shown = session.node;
  });
}
