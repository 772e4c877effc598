/** A text of the page, and the element that a translator put in its place. */
type Translated = { readonly text: string; readonly instead: HTMLElement };

/**
 * A browser that translates the page replaces text nodes by elements. React still refers to the text nodes, and fails when it
 * has to remove one that is gone. So each text node is put back, empty, next to its replacement. When React changes, moves or
 * removes the text node, the replacement is removed. One observer covers all texts: no text needs its own element.
 */
export function keepTexts(root: Node): void {
  const translated = new Map<Text, Translated>();
  const elements = new Set<Node>();

  const heal = (changes: readonly MutationRecord[]): void => {
    const before = translated.size;
    for (const change of changes) for (const node of change.removedNodes) if (node instanceof Text) keep(node, change);
    for (const [node, kept] of translated) if (!node.isConnected || !stands(node, kept)) letGo(node, kept);
    // Observers run in the order in which they were created. A new one runs after the translator's, so React cannot run
    // between the two.
    if (translated.size > before) watch();
  };

  const keep = (node: Text, { target, addedNodes, previousSibling, nextSibling }: MutationRecord): void => {
    if (node.isConnected || translated.has(node)) return;
    const instead = [...addedNodes, previousSibling, nextSibling].find(
      (near) =>
        near instanceof HTMLElement && near.localName === "font" && near.parentNode === target && !elements.has(near),
    );
    if (!(instead instanceof HTMLElement)) return;
    translated.set(node, { text: node.data, instead });
    elements.add(instead);
    node.data = "";
    instead.before(node);
  };

  const stands = (node: Text, { instead }: Translated) => node.data === "" && node.nextSibling === instead;

  const letGo = (node: Text, { text, instead }: Translated): void => {
    translated.delete(node);
    elements.delete(instead);
    instead.remove();
    if (node.data === "") node.data = text;
  };

  let observer = new MutationObserver(heal);
  const watch = (): void => {
    const late = observer.takeRecords();
    observer.disconnect();
    observer = new MutationObserver(heal);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    if (late.length > 0) heal(late);
  };
  watch();
}
