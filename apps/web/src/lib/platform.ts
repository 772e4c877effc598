/** Cmd takes the part of Ctrl there (screens 2.1). */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
