/** Arrows and circles that the user draws with the right mouse button. The next left click and the next position remove them. */
import { circle, line, svg } from './svg.js';

/** Mounts the drawing on an SVG board; `layer` gets the marks, and `view()` has the coordinates of the places, or is null. */
export function mountSketch(root, layer, view) {
  /** `from to` of each arrow; a circle goes from a place to itself. */
  const drawn = new Set();
  let from = null;

  const placeAt = ({ target }) => target.closest?.('[data-cell]')?.dataset.cell ?? null;

  function paint() {
    const it = view();
    layer.replaceChildren(...(it ? [...drawn].map((pair) => markOf(pair.split(' '), it)) : []));
  }

  function clear() {
    if (drawn.size === 0) return;
    drawn.clear();
    paint();
  }

  root.addEventListener('contextmenu', (event) => { if (event.pointerType !== 'touch') event.preventDefault(); });
  root.addEventListener('pointerdown', (event) => {
    if (event.button === 0) clear();
    from = event.button === 2 ? placeAt(event) : null;
  });
  root.addEventListener('pointerup', (event) => {
    const to = placeAt(event);
    if (event.button !== 2 || from === null || to === null) return;
    const pair = `${from} ${to}`;
    if (!drawn.delete(pair)) drawn.add(pair);
    paint();
  });
  return { paint, clear };
}

function markOf([from, to], it) {
  const [[x, y], [u, v]] = [it.at(from), it.at(to)];
  const width = it.ring * 0.2;
  const frame = (...parts) => svg('g', { class: 'sketch', 'stroke-width': width, 'data-from': from, 'data-to': to }, ...parts);
  if (from === to) return frame(circle('', [x, y], it.ring));
  const angle = Math.atan2(v - y, u - x);
  const wing = (turn) => [u - 0.7 * it.ring * Math.cos(angle + turn), v - 0.7 * it.ring * Math.sin(angle + turn)];
  return frame(line('', [[x, y], [u, v]]), line('', [wing(0.55), [u, v], wing(-0.55)]));
}
