/** Builds SVG elements. Text is always set as text, never as markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an SVG element: `svg('circle', { class: 'stone', r: 1 })`. `null` omits an attribute; children are elements or strings. */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, typeof value === 'number' ? round(value) : String(value));
  }
  element.append(...children.flat().filter(Boolean));
  return element;
}

/** A number rounded for markup. */
export function round(number) {
  return Math.round(number * 100) / 100;
}

/** A circle around a point. */
export function circle(kind, [cx, cy], r) {
  return svg('circle', { class: kind, cx, cy, r });
}

/** A line through points, or with `polygon` the area inside it. */
export function line(kind, list, tag = 'polyline') {
  return svg(tag, { class: kind, points: list.map((at) => at.map(round).join()).join(' ') });
}

/** A cross whose arms reach `arm` to each side. */
export function cross(kind, [x, y], arm) {
  const [left, right, top, bottom] = [x - arm, x + arm, y - arm, y + arm].map(round);
  return svg('path', { class: kind, d: `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}` });
}

/** A short text, centred on a point. Screen readers get it from the name of the element that it stands on. */
export function label(text, [x, y], kind, size) {
  return svg('text', { x, y, class: kind, 'aria-hidden': 'true', 'font-size': size }, text);
}

/** A value on a small plate: tinted, with its mark. `size` is the height of the letters. */
export function plate(value, [x, y], size) {
  const width = Math.max(1.5, 0.62 * value.mark.length + 0.6) * size;
  return svg('g', { class: `plate ${value.tint}` },
    svg('rect', { x: x - width / 2, y: y - 0.72 * size, width, height: 1.44 * size, rx: 0.42 * size }), label(value.mark, [x, y], 'mark', size));
}
