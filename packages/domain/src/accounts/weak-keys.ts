/** Publicly known keys: the documentation of servers that people move from contains them. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(["argilla.apikey", "owner.apikey", "admin.apikey", "rubrix.apikey"]);

/** Least length of a chosen key: shorter keys can be guessed from many addresses at once. */
export const CHOSEN_KEY_MIN = 12;

/** The weakness of a key that a person chose, or null. */
export function weaknessOfKey(key: string): "known" | "short" | null {
  if (KNOWN_KEYS.has(key)) return "known";
  return key.length < CHOSEN_KEY_MIN ? "short" : null;
}
