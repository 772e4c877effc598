/** Cmd takes the part of Ctrl there (design/keys.md#rules). */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
