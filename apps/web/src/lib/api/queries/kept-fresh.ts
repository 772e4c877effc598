/**
 * Lists that several people change at once are asked for anew when the reader comes back to the window and, for one who keeps
 * looking at them, twice a minute; nobody asks for a page that is not seen.
 */
export const keptFresh = { refetchOnWindowFocus: "always", refetchInterval: 30_000 } as const;
