/**
 * A game's moves with their branches. Nothing here knows a game or the page.
 *
 * A tree is `{ nodes: Map(id → node), root, count }`; a node is
 * `{ id, parent, ply, move, children: [id], next: id | null }`. The first child continues the main line; `next` is the child
 * that was visited last, where "forward" goes. Other modules may add fields to a node.
 */

/** A tree with only its root, the position before the first move. */
export function createTree() {
  const root = { id: 0, parent: null, ply: 0, move: null, children: [], next: null };
  return { nodes: new Map([[0, root]]), root: 0, count: 1 };
}

/** The node with this id. */
export function nodeOf(tree, id) {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`no node ${id} in this tree`);
  return node;
}

/** Adds a move after a node, or finds it there; returns its id. "Forward" then leads to it. */
export function addMove(tree, parentId, move) {
  const parent = nodeOf(tree, parentId);
  const known = parent.children.find((id) => nodeOf(tree, id).move === move);
  if (known !== undefined) {
    parent.next = known;
    return known;
  }
  const id = tree.count++;
  tree.nodes.set(id, { id, parent: parentId, ply: parent.ply + 1, move, children: [], next: null });
  parent.children.push(id);
  parent.next = id;
  return id;
}

/** Adds moves one after the other; returns the ids of their nodes. */
export function addLine(tree, parentId, moves) {
  let at = parentId;
  return moves.map((move) => (at = addMove(tree, at, move)));
}

/** The nodes from the root to this one, both included. */
export function pathTo(tree, id) {
  const path = [];
  for (let at = id; at !== null; at = nodeOf(tree, at).parent) path.push(nodeOf(tree, at));
  return path.reverse();
}

/** The moves that lead to this node. */
export function movesTo(tree, id) {
  return pathTo(tree, id).slice(1).map((node) => node.move);
}

/** The node that "forward" goes to, or null at the end of a line. */
export function forward(tree, id) {
  const { next, children } = nodeOf(tree, id);
  return next ?? children[0] ?? null;
}

/** The last node of the line that "forward" follows from here. */
export function endOf(tree, id) {
  let at = id;
  for (let next = forward(tree, at); next !== null; next = forward(tree, at)) at = next;
  return at;
}

/** Remembers the way to this node, so that "forward" from any node above it comes back. */
export function visit(tree, id) {
  const path = pathTo(tree, id);
  for (let i = 1; i < path.length; i++) path[i - 1].next = path[i].id;
}

/** The nodes of the line that goes through this one, from the root to the end that "forward" leads to. */
export function lineThrough(tree, id) {
  return pathTo(tree, endOf(tree, id));
}

/** Removes a move with everything after it; returns the id of the node before it. The root stays. */
export function removeBranch(tree, id) {
  const node = nodeOf(tree, id);
  if (node.parent === null) return id;
  const parent = nodeOf(tree, node.parent);
  parent.children = parent.children.filter((child) => child !== id);
  if (parent.next === id) parent.next = parent.children[0] ?? null;
  const doomed = [id];
  while (doomed.length > 0) {
    const at = doomed.pop();
    doomed.push(...nodeOf(tree, at).children);
    tree.nodes.delete(at);
  }
  return parent.id;
}

/** Of the last `plies` moves of a line that ends at this node, the first that can be removed without removing another line. */
export function lastOf(tree, id, plies) {
  let node = nodeOf(tree, id);
  for (let left = plies; left > 1; left--) {
    const parent = nodeOf(tree, node.parent);
    if (parent.children.length > 1) break;
    node = parent;
  }
  return node.id;
}

/** Makes the line through this node the main line. */
export function promote(tree, id) {
  const path = pathTo(tree, id);
  for (let i = 1; i < path.length; i++) {
    const { children } = path[i - 1];
    path[i - 1].children = [path[i].id, ...children.filter((child) => child !== path[i].id)];
  }
}

/** Whether a node is in the main line. */
export function isMain(tree, node) {
  return pathTo(tree, node.id).every((at) => at.parent === null || nodeOf(tree, at.parent).children[0] === at.id);
}

/**
 * The tree in reading order: `{ kind: 'move', node, depth, numbered }`, `{ kind: 'open', depth }` and `{ kind: 'close', depth }`.
 * After a move of the main line come its alternatives, each in its own brackets. `numbered`: whether a reader needs
 * the move's number here, because a line begins or continues after brackets.
 */
export function listing(tree) {
  const tokens = [];
  const work = [{ id: forwardMain(tree, tree.root), siblings: true, depth: 0, numbered: true }];
  while (work.length > 0) {
    const step = work.pop();
    if (step.close !== undefined) {
      tokens.push({ kind: 'close', depth: step.close });
      continue;
    }
    if (step.id === null) continue;
    if (step.open) tokens.push({ kind: 'open', depth: step.depth });
    const node = nodeOf(tree, step.id);
    tokens.push({ kind: 'move', node, depth: step.depth, numbered: step.numbered });
    const others = step.siblings ? nodeOf(tree, node.parent).children.slice(1) : [];
    work.push({ id: forwardMain(tree, node.id), siblings: true, depth: step.depth, numbered: others.length > 0 });
    for (const id of others.reverse()) {
      work.push({ close: step.depth + 1 });
      work.push({ id, siblings: false, depth: step.depth + 1, numbered: true, open: true });
    }
  }
  return tokens;
}

function forwardMain(tree, id) {
  return nodeOf(tree, id).children[0] ?? null;
}
