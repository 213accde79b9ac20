/**
 * Draws boards from their shapes (`shape.js`), with clicks, hovering and a keyboard cursor. It needs no server, so the
 * figures in the rules use it too.
 *
 * The state is plain data: `board` (its name), `shape`, `cells` as the server sends them, and what else to show:
 * - `title`     the name of the picture for screen readers
 * - `last`      parts of the last move, as `partsOf` returns them
 * - `chain`     the places of a winning chain
 * - `targets`   places that may be chosen next; `ghost` is what a click would put there
 * - `shows`     while a move is being chosen, what to draw on a place instead of its contents, by name; `chosen` has the chosen places
 * - `values`    `{ cell: { mark, tint, words, note } }`, with a `note` `{ text, tint }` about the moves that the mark does not show, or null
 * - `guesses`   `{ cell: { level, words } }`: places that an estimate favours, the best with level 1
 * - `points`    places to mark with a ring; `labels` has words to write on places, by name
 * - `connections` what `connections.js` draws: `{ carrier, side, must, key, parts }`, or null
 * - `numbers`   the number of the move that put the stone on a place, by name
 * - `turned`    whether the board is turned for the player at the top (hexagons: stands on its sharp corner, which is narrower)
 * - `onCell(name)`, `onHover(name | null)`, `onBack()`  callbacks; without them the board is only a picture
 * - `carried`   if pieces can be dragged: `{ may(name), take(name), drop(name | null) }`, as in `drag.js`
 */
import { onPress } from './dom.js';
import { mountDrag } from './drag.js';
import { infoOf } from './games.js';
import { count, said, t } from './language.js';
import { marksOf, pointedAt, tracedOf } from './marks.js';
import { move, movementsOf } from './motion.js';
import { CORNERS, contentsOf } from './shape.js';
import { mountSketch } from './sketch.js';
import { circle, cross, label, line, plate, svg } from './svg.js';

/**
 * How boards look, in their own units: the space around the places, the radius of a piece and of the rings around it, and the
 * heights of a mark, of its plate (and how far below the middle the plate is), of coordinates (smaller on narrower boards,
 * whose places are drawn larger) and of words.
 */
