/** Carrying pieces with a mouse, a pen or a finger. A press that hardly moves is a click, and none of this. */

/** A press may move by this many pixels and still be a click. */
const STILL = 6;

/**
 * Lets what stands on an SVG board be carried. `hands` does it: `may(place)` says whether what stands there can be picked up, `take(place)` picks it up,
 * `carry(point)` shows it there, in the board's units, and `drop(place | null)` puts it down: null where there is no place, or the carrying is given up.
 * The function that comes back forgets a piece that is being carried.
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
  // A finger that carries a piece does not scroll the page. Within a drawing `touch-action` is for the whole of it alone.
  root.addEventListener('touchstart', (event) => { if (held) event.preventDefault(); }, { passive: false });
  root.addEventListener('pointermove', (event) => {
    if (held?.pointer !== event.pointerId) return;
    if (!held.isCarried) {
      if (Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]) < STILL) return;
      held.isCarried = true;
      // The board hears of the pointer wherever it goes, whatever is drawn anew meanwhile.
      root.setPointerCapture(event.pointerId);
      hands.take(held.place);
    }
    if (held) hands.carry(pointAt(event));
  });
  root.addEventListener('pointerup', (event) => held?.pointer === event.pointerId && end(below(event)));
  root.addEventListener('pointercancel', (event) => held?.pointer === event.pointerId && end(null));
  return () => { held = null; };
}
