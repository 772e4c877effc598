/** The place of a token: code points, the end exclusive. */
type TokenPlace = { readonly start: number; readonly end: number };

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

/** Longer tokens use a search whose time does not grow with repetition in the token. */
const SHORT_TOKEN = 64;

const placeOf = (token: string, text: string, from: number): number =>
  token.length <= SHORT_TOKEN ? text.indexOf(token, from) : placeOfLong(token, text, from);

/** `indexOf` in linear time (Knuth, Morris and Pratt); the built-in one takes the product of the lengths. */
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

export type TaggedEntity = TokenPlace & { readonly label: string };

const TAG = /^(?:([BIESLU])-(.+)|O|-)$/s;

export const isTag = (text: string): boolean => TAG.test(text);

/**
 * Reads entities from one tag per token: `B-x` begins one, `I-x` continues it, `O` is outside. The tags `S`, `U`, `E`
 * and `L` of other spellings are read too. An `I` that continues no entity begins one. Null if a tag is none of these.
 */
export function entitiesOfTags(places: readonly TokenPlace[], tags: readonly string[]): TaggedEntity[] | null {
  const entities: TaggedEntity[] = [];
  let isOpen = false;
  for (const [index, { start, end }] of places.entries()) {
    const found = TAG.exec(tags[index] ?? "");
    if (!found) return null;
    const [, mark = "O", label] = found;
    const last = entities.at(-1);
    const goesOn = isOpen && last?.label === label && GO_ON.has(mark);
    if (last && goesOn) entities[entities.length - 1] = { ...last, end };
    else if (label !== undefined) entities.push({ label, start, end });
    isOpen = OPEN.has(mark);
  }
  return entities;
}

const GO_ON: ReadonlySet<string> = new Set("IEL");
const OPEN: ReadonlySet<string> = new Set("BI");

/**
 * The tags for some entities, with `B` and `I` only. Null if tags cannot express them: two entities share a token, or
 * one begins or ends inside a token.
 */
export function tagsOfEntities(places: readonly TokenPlace[], entities: readonly TaggedEntity[]): string[] | null {
  const tags = places.map(() => "O");
  const starting = new Map(places.map(({ start }, index) => [start, index]));
  const ending = new Map(places.map(({ end }, index) => [end, index]));
  for (const { start, end, label } of entities) {
    const [first, last] = [starting.get(start), ending.get(end)];
    if (first === undefined || last === undefined || last < first) return null;
    for (let index = first; index <= last; index++) {
      if (tags[index] !== "O") return null;
      tags[index] = `${index === first ? "B" : "I"}-${label}`;
    }
  }
  return tags;
}
