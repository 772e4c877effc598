/** A text of the page, and what a translator put in its place. */
type Translated = { readonly text: string; readonly instead: HTMLElement };

/**
 * A browser that translates the page puts elements in place of its texts. React still knows the texts, and fails when it has to
 * remove one that is gone. So each goes back, empty, beside what stands for it; when React changes, moves or removes it, that goes
 * with it. One place holds for all texts: none needs an element of its own.
 */
export function keepTexts(root: Node): void {
  const translated = new Map<Text, Translated>();
  const elements = new Set<Node>();

  const heal = (changes: readonly MutationRecord[]): void => {
    const before = translated.size;
    for (const change of changes) for (const node of change.removedNodes) if (node instanceof Text) keep(node, change);
    for (const [node, kept] of translated) if (!node.isConnected || !stands(node, kept)) letGo(node, kept);
    // Observers are told in the order they were made in: this one after the translator's, so that React never comes between.
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
