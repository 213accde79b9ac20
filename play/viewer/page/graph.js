/**
 * The graph of values: a bar for each position of the current line, pointing up where the player who began wins. It is a slider:
 * a click, the arrow keys, Home and End go to a position.
 */
import { byId, h, show } from './dom.js';
import { t } from './language.js';
import { round, svg } from './svg.js';
import { lineThrough } from './tree.js';
import { firstColour, other, sideName } from './words.js';
import { heightOf, longestOf, placeInWords, tintForFirst } from './worths.js';

/** The space above and below the bars for the signs of mistakes. */
const MARGIN = 10;
/** Half the height of a draw's bar. */
const DRAW = 3;
const PAGE = 10;

/** Mounts the graph for a session. Stepping stops `players`; while `values` are off, the graph appears once moves have been checked. */
export function mountGraph(session, players, values) {
  const box = byId('graph-box');
  const slider = byId('graph');
  let line = [];
  let isAsked = false;

  function paint() {
    if (!session.game) return;
    line = lineThrough(session.game.tree, session.node.id);
    // Before any value is known, too: if it appeared with the first value, all below would move under the pointer.
    const visible = line.length > 1 && (values.on() || isAsked);
    show(box, visible);
    // While a position is edited there is no space for the graph; it is painted when there is.
    if (!visible || slider.clientHeight === 0) return;
    const game = session.game.board;
    slider.setAttribute('aria-valuemax', String(line.length - 1));
    slider.setAttribute('aria-valuenow', String(session.node.ply));
    slider.setAttribute('aria-valuetext', placeInWords(session, session.node));
    slider.replaceChildren(drawing(game));
    tellSides(game);
  }

  function drawing(game) {
    const [width, height] = [Math.max(slider.clientWidth, 120), slider.clientHeight];
    const step = width / line.length;
    const longest = longestOf(line);
    const middle = height / 2;
    const bars = line.map((node, i) => bar(game, node, { x: i * step, step, longest, middle }));
    const here = svg('rect', { class: 'here', x: round(session.node.ply * step + 0.75), y: 1, width: round(Math.max(step - 1.5, 2)), height: height - 2, rx: 3 });
    return svg('svg', { class: `first-${firstColour(game)}`, viewBox: `0 0 ${round(width)} ${height}`, width: round(width), height, 'aria-hidden': 'true' },
      here, svg('line', { class: 'axis', x1: 0, x2: round(width), y1: middle, y2: middle }), ...bars);
  }

  function bar(game, node, { x, step, longest, middle }) {
    const height = heightOf(game, node.worth, longest);
    const group = svg('g', { class: `bar ${tintForFirst(game, node.worth)}` }, svg('title', {}, placeInWords(session, node)),
      svg('rect', { class: 'reach', x: round(x), y: 0, width: round(step), height: 2 * middle }));
    const [left, width] = [x + Math.min(2, step * 0.12), Math.max(step - 2 * Math.min(2, step * 0.12), 0.6)];
    const tall = Math.abs(height ?? 0) * (middle - MARGIN);
    const [top, long] = height ? [height > 0 ? middle - tall : middle, tall] : [middle - DRAW, 2 * DRAW];
    if (height !== null) {
      group.append(svg('rect', { class: 'value', x: round(left), y: round(top), width: round(width), height: round(long), rx: round(Math.min(2, width / 3)) }));
    }
    if (node.flag?.gift) {
      const [across, isUp] = [round(x + step / 2), (height ?? 0) >= 0];
      group.append(step >= 9
        ? svg('text', { class: 'mistake', x: across, y: round(isUp ? top - 4 : top + long + 11) }, '?')
        : svg('circle', { class: 'mistake', cx: across, cy: round(isUp ? top - 5 : top + long + 5), r: 2 }));
    }
    return group;
  }

  /** Who wins on which side of the line. After a swap, a colour does not name one player. */
  function tellSides(game) {
    const first = firstColour(game);
    const isSwapped = line.some(({ worth }) => worth?.changed_colours);
    const [upper, lower] = isSwapped ? [t('First'), t('Second')] : [sideName(game, first), sideName(game, other(first))];
    const [above, below] = [byId('graph-upper'), byId('graph-lower')];
    above.replaceChildren(swatch(isSwapped ? null : first), upper);
    below.replaceChildren(swatch(isSwapped ? null : other(first)), lower);
    box.title = t('Above the line {upper} wins, below it {lower}; taller means sooner; ? marks a mistake', { upper, lower });
  }

  /** The colour of a side's bars; a swatch of the board's look would be too small to see. */
  function swatch(colour) {
    return colour === null ? '' : h('span', { class: `swatch ${colour}${session.game.shape.falls ? ' falling' : ''}` });
  }

  function go(ply) {
    const node = line[Math.min(Math.max(ply, 0), line.length - 1)];
    if (!node || node.id === session.node.id) return;
    players.pause();
    session.go(node.id);
  }

  // Not a click: there is no click event if the bars are repainted between press and release.
  let isPressed = false;
  slider.addEventListener('pointerdown', ({ button }) => { isPressed = button === 0; });
  for (const event of ['pointercancel', 'pointerleave']) slider.addEventListener(event, () => { isPressed = false; });
  slider.addEventListener('pointerup', ({ clientX }) => {
    if (!isPressed) return;
    isPressed = false;
    const { left, width } = slider.getBoundingClientRect();
    go(Math.floor(((clientX - left) / width) * line.length));
  });
  slider.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { ply } = session.node;
    const to = {
      ArrowRight: ply + 1, ArrowUp: ply + 1, ArrowLeft: ply - 1, ArrowDown: ply - 1,
      PageUp: ply + PAGE, PageDown: ply - PAGE, Home: 0, End: line.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  });
  session.on('load', () => { isAsked = false; });
  for (const event of ['load', 'tree', 'position', 'known', 'flags']) session.on(event, paint);
  byId('audit').addEventListener('click', () => {
    isAsked = true;
    paint();
  });
  session.on('values', () => {
    isAsked = false;
    paint();
  });
  new ResizeObserver(paint).observe(box);
}
