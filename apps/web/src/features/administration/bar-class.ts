/** The bar below the tabs: 56 px, so that all tables start at the same height. */
export const barClass = "flex min-h-[calc(var(--bar)+8px)] flex-wrap items-center gap-1 py-2";
