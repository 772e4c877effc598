/**
 * True if the words are near each other in a text (contract search-semantics 3.2, `"a b"~3`). Each word needs a place
 * of its own in the text. Subtract from each place the word's index in the phrase; the results may differ by at most
 * `slop`. So 0 is the exact phrase, 1 allows one more word in between, 2 allows neighbours to change places. Costs the
 * number of their occurrences times the number of words.
 */
export const standNear = (phrase: readonly string[], slop: number, text: readonly string[]): boolean =>
  !placesNear(phrase, slop, text).next().done;

/** The places of the words, once for each match. */
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
  // The smallest difference is always one of these, so no other start can match.
  const starts = new Set(phrase.flatMap((word, index) => (places.get(word) ?? []).map((place) => place - index)));
  for (const start of starts) {
    const found = placesFrom(phrase, slop, places, start);
    if (found) yield found;
  }
}

/** A place for every word, at most `slop` after its place in the phrase; null: some word has none. */
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

/** The first of ascending numbers that is at least `least`. */
function firstFrom(ascending: readonly number[], least: number): number | undefined {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}
