/**
 * A game with its variations and comments, in the form used by requests, links and the browser's storage. Nothing here knows the page.
 *
 * Its positions have numbers: 0 is the start, `n` is the position after the `n`-th move of the main line, and the positions in
 * variations follow in order: `{ moves: [move], variations: [{ after: n, move }], comments: { n: text } }`.
 */
import { addMove, createTree, nodeOf } from './tree.js';

/** The most positions of a game. */
const MOST_POSITIONS = 25_000;
const LONGEST_COMMENT = 4_000;

/** The parts of a tree; `numbers` has the number of each node. */
export function partsOf(tree) {
  const parts = { moves: [], variations: [], comments: {}, numbers: new Map() };
  const open = [tree.root];
  let isMain = true;
  while (open.length > 0) {
    const node = nodeOf(tree, open.pop());
    const number = parts.numbers.size;
    parts.numbers.set(node.id, number);
    if (node.comment) parts.comments[number] = node.comment;
    if (node.parent !== null) {
      if (isMain) parts.moves.push(node.move);
      else parts.variations.push({ after: parts.numbers.get(node.parent), move: node.move });
    }
    if (node.children.length === 0) isMain = false;
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]);
  }
  return parts;
}

/** The tree made from these parts, and the node of each number: `{ tree, ids }`. Throws a `RangeError` if they do not form a tree. */
export function fromParts({ moves = [], variations = [], comments = {} }) {
  if (moves.length + variations.length > MOST_POSITIONS) throw new RangeError('too many moves');
  const tree = createTree();
  const ids = [tree.root];
  for (const move of moves) ids.push(addMove(tree, ids.at(-1), move));
  for (const { after, move } of variations) {
    if (!Number.isInteger(after) || after < 0 || after >= ids.length || typeof move !== 'string') throw new RangeError('a variation after nothing');
    ids.push(addMove(tree, ids[after], move));
  }
  for (const [number, text] of Object.entries(comments)) {
    if (!(Number(number) in ids) || typeof text !== 'string') throw new RangeError('a comment on nothing');
    const comment = commentText(text);
    if (comment) nodeOf(tree, ids[number]).comment = comment;
  }
  // "Forward" follows the main line, whatever was added last.
  for (const node of tree.nodes.values()) node.next = null;
  return { tree, ids };
}

/** A comment as it is stored: trimmed, and cut to the limit. */
export function commentText(text) {
  return text.replace(/\r\n?/g, '\n').trim().slice(0, LONGEST_COMMENT).trim();
}
