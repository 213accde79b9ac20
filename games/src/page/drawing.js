/** What the games' modules draw with. Text is always set as text, never as markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element: `svg('circle', { class: 'stone', r: 1 })`. `null` leaves an attribute out; children are elements or strings. */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A number short enough for markup. */
export function round(number) {
  return Math.round(number * 100) / 100;
}

/** Points as SVG writes them. */
export function points(list) {
  return list.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

/** A short text, centred on a point. Readers of the screen are told it by the name of what it stands on. */
export function label(text, [x, y], kind, props = {}) {
  return svg('text', { x: round(x), y: round(y), class: kind, 'aria-hidden': 'true', ...props }, text);
}

/** A value on a small plate: tinted, with its mark. `size` is the height of the letters. */
export function plate(value, [x, y], size) {
  const width = Math.max(1.5, 0.62 * value.mark.length + 0.6) * size;
  return svg('g', { class: `plate ${value.tint}` },
    svg('rect', { x: round(x - width / 2), y: round(y - 0.72 * size), width: round(width), height: round(1.44 * size), rx: round(0.42 * size) }),
    label(value.mark, [x, y], 'mark', { 'font-size': round(size) }));
}
