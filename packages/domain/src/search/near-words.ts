/**
 * Whether words stand near each other in a text (contract search-semantics 3.2, `"a b"~3`): each can be given a place of its
 * own in it so that the places, each less the word's place in the phrase, differ by at most `slop`. So none is the phrase
 * itself, one lets a word more stand between, two let neighbours change places. Costs the number of their occurrences times
 * that of the words.
 */
export const standNear = (phrase: readonly string[], slop: number, text: readonly string[]): boolean =>
  !placesNear(phrase, slop, text).next().done;

/** The places of the words, each time that they do. */
export function* placesNear(
  phrase: readonly string[],
  slop: number,
  text: readonly string[],
): Generator<readonly number[]> {
  const wanted = new Set(phrase);
  const places = new Map<string, number[]>();
  for (const [place, word] of text.entries()) {
    if (!wanted.has(word)) continue;
    const others = places.get(word);
    if (others) others.push(place);
    else places.set(word, [place]);
  }
  if (places.size < wanted.size) return;
  // The least of the differences is one of these, so nothing stands near from anywhere else.
  const starts = new Set(phrase.flatMap((word, index) => (places.get(word) ?? []).map((place) => place - index)));
  for (const start of starts) {
    const found = placesFrom(phrase, slop, places, start);
    if (found) yield found;
  }
}

/** A place for every word among the `slop` + 1 from its own place on; null: some word has none. */
function placesFrom(
  phrase: readonly string[],
  slop: number,
  places: ReadonlyMap<string, readonly number[]>,
  start: number,
): readonly number[] | null {
  const taken = new Map<string, number>();
  const found: number[] = [];
  for (const [index, word] of phrase.entries()) {
    const from = start + index;
    const place = firstFrom(places.get(word) ?? [], Math.max(from, (taken.get(word) ?? -1) + 1));
    if (place === undefined || place > from + slop) return null;
    taken.set(word, place);
    found.push(place);
  }
  return found;
}

/** The first of ascending numbers that is not less. */
function firstFrom(ascending: readonly number[], least: number): number | undefined {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}
