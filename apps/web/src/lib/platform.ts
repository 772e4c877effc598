/** On a Mac, Cmd replaces Ctrl (design/keys.md#rules). */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
