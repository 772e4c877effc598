/** How many metadata properties stand under a record (design/record.md#pinned-metadata). */
export const MOST_PINNED = 4;

/** The properties to show, in the dataset's order: those the reader chose and the dataset still has, else its first ones. */
export function pinnedNames(names: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  return names.filter((name) => chosen?.includes(name) ?? true).slice(0, MOST_PINNED);
}

/** With a property more or less; where there is no more room the choice stays as it is. */
export function togglePinned(pinned: readonly string[], name: string): readonly string[] {
  if (pinned.includes(name)) return pinned.filter((other) => other !== name);
  return pinned.length < MOST_PINNED ? [...pinned, name] : pinned;
}
