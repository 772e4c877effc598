/** The parts of the Network Information API used here. Not every browser has it. */
type Connection = { readonly effectiveType?: string; readonly saveData?: boolean };

/**
 * True if the code of a linked page may be loaded before the click. False on `2g` or `slow-2g` and when the user saves data. A
 * browser that does not tell counts as fast (RTE-31, RTE-32). API data is never prefetched.
 */
export function mayPrefetch(connection: Connection | undefined): boolean {
  if (connection === undefined) return true;
  return connection.saveData !== true && connection.effectiveType !== "2g" && connection.effectiveType !== "slow-2g";
}

export function browserConnection(): Connection | undefined {
  // The DOM types lack this API, because only Chromium has it.
  return (navigator as Navigator & { readonly connection?: Connection }).connection;
}
