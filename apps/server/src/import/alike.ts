/** Finds labels that may mean the same, and labels that may mean "no value". */

const MISSING = /^(?:nan|null|none|nil|n\/?a|<na>|#n\/?a|nat|undefined|missing|-+|\?+|\.+)$/i;

/**
 * Doubts about these labels that only the user can settle, one sentence each. `counts`: how often each label is in the file.
 */
export function labelDoubts(
  place: string,
  counts: ReadonlyMap<string, number>,
  missing: readonly string[] | null,
): string[] {
  const labels = [...counts.keys()];
  const words = (some: readonly string[]) =>
    some.map((one) => `${JSON.stringify(one)} (${(counts.get(one) ?? 0).toLocaleString("en")})`).join(", ");
  const alike = [...Map.groupBy(labels, (label) => plain(label)).values()].filter((group) => group.length > 1);
  const none = missing === null ? labels.filter((label) => MISSING.test(label.trim())) : [];
  return [
    ...alike.map(
      (group) => `${place} has labels that look alike: ${words(group)}. --trim takes the blanks around them away.`,
    ),
    ...(none.length === 0
      ? []
      : [
          `${place} has labels that look like no value: ${words(none)}. --missing ${none.map(quoted).join(",")} makes rows with them rows without a label.`,
        ]),
  ];
}

const quoted = (text: string) => (/[\s<>#?]/.test(text) ? `"${text}"` : text);

const plain = (label: string): string => label.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Finds a separator inside a label whose parts are labels too: `sport#news` beside `sport` and `news`. */
export function joinedBy(labels: ReadonlySet<string>): { readonly separator: string; readonly example: string } | null {
  for (const label of labels) {
    for (const separator of ["#", "|", ";", ",", "/", "+", "&"]) {
      const parts = label.split(separator).map((part) => part.trim());
      if (parts.length > 1 && parts.every((part) => labels.has(part))) return { separator, example: label };
    }
  }
  return null;
}
