/**
 * For lists that several people change at once. They are reloaded when the window gets the focus and every 30 s while the page
 * is visible. A hidden page does not reload.
 */
export const keptFresh = { refetchOnWindowFocus: "always", refetchInterval: 30_000 } as const;
