/** Everybody knows them: they stand in the documents of servers that people come from. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(["argilla.apikey", "owner.apikey", "admin.apikey", "rubrix.apikey"]);

/** Shorter keys can be found by trying, from many addresses at once. */
export const CHOSEN_KEY_MIN = 12;

/** What is wrong with a key that was chosen and not made by lot; null: nothing that can be seen. */
export function weaknessOfKey(key: string): "known" | "short" | null {
  if (KNOWN_KEYS.has(key)) return "known";
  return key.length < CHOSEN_KEY_MIN ? "short" : null;
}
