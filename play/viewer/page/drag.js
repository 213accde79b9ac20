/** Drags pieces with a mouse, a pen or a finger. A press that hardly moves is a click, not a drag. */

/** A press that moves no further than this many pixels is a click. */
const STILL = 6;

/**
 * Makes the pieces on an SVG board draggable, with the callbacks in `hands`: `may(place)` returns whether the piece there can be picked up, `take(place)` picks it up,
 * `carry(point)` shows it at a point, in the board's units, and `drop(place | null)` puts it down: null if there is no place, or if the drag is cancelled.
 * The returned function forgets a piece that is being dragged.
 */
export function mountDrag(root, hands) {
  let held = null;

  const placeAt = (element) => element?.closest?.('[data-cell]')?.dataset.cell ?? null;
  const below = ({ clientX, clientY }) => {
    const element = document.elementFromPoint(clientX, clientY);
    return root.contains(element) ? placeAt(element) : null;
  };
  const pointAt = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM().inverse());
    return [x, y];
  };

  function end(place) {
    const { isCarried } = held;
    held = null;
    if (isCarried) hands.drop(place);
  }

  root.addEventListener('pointerdown', (event) => {
    const place = placeAt(event.target);
    if (event.button !== 0 || !event.isPrimary || place === null || !hands.may(place)) return;
    held = { place, pointer: event.pointerId, at: [event.clientX, event.clientY], isCarried: false };
  });
  // A finger that drags a piece does not scroll the page. In an SVG, `touch-action` applies only to the whole drawing.
  root.addEventListener('touchstart', (event) => { if (held) event.preventDefault(); }, { passive: false });
  root.addEventListener('pointermove', (event) => {
    if (held?.pointer !== event.pointerId) return;
    if (!held.isCarried) {
      if (Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]) < STILL) return;
      held.isCarried = true;
      // The board gets all pointer events from here on, even if its parts are redrawn.
      root.setPointerCapture(event.pointerId);
      hands.take(held.place);
    }
    if (held) hands.carry(pointAt(event));
  });
  root.addEventListener('pointerup', (event) => held?.pointer === event.pointerId && end(below(event)));
  root.addEventListener('pointercancel', (event) => held?.pointer === event.pointerId && end(null));
  return () => { held = null; };
}
