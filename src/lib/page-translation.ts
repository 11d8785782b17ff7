// Keeps React working on a page that the browser translates. Translators replace text nodes with
// <font> elements. React keeps the old nodes and throws when it removes or moves them
// (facebook/react#11538). The usual patch skips the failing call, which leaves stale text. This one
// first restores the original node; the translator then translates the change. The app itself
// renders no <font>.

const isFont = (node: Node | null): node is HTMLElement => node instanceof HTMLElement && node.tagName === "FONT";

/** Maps a <font> to the nodes it replaced, in order, and each node to its <font>. */
const originals = new WeakMap<HTMLElement, ChildNode[]>();
const standIns = new WeakMap<Node, HTMLElement>();

function outermostFont(node: Node): HTMLElement | null {
  let font = isFont(node) ? node : null;
  for (let parent = node.parentNode; isFont(parent); parent = parent.parentNode) font = parent;
  return font;
}

/** The <font> that replaced a node, or null. */
function standInOf(node: Node): HTMLElement | null {
  if (isFont(node)) return null;
  const around = isFont(node.parentNode) ? outermostFont(node) : null;
  if (around) return around;
  const instead = standIns.get(node);
  return node.parentNode === null && instead?.parentNode ? (outermostFont(instead) ?? instead) : null;
}

function restore(node: Node): void {
  const font = standInOf(node);
  if (!font) return;
  const known = originals.get(font) ?? [];
  const back = known.includes(node as ChildNode) ? known : [...known, node];
  for (const one of back) standIns.delete(one);
  originals.delete(font);
  font.replaceWith(...back);
}

function remember(node: ChildNode, font: HTMLElement): void {
  if (isFont(node) || (node.nodeType !== Node.TEXT_NODE && node.nodeType !== Node.ELEMENT_NODE)) return;
  const known = originals.get(font) ?? [];
  if (!known.includes(node)) originals.set(font, [...known, node]);
  standIns.set(node, font);
  // React edits text nodes in place: observe them, to restore a changed one.
  texts.observe(node, { characterData: true });
}

/** Handles texts that React changed while a <font> replaced them. */
const onText = (records: MutationRecord[]) => {
  for (const { target } of records) if (target.parentNode === null) restore(target);
};
let texts: MutationObserver;

/** Records replaced nodes. Their <font> is inserted before, after or with their removal. */
function onChildren(records: MutationRecord[]): void {
  const added = new Set<Node>();
  for (const { addedNodes } of records) for (const node of addedNodes) if (isFont(node)) added.add(node);
  if (added.size === 0) return;
  for (const { removedNodes, addedNodes, previousSibling, nextSibling, target } of records) {
    if (removedNodes.length === 0 || isFont(target)) continue;
    const font = [...addedNodes, previousSibling, nextSibling].find((node) => node && added.has(node)) ?? null;
    if (isFont(font)) for (const node of removedNodes) remember(node as ChildNode, font);
  }
}

/** Patches the DOM methods that React uses. Call once, before the first render. */
export function surviveTranslation(): void {
  const { removeChild, insertBefore, appendChild, replaceChild } = Node.prototype;
  texts = new MutationObserver(onText);
  const children = new MutationObserver(onChildren);
  children.observe(document.documentElement, { childList: true, subtree: true });
  /** Processes mutation records that the observer has not delivered yet. */
  const catchUp = () => onChildren(children.takeRecords());
  const reclaim = (parent: Node, node: Node | null) => {
    if (!node || node.parentNode === parent) return;
    catchUp();
    restore(node);
  };
  const isMoved = (node: Node) => standIns.has(node) || isFont(node.parentNode);
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    reclaim(this, child);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    reclaim(this, before);
    // React moves the node, so nothing may remain at its old position.
    if (isMoved(node)) restore(node);
    // A translator that restores the original itself.
    if (isFont(before) && before.parentNode !== this && node.parentNode === this) return node;
    return insertBefore.call(this, node, before) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (isMoved(node)) restore(node);
    return appendChild.call(this, node) as T;
  };
  Node.prototype.replaceChild = function <T extends Node>(this: Node, node: Node, child: T): T {
    reclaim(this, child);
    return replaceChild.call(this, node, child) as T;
  };
}
