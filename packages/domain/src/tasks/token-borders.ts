/** The place of a token: code points, the end exclusive. */
export type TokenPlace = { readonly start: number; readonly end: number };

/**
 * The places of the tokens in a text: each is after the previous one, and one blank after a token is skipped. They need
 * not cover the text (contract api-v0 5.3). `missing`: index of the first token that is not found.
 */
export function placeTokens(
  text: string,
  tokens: readonly string[],
): { readonly places: readonly TokenPlace[] } | { readonly missing: number } {
  const places: TokenPlace[] = [];
  const toCharacters = characterCounter(text);
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const start = placeOf(token, text, from);
    if (start < 0) return { missing: index };
    const end = start + token.length;
    places.push({ start: toCharacters(start), end: toCharacters(end) });
    from = text[end] === " " ? end + 1 : end;
  }
  return { places };
}

/** The places where entities may begin and end. */
export type TokenBorders = { readonly starts: ReadonlySet<number>; readonly ends: ReadonlySet<number> };

export function tokenBorders(text: string, tokens: readonly string[]): TokenBorders | { readonly missing: number } {
  const placed = placeTokens(text, tokens);
  if ("missing" in placed) return placed;
  const { places } = placed;
  return { starts: new Set(places.map(({ start }) => start)), ends: new Set(places.map(({ end }) => end)) };
}

/** Number of code points before a place in UTF-16 units; places must be asked in ascending order. */
function characterCounter(text: string): (place: number) => number {
  let [units, count] = [0, 0];
  return (place) => {
    while (units < place) {
      units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
      count++;
    }
    return count;
  };
}

/**
 * Longest token that the built-in search finds. Longer tokens use a search whose time does not grow with repetition in
 * the token.
 */
const SHORT_TOKEN = 64;

const placeOf = (token: string, text: string, from: number): number =>
  token.length <= SHORT_TOKEN ? text.indexOf(token, from) : placeOfLong(token, text, from);

/**
 * `indexOf` in linear time (Knuth, Morris and Pratt): in the worst case, the built-in one takes the product of both
 * lengths.
 */
function placeOfLong(token: string, text: string, from: number): number {
  const borders = new Int32Array(token.length);
  let matched = 0;
  for (let i = 1; i < token.length; i++) {
    while (matched > 0 && token.charCodeAt(i) !== token.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (token.charCodeAt(i) === token.charCodeAt(matched)) matched++;
    borders[i] = matched;
  }
  matched = 0;
  for (let i = from; i < text.length; i++) {
    while (matched > 0 && text.charCodeAt(i) !== token.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (text.charCodeAt(i) === token.charCodeAt(matched)) matched++;
    if (matched === token.length) return i - matched + 1;
  }
  return -1;
}
