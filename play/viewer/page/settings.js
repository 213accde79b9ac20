/** The settings in the help, which the browser remembers: switches, the sound of a move, the language, and the names of Hex cells. */
import { cellForm, hasForms, useCells } from './cells.js';
import { byId, h, show } from './dom.js';
import { LANGUAGE, LANGUAGES } from './language.js';
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

/** Mounts the choices of language and cells for a session. With a new choice the page is loaded again; its game stays. */
export function mountSettings(session) {
  const language = byId('language');
  const cells = byId('cells');
  const named = (code) => new Intl.DisplayNames([code], { type: 'language' }).of(code);
  language.replaceChildren(...LANGUAGES.map((code) => h('option', { value: code, lang: code }, named(code))));
  language.value = LANGUAGE;
  language.addEventListener('change', () => {
    remember('language', language.value);
    location.reload();
  });
  cells.addEventListener('change', () => {
    remember('cells', cells.value);
    window.history.replaceState(window.history.state, '', location.hash.replace(/&cells=\w+/, ''));
    useCells(location.hash);
    location.reload();
  });
  session.on('load', () => {
    cells.value = cellForm();
    show(byId('help-cells'), hasForms(session.game.board));
  });
}