const LOOKS = {
  hexagon: { room: 1.05, stone: 0.62, ring: 0.76, mark: 0.62, plate: [0.32, 0.36], coordinate: 0.54, wide: 24, word: 0.6 },
  hole: { room: 0.7, stone: 0.4, ring: 0.45, mark: 0.34, plate: [0.26, 0], coordinate: 0.3, wide: 9, word: 0.3 },
  square: { room: 0.92, stone: 0.38, ring: 0.46, mark: 0.36, plate: [0.23, 0.33], coordinate: 0.25, wide: 0, word: 0.36 },
  pit: { room: 1.5, stone: 0.44, ring: 0.47, mark: 0.22, plate: [0.22, 0], coordinate: 0.2, wide: 0, word: 0.24 },
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The width of the edges of a board of hexagons, with their rims. */
const BAND = 0.6;
/** How close names of rows and columns are to their hexagons, as a part of the distance in the server's picture. */
const CLOSE = 0.86;
/** Narrower windows are a phone's, as in layout.css. */
const PHONE = 600;
/** The least width of a hexagon, in pixels, that a finger hits well. */
const FINGER = 26;
/** The time after a drop in which nothing slides: the piece is where it was dropped. */
const DROPPED_MS = 150;
/** The factor by which a mark shrinks between the borders of connections, by its number of characters. */
const TIGHT = [1, 1, 1, 0.88, 0.68];
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const MOST_SEEDS_DRAWN = 48;
/** The height of a board of text, where its width is 1. */
const SCREEN = 0.6;

/** The drawn board of each container. */
const boards = new WeakMap();

/** Draws a position in a container, replacing its contents. */
export function draw(container, state) {
  const board = boards.get(container) ?? create(container);
  if (state.shape.look === 'drawn') {
    drawFreely(container, board, state);
    return;
  }
  const it = viewOf(state);
  startMoving(board, state, it);
  if (board.state.cells !== state.cells) board.sketch.clear();
  Object.assign(board, { state, it });
  const { root } = board;
  const live = typeof state.onCell === 'function';
  const cells = it.spots.map((spot) => cellOf(spot, state, it));
  board.cells = new Map(it.spots.map(({ name }, i) => [name, cells[i]]));
  root.setAttribute('viewBox', it.box.map((n) => Math.round(n * 100) / 100).join(' '));
  root.setAttribute('class', `board ${state.shape.look}${state.shape.falls ? ' falling' : ''}`);
  // The page derives the board's width from its height.
  container.style.setProperty('--ratio', it.box[2] / it.box[3]);
  root.setAttribute('role', live ? 'group' : 'img');
  root.setAttribute('aria-label', state.title);
  const focused = root.contains(document.activeElement);
  if (!board.cells.has(board.cursor)) board.cursor = middleOf(it).name;
  board.busy = true;
  const aside = { 'aria-hidden': 'true' };
  board.over.replaceChildren();
  root.replaceChildren(svg('g', { class: 'edges', ...aside }, ...groundOf(state, it)), svg('g', { class: 'cells' }, ...cells),
    svg('g', { class: 'marks', ...aside }, ...marksOf(state, it)), board.traced, board.over, board.hovered, board.drawn, board.hand);
  board.sketch.paint();
  paintTrace(board);
  outlineHovered(board);
  board.busy = false;
  if (board.lifted !== null && state.chosen?.at(-1) !== board.lifted) putDown(board);
  board.cells.get(board.lifted)?.classList.add('lifted');
  if (!move(board.moving, board.cells, performance.now() - board.begun)) board.moving = [];
  for (const [name, cell] of board.cells) {
    if (live) {
      cell.setAttribute('tabindex', name === board.cursor ? 0 : -1);
      cell.setAttribute('role', 'button');
    } else {
      // A mere picture has one name; its places have none.
      cell.removeAttribute('aria-label');
    }
  }
  if (live && focused) focusBoard(container);
}

/** Draws what people see of a position without cells: lines of text, or a picture, of which a stranger may be the author. */
function drawFreely(container, board, state) {
  const { root } = board;
  const { cells: drawn, shape: { size } } = state;
  Object.assign(board, { state, it: null, cells: new Map(), moving: [] });
  const lines = drawn.split('\n');
  const wide = Math.max(12, 0.62 * Math.max(...lines.map((line) => [...line].length)) + 1, (1.25 * lines.length + 1) / SCREEN);
  const isPicture = drawn.startsWith('<svg');
  const [width, height] = isPicture ? size : [wide, SCREEN * wide];
  const top = (height - 1.25 * lines.length) / 2 + 0.625;
  const left = (width - 0.6 * Math.max(...lines.map((line) => [...line].length))) / 2;
  // As an image, a picture runs no scripts and loads nothing.
  const parts = isPicture
    ? [svg('rect', { class: 'paper', width, height }), svg('image', { href: `data:image/svg+xml,${encodeURIComponent(drawn)}`, width, height })]
    : lines.map((line, i) => svg('text', { class: 'line', x: left, y: top + 1.25 * i, 'font-size': 1 }, line));
  root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  root.setAttribute('class', 'board drawn');
  container.style.setProperty('--ratio', width / height);
  root.setAttribute('role', 'img');
  root.setAttribute('aria-label', state.title);
  root.replaceChildren(...parts);
}

/**
 * Whether a board of hexagons should stand on its sharp corner, given its state lying and standing: if that makes it larger in the room of its
 * container. On a phone it stands, and fills the first screen, only if its cells would be too small for a finger.
 */
export function mayStand(container, lying, standing) {
  const cellIn = (state, [wide, high]) => {
    const [, , width, height] = viewOf(state).box;
    return Math.min(wide / width, high / height) * Math.sqrt(3);
  };
  container.classList.remove('filling');
  const room = roomOf(container);
  if (window.innerWidth >= PHONE) return cellIn(standing, room) > cellIn(lying, room);
  if (cellIn(lying, room) >= FINGER) return false;
  container.classList.add('filling');
  return cellIn(standing, roomOf(container)) > cellIn(lying, room);
}

/** The width and height in pixels that a board may have. */
function roomOf(container) {
  const [main, desk] = [container.closest('main'), document.querySelector('.desk')];
  const isBeside = getComputedStyle(main).flexDirection === 'row';
  return [main.clientWidth - (isBeside ? desk.clientWidth + 40 : 0), Number.parseFloat(getComputedStyle(container).maxHeight) || main.clientHeight];
}

/** Shows a move, given its parts, on the drawn board; no parts remove it. */
export function point(container, parts) {
  const board = boards.get(container);
  board?.over.replaceChildren(...(parts.length > 0 ? pointedAt(board.state, board.it, parts) : []));
}

/** Shows a line of moves on the drawn board, given the parts of each; an empty line removes it. */
export function trace(container, moves) {
  const board = boards.get(container);
  if (!board) return;
  board.line = moves;
  paintTrace(board);
}

function paintTrace({ traced, line: moves, state, it }) {
  traced.replaceChildren(...(it ? tracedOf(state, it, moves) : []));
}

/** Begins to move what differs from what was drawn before; movements under way continue. A piece that was dropped is there already. */
function startMoving(board, state, it) {
  if (board.state.shape !== state.shape) board.moving = [];
  const isDropped = performance.now() - board.droppedAt < DROPPED_MS;
  const movements = isDropped ? [] : movementsOf(board.state, board.it, state, it);
  if (movements.length === 0) return;
  Object.assign(board, { moving: movements, begun: performance.now() });
}

/** Outlines the hexagon under the pointer, if it may be chosen, above its neighbours. */
function outlineHovered({ hovered, pointed: name, state, it }) {
  const isShown = it !== null && name !== null && state.shape.look === 'hexagon' && state.onCell && state.targets?.includes(name);
  hovered.replaceChildren(...(isShown ? [groundUnder('hexagon', it.at(name), it)] : []));
}

/** Moves the keyboard focus to the board. */
export function focusBoard(container) {
  const board = boards.get(container);
  board?.cells.get(board.cursor)?.focus({ preventScroll: true });
}

/** A piece alone, as the editor offers it. */
export function pieceAlone(look, sign) {
  const room = 1.18 * LOOKS[look].stone;
  const drawn = sign === '' ? [circle('nothing', [0, 0], room * 0.86)] : pieceAt(look, sign, [0, 0]);
  return svg('svg', { class: `board ${look}`, viewBox: [-room, -room, 2 * room, 2 * room].join(' '), 'aria-hidden': 'true' }, ...drawn);
}

/** A piece: black is filled, white outlined, neutral grey with a cross; kings have a crown. So pieces differ without colour. A sign of an own game is a letter. */
export function pieceAt(look, sign, at, kind = '', isValued = false) {
  if (sign === '') return [];
  if (sign.startsWith('=')) return [label(sign.slice(1), at, `letter ${kind}`, LOOKS[look].stone * 1.5)];
  const colour = sign === '?' ? 'N' : sign.toUpperCase();
  const r = LOOKS[look].stone;
  const named = (part) => `${part} ${colour} ${kind}`.trim();
  const parts = [circle(named('stone'), at, r)];
  // The badge with a value is on the lower half.
  if (sign === '?') parts.push(isValued ? cross(named('cross'), [at[0], at[1] - 0.4 * r], 0.24 * r) : cross(named('cross'), at, 0.36 * r));
  if (look === 'hole') parts.push(colour === 'W' ? circle(named('sign'), at, r / 2) : cross(named('sign'), at, 0.4 * r));
  if (look === 'square') {
    parts.push(circle(named('groove'), at, 0.7 * r));
    const crown = [[-0.19, 0.13], [-0.22, -0.11], [-0.1, 0], [0, -0.17], [0.1, 0], [0.22, -0.11], [0.19, 0.13]];
    if (sign === colour) parts.push(line(named('crown'), crown.map(([x, y]) => [at[0] + x, at[1] + y]), 'polygon'));
  }
  return parts;
}

/** Where everything is drawn: `{ …look, spots: [{ name, at, outline }], at(name), turn(point), box }`. */
function viewOf({ shape, cells, turned }) {
  const { look, size: [width, height], places } = shape;
  // Hexagons may be turned by 60 degrees, other boards with two sides by 180.
  const slanted = ([x, y]) => [x / 2 - (y * Math.sqrt(3)) / 2, (x * Math.sqrt(3)) / 2 + y / 2];
  const around = ([x, y]) => [width - x, height - y];
  const isAround = turned && look !== 'hexagon';
  const stretch = ([x, y]) => (look === 'pit' ? [x, 1.55 * y] : [x, y]);
  const turn = (at) => stretch(look === 'hexagon' ? (turned ? slanted(at) : at) : isAround ? around(at) : at);
  const spots = places.map((place) => ({ ...place, at: turn(place.at) }));
  const where = new Map(spots.map(({ name, at }) => [name, at]));
  const { room, coordinate } = LOOKS[look];
  const [above, below] = look === 'pit' ? [0.95, 0.95] : [room, room];
  const labels = look === 'pit' ? [] : shape.labels.map(({ at, text }) => ({ text, at: turn(look === 'hexagon' ? nearer(at, places) : at) }));
  const square = (reach) => ([x, y]) => [[x - reach, y - reach], [x + reach, y + reach]];
  const bounds = [...spots.flatMap(({ at: [x, y] }) => [[x - room, y - above], [x + room, y + below]]),
    ...(look === 'hexagon' ? shape.edges.flatMap(({ line: points }) => points.map(turn)).flatMap(square(BAND / 2)) : []),
    ...labels.flatMap(({ at }) => square(0.7 * coordinate)(at))];
  const [[left, top], [right, bottom]] = [Math.min, Math.max].map((most) => [0, 1].map((axis) => most(...bounds.map((at) => at[axis]))));
  const box = [left, top, right - left, bottom - top];
  return { ...LOOKS[look], spots, labels, turn, box, at: (name) => where.get(name), contents: contentsOf(shape, cells), piece: (sign, at, kind, isValued) => pieceAt(look, sign, at, kind, isValued) };
}

/** A row's or column's name, moved closer to its hexagon. */
function nearer([x, y], places) {
  const far = ({ at: [u, v] }) => Math.hypot(u - x, v - y);
  const { at: [u, v] } = places.reduce((best, place) => (far(place) < far(best) ? place : best));
  return [u + CLOSE * (x - u), v + CLOSE * (y - v)];
}

/** What is drawn under the places: edges or a frame, coordinates, and stores of seeds. */
function groundOf({ board, shape, cells, onCell }, { turn, box, labels, coordinate: largest, wide }) {
  const edges = shape.edges.toSorted((a, b) => (a.side > b.side ? -1 : 1)).flatMap(({ line: points, side }) => {
    const along = points.map(turn);
    if (side === 'white') return [line('band rim', along), line('band W', along)];
    return side === 'black' ? [line('band rim B', along), line('band B', along)] : [];
  });
  const [left, top, width, height] = box;
  // Figures are small already.
  const coordinate = onCell ? largest * Math.min(1, width / wide) : largest;
  const frame = (kind, gap, rx) => svg('rect', { class: kind, x: left + gap, y: top + gap, width: width - 2 * gap, height: height - 2 * gap, rx });
  const named = labels.map(({ at, text }) => label(text, at, 'coordinate', coordinate));
  if (shape.look === 'hexagon') return [...edges, ...named];
  const around = (kind) => line(kind, shape.edges[0].line.map(turn), 'polygon');
  if (shape.look === 'hole') return [around('frame'), ...named];
  if (shape.look === 'square') return [frame('frame', 0.03, 0.15), around('light-squares'), ...named];
  const middle = top + height / 2;
  const stores = Object.values(infoOf(board).sides).map((owner, i) => {
    // Each store stands at the end of its owner's row.
    const isLeft = turn([0, 0])[0] > turn([1, 0])[0] === (i === 0);
    return store(owner, cells.stores[i], [isLeft ? left + 0.55 : left + width - 0.55, middle]);
  });
  return [frame('tray', 0.03, 0.5), ...stores];
}

function store(owner, seeds, [x, y]) {
  return svg('g', { class: 'store', role: 'img', 'aria-label': t('store of the {owner} player, {seeds}', { owner: t(owner).toLowerCase(), seeds: counted(seeds) }) },
    svg('rect', { class: 'hollow', x: x - 0.36, y: y - 1.1, width: 0.72, height: 2.2, rx: 0.36 }),
    label(String(seeds), [x, y], 'count big', 0.42), label(t(owner), [x, y + 1.3], 'coordinate', 0.17));
}

function cellOf(spot, state, it) {
  const { name, at } = spot;
  const { look } = state.shape;
  const content = it.contents[name];
  const shown = state.shows?.[name];
  const value = state.values?.[name];
  const isTarget = state.targets?.includes(name) ?? false;
  const isChosen = look === 'square' ? state.chosen?.at(-1) === name : shown !== undefined;
  const last = look === 'pit' ? state.last?.find(({ cell }) => cell === name) : undefined;
  const kinds = ['cell', isTarget && 'target', state.carried?.may(name) && 'movable', isChosen && 'chosen', value && `valued ${value.tint}`, last && `last-${last.role}`].filter(Boolean);
  const stands = shown === undefined || shown === 'captured' ? content : shown;
  const isNew = isChosen && look !== 'square';
  const parts = look === 'pit' ? pit(name, content, at, it) : [groundUnder(look, at, it), ...it.piece(stands, at, isNew ? 'new' : '', Boolean(value))];
  const guess = value || isNew ? undefined : state.guesses?.[name];
  if (guess) parts.push(...guessAt(guess, at, look, stands, it));
  if (shown === 'captured') parts.push(cross('taken', at, 0.3));
  if (isTarget && !isChosen && state.ghost && state.onCell) parts.push(...it.piece(state.ghost, at, 'ghost'));
  if (isTarget && !value && look !== 'pit' && (look === 'square' || stands !== '')) parts.push(circle(stands ? 'may' : 'may dot', at, stands ? it.ring : 0.14));
  if (value && !isNew) parts.push(...valueAt(value, at, look, stands, it, Boolean(state.connections)));
  const number = state.numbers?.[name];
  if (number && stands !== '' && !value) parts.push(...numberOn(number, stands, at, look));
  const word = state.labels?.[name];
  if (word) parts.push(label(word, at, 'word', it.word));
  parts.push(look === 'square' ? svg('rect', { class: 'focus', x: at[0] - 0.46, y: at[1] - 0.46, width: 0.92, height: 0.92, rx: 0.06 }) : circle('focus', at, it.ring));
  return svg('g', { class: kinds.join(' '), 'data-cell': name, 'aria-label': spoken(spot, state, it, { content, shown, isTarget, isChosen, value: value ?? guess }) }, ...parts);
}

/** The number of a stone's move: on the stone, or beside the sign that the piece has. */
function numberOn(number, stands, [x, y], look) {
  const kind = `number ${stands === '?' ? 'N' : stands}`;
  if (look === 'hexagon') return [label(String(number), [x, stands === '?' ? y + 0.42 : y], kind, stands === '?' ? 0.3 : 0.56)];
  return [label(String(number), [x + 0.25, y + 0.25], kind, 0.19)];
}

function groundUnder(look, [x, y], { turn }) {
  if (look === 'hole') return svg('g', {}, svg('rect', { class: 'reach', x: x - 0.5, y: y - 0.5, width: 1, height: 1 }), circle('ground', [x, y], 0.41));
  if (look === 'square') return svg('rect', { class: 'ground', x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  const [u, v] = turn([0, 0]);
  return line('ground', CORNERS.map(turn).map(([dx, dy]) => [x + dx - u, y + dy - v]), 'polygon');
}

/** A pit with its seeds in a spiral, as in a sunflower: close together, and not overlapping while there is space. */
function pit(name, seeds, [x, y], { stone: room, box, coordinate }) {
  const drawn = Math.min(seeds, MOST_SEEDS_DRAWN);
  const size = drawn <= 8 ? 0.095 : Math.min(0.08, 0.34 / Math.sqrt(drawn));
  const grains = Array.from({ length: drawn }, (_, i) => {
    const out = drawn === 1 ? 0 : (room - size - 0.05) * Math.sqrt((i + 0.5) / Math.max(drawn, 7));
    return circle('seed', [x + out * Math.cos(i * GOLDEN), y + out * Math.sin(i * GOLDEN)], size);
  });
  const outwards = y < box[1] + box[3] / 2 ? -1 : 1;
  return [
    svg('rect', { class: 'reach', x: x - 0.5, y: y - 0.85, width: 1, height: 1.7 }), circle('ground hollow', [x, y], room), ...grains,
    label(String(seeds), [x, y - 0.61 * outwards], 'count', 0.22), label(name, [x, y + 0.7 * outwards], 'coordinate', coordinate),
  ];
}

/** The value of a place: on an empty place in large letters, with a note below; on a piece, on a plate beside it. `isTight`: borders of connections surround it. */
function valueAt(value, [x, y], look, stands, { mark, plate: [size, below] }, isTight) {
  if (look === 'pit' || look === 'square' || stands !== '') return [plate(value, [x, stands === '' ? y : y + below], size)];
  if (isTight) return [label(value.mark, [x, y - 0.06], 'mark', TIGHT[Math.min(value.mark.length, 4)] * mark)];
  const letters = value.mark.length > 3 || (look === 'hole' && value.mark.length > 2) ? 0.84 * mark : mark;
  if (!value.note || look !== 'hexagon') return [label(value.mark, [x, y], 'mark', letters)];
  return [label(value.mark, [x, y - 0.2], 'mark', letters), label(value.note.text, [x, y + 0.37], `note ${value.note.tint}`, 0.31)];
}

/** An estimate on a place: a dashed ring and `≈`, which no proof has, and a shade. */
function guessAt({ level }, at, look, stands, { ring, mark }) {
  const isFree = look === 'pit' || look === 'square' || stands !== '';
  return [
    circle(`guess level-${level}`, at, ring * 0.94),
    ...(isFree ? [] : [label('\u2248', at, `guess-sign level-${level}`, mark)]),
  ];
}

/** A place's description for screen readers. */
function spoken({ name, at: [x, y] }, state, { spots, contents }, { content, shown, isTarget, isChosen, value }) {
  const { board, shape: { look, falls, places }, connections, last } = state;
  const { sides, pieces } = infoOf(board);
  const whole = ({ name: piece }) => (piece.length === 1 ? piece : said(piece).toLowerCase());
  const named = (sign) => (look === 'pit' ? counted(sign) : sign === '' ? t('empty') : pieces.length > 0 ? whole(pieces.find((piece) => piece.sign === sign) ?? { name: sign }) : ownSign(sign, sides));
  const column = () => t('column {column}, row {row} from below', { column: spots.filter((spot) => spot.at[1] === y && spot.at[0] <= x).length, row: spots.filter((spot) => spot.at[0] === x && spot.at[1] >= y).length });
  const owner = () => (places.findIndex((place) => place.name === name) < places.length / 2 ? sides.black : sides.white);
  const where = falls ? column() : look === 'pit' ? t('pit {name} of the {owner} player', { name, owner: t(owner()).toLowerCase() }) : state.shape.shown(name);
  const chosen = look === 'square' ? t('chosen') : t('chosen: {piece}', { piece: named(shown ?? contents[name]) });
  return [
    where, named(content), isChosen && chosen, shown === 'captured' && t('captured'), isTarget && t('may be chosen'), value?.words,
    connections?.key?.cell === name && t('connects'), connections?.carrier?.includes(name) && t('needed by the connection'), connections?.must?.includes(name) && t('must-play'),
    last?.some((part) => part.cell === name && part.role !== 'sown') && t('last move'),
  ].filter(Boolean).join(', ');
}

/** What an own game has on a cell: a stone of a player, or a sign. */
function ownSign(sign, sides) {
  return { B: t('stone of {side}', { side: sides.black }), W: t('stone of {side}', { side: sides.white }) }[sign] ?? sign.replace(/^=/, t('sign '));
}

const counted = (seeds) => count(seeds, 'seed', 'seeds');

function create(container) {
  const root = svg('svg', { preserveAspectRatio: 'xMidYMid meet' });
  const layer = (kind) => svg('g', { class: kind, 'aria-hidden': 'true' });
  const board = {
    root, over: layer('over'), hovered: layer('hovered'), traced: layer('traced'), drawn: layer('drawn'), hand: layer('hand'), lifted: null, state: {}, it: null,
    cells: new Map(), cursor: null, busy: false, pointed: null, line: [], moving: [], begun: 0, droppedAt: -Infinity,
  };
  const hover = (name) => { if (!board.busy) board.state.onHover?.(name); };
  const pointAt = (name) => {
    board.pointed = name;
    outlineHovered(board);
    hover(name);
  };
  board.sketch = mountSketch(root, board.drawn, () => board.it);
  boards.set(container, board);
  container.replaceChildren(root);
  onPress(root, '[data-cell]', ({ dataset }) => dataset.cell, ({ dataset }) => {
    if (!board.state.onCell) return;
    board.cursor = dataset.cell;
    board.state.onCell(dataset.cell);
  });
  board.letGo = mountDrag(root, {
    may: (name) => board.state.carried?.may(name) ?? false,
    take: (name) => lift(board, name),
    carry: ([x, y]) => board.hand.setAttribute('transform', `translate(${x} ${y})`),
    drop: (name) => {
      putDown(board);
      board.droppedAt = performance.now();
      board.state.carried?.drop(name);
    },
  });
  root.addEventListener('pointerover', (event) => pointAt(event.pointerType === 'touch' ? null : nameAt(event)));
  root.addEventListener('pointerleave', () => pointAt(null));
  root.addEventListener('focusin', (event) => {
    if (nameAt(event) !== null) putCursor(board, nameAt(event));
  });
  root.addEventListener('keydown', (event) => {
    const { state, it } = board;
    if (!state.onCell || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in ARROWS) {
      putCursor(board, beside(it.spots, it.at(board.cursor), ARROWS[event.key])?.name ?? board.cursor);
      focusBoard(container);
      hover(board.cursor);
    } else if (event.key === 'Enter' || event.key === ' ') {
      state.onCell(board.cursor);
    } else if ((event.key === 'Escape' || event.key === 'Backspace') && state.onBack) {
      state.onBack();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return board;
}

/** Picks up a piece, which then follows the pointer. */
function lift(board, name) {
  const { state, it } = board;
  board.cursor = name;
  board.lifted = name;
  board.hand.replaceChildren(...it.piece(state.shows?.[name] ?? it.contents[name], [0, 0]));
  state.carried.take(name);
}

function putDown(board) {
  board.letGo();
  board.cells.get(board.lifted)?.classList.remove('lifted');
  board.lifted = null;
  board.hand.replaceChildren();
}

/** The next place along the row, or the nearest in the next row: of two equally near, the right one when moving down, the left one when moving up. */
function beside(spots, [x, y], [dx, dy]) {
  const far = ([u, v]) => (dx !== 0 ? (u - x) * dx : 10 * (v - y) * dy + Math.abs(u - x) - 0.001 * dy * (u - x));
  const ahead = spots.filter(({ at: [u, v] }) => (dx !== 0 ? Math.abs(v - y) < 0.1 && (u - x) * dx > 0.1 : (v - y) * dy > 0.1));
  return ahead.reduce((best, spot) => (best === null || far(spot.at) < far(best.at) ? spot : best), null);
}

function middleOf({ spots, box: [left, top, width, height] }) {
  const far = ({ at: [x, y] }) => Math.hypot(x - left - width / 2, y - top - height / 2);
  return spots.reduce((best, spot) => (far(spot) < far(best) - 0.001 ? spot : best));
}

function putCursor(board, name) {
  board.cells.get(board.cursor)?.setAttribute('tabindex', -1);
  board.cursor = name;
  board.cells.get(name)?.setAttribute('tabindex', 0);
}

function nameAt({ target }) {
  return target instanceof Element ? (target.closest('[data-cell]')?.dataset.cell ?? null) : null;
}
