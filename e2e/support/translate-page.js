// What a browser's translator does to a page: each text is put into two <font> elements, at once and whenever new text comes; what is marked translate="no" is left alone.
// Run it in the page (addInitScript or the console), then call translatePage(). With {inPlace: true} texts are changed where they stand, as some extensions do.
window.translatePage = ({ inPlace = false } = {}) => {
  const longer = (text) => text.replace(/\p{L}{3,}/gu, (word) => `${word}eux`);
  const untouched = "script,style,textarea,code,noscript,font,[translate=no],.notranslate,[contenteditable=true]";
  const translate = (node) => {
    if (!node.data.trim() || !node.parentElement || node.parentElement.closest(untouched)) return;
    if (inPlace) {
      node.data = longer(node.data);
      return;
    }
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.append(longer(node.data));
    outer.append(inner);
    node.replaceWith(outer);
  };
  const texts = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return [root];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  texts(document.body).forEach(translate);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) texts(node).forEach(translate);
  }).observe(document.body, { childList: true, subtree: true });
};
