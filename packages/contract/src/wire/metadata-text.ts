import { endOfText, endOfValue, mayLoseForm, parseWithForm } from "@postil/domain/text/json-text";

/**
 * If the numbers of metadata would lose their form (`5.0`), an object with this one member replaces the value in the
 * parsed body; the member has the JSON text. If a client sends such an object itself, it is read as the metadata in its
 * text, or refused for its name. So nothing can be forged.
 */
const TEXT = "\0json";

/** The text of metadata if it replaces the value, else null. */
export function textInPlace(metadata: object): string | null {
  if (!Object.hasOwn(metadata, TEXT)) return null;
  const text = (metadata as { readonly [TEXT]: unknown })[TEXT]; // it has the member
  return typeof text === "string" ? text : null;
}

/**
 * Puts the texts of metadata into `value`, which JSON.parse has read from `json`. It also reads the filters of a search
 * again, so that their numbers keep their form. Takes time linear in the text, whose nesting must be limited.
 */
export function keepNumberForm(value: unknown, json: string): unknown {
  if (!isObject(value) || !mayLoseForm(json)) return value;
  const found = findTexts(json);
  if (found.body !== null) replace(value, found.body);
  if (found.filters !== null) value.filters = parseWithForm(found.filters);
  for (const list of LISTS) {
    const items = value[list];
    if (Array.isArray(items)) for (const [index, text] of found[list]) replace(items[index], text);
  }
  return value;
}

type Members = { [name: string]: unknown };
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function replace(holder: unknown, text: string): void {
  if (isObject(holder) && isObject(holder.metadata) && mayLoseForm(text)) holder.metadata = { [TEXT]: text };
}

/** The lists of a body whose elements have metadata; the older family uses `records`. */
const LISTS = ["items", "records"] as const;
type List = (typeof LISTS)[number];

/** The metadata of the body and of each element of its lists. Given twice, the last counts, as in JSON.parse. */
type Found = { body: string | null; filters: string | null } & { readonly [L in List]: Map<number, string> };

function findTexts(json: string): Found {
  const found: Found = { body: null, filters: null, items: new Map(), records: new Map() };
  const place: Place = { depth: 0, key: "", list: null, item: -1 };
  for (let at = nextMark(json, 0); at < json.length; at = nextMark(json, at)) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) {
      const end = endOfText(json, at);
      if (mayHold(place) && isKey(json, end)) place.key = json.slice(at, end);
      at = end;
    } else if (mark === CLOSE || mark === CLOSE_LIST) {
      place.depth--;
      at++;
    } else if (mark === OPEN && isKept(place)) {
      const end = endOfValue(json, at);
      note(found, place, json.slice(at, end));
      at = end;
    } else {
      enter(place);
      at++;
    }
  }
  return found;
}

function note(found: Found, { depth, key, list, item: index }: Place, text: string): void {
  if (key === FILTERS) found.filters = text;
  else if (depth === 1) found.body = text;
  else if (list) found[list].set(index, text);
}

/** The position of the reader: the depth, the last key, and the element of a list. */
type Place = { depth: number; key: string; list: List | null; item: number };

const METADATA = '"metadata"';
const FILTERS = '"filters"';

const mayHold = ({ depth, list }: Place): boolean => depth === 1 || (depth === 3 && list !== null);
const isKept = (place: Place): boolean =>
  mayHold(place) && (place.key === METADATA || (place.key === FILTERS && place.depth === 1));

function enter(place: Place): void {
  if (place.depth === 1) {
    place.list = LISTS.find((list) => place.key === `"${list}"`) ?? null;
    place.item = -1;
  } else if (place.depth === 2) place.item++;
  place.depth++;
}

const QUOTE = 34;
const OPEN = 123;
const CLOSE = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;

function nextMark(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const mark = json.charCodeAt(at);
    // The first test sorts out most numbers of vectors, which are most of a large body.
    if (
      mark < OPEN_LIST ? mark === QUOTE : mark === OPEN || mark === CLOSE || mark === OPEN_LIST || mark === CLOSE_LIST
    )
      return at;
  }
  return json.length;
}

/** True if a colon follows: the string is then a key. */
function isKey(json: string, end: number): boolean {
  let at = end;
  while (json.charCodeAt(at) <= 32) at++;
  return json[at] === ":";
}
