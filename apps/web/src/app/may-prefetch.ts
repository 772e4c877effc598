/** What the Network Information API tells; not every browser has it. */
export type Connection = { readonly effectiveType?: string; readonly saveData?: boolean };

/**
 * Whether the code of a linked page may be loaded ahead of the click: not on `2g` or `slow-2g` and not when data is to be saved;
 * a browser that does not tell counts as fast (RTE-31, RTE-32). API data is never prefetched.
 */
export function mayPrefetch(connection: Connection | undefined): boolean {
  if (connection === undefined) return true;
  return connection.saveData !== true && connection.effectiveType !== "2g" && connection.effectiveType !== "slow-2g";
}

/** The connection of this browser. */
export function browserConnection(): Connection | undefined {
  // The types of the DOM leave out this API, which is in Chromium alone.
  return (navigator as Navigator & { readonly connection?: Connection }).connection;
}
