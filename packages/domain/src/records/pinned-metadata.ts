/** Most metadata properties shown under a record (design/record.md#pinned-metadata). */
export const MOST_PINNED = 4;

/** In the dataset's order: those chosen that still exist; without a choice, the first ones. */
export function pinnedNames(names: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  return names.filter((name) => chosen?.includes(name) ?? true).slice(0, MOST_PINNED);
}

/** Adds or removes a property. If the list is full, nothing is added. */
export function togglePinned(pinned: readonly string[], name: string): readonly string[] {
  if (pinned.includes(name)) return pinned.filter((other) => other !== name);
  return pinned.length < MOST_PINNED ? [...pinned, name] : pinned;
}
