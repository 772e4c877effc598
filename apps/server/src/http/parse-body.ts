import { keepNumberForm } from "@postil/contract/wire/metadata-text";
import { parseWithNames } from "@postil/domain/text/json-names";
import { Malformed } from "./errors.ts";

/** Which kind of body its type says it is. */
export type BodyKind = "json" | "form" | "other";

/** A body as it came. */
export type Received = { readonly kind: BodyKind; readonly bytes: Uint8Array };

/** A body that was read. A call that wants the other kind is told what is missing in it, as the reference does. */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly value: { readonly [name: string]: string } }
  | { readonly kind: "other" };

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // Half of a character cannot be stored faithfully; guessing would change what was sent.
    throw new Malformed([jsonInvalid(0, "The body is not UTF-8.")]);
  }
}

export function parseBody({ kind, bytes }: Received): Body {
  if (kind === "json") return { kind, value: parseJson(textOf(bytes)) };
  if (kind === "form") return { kind, value: formOf(textOf(bytes)) };
  return { kind };
}

/** An entry without a value is a missing one (contract api-v1 row 60). */
const formOf = (text: string) => Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ""));

/** What the schema of a call is to read: undefined for no body at all. */
export function bodyFor(encoding: "json" | "form", body: Body | undefined): unknown {
  if (encoding === "form") return body?.kind === "form" ? body.value : {};
  if (!body) return undefined;
  // Any text: the schema says that it is no object.
  return body.kind === "json" ? (body.value ?? undefined) : body.kind;
}

/** JSON as the reference reads it: Python writes NaN and Infinity bare, and a rule, not the parser, must refuse them. */
export function parseJson(body: string): unknown {
  if (body === "") return undefined;
  const deep = nestedTooDeep(body);
  if (deep) throw new Malformed([jsonInvalid(deep.position, deep.words)]);
  try {
    return keepNumberForm(parseWithNames(body), body);
  } catch (error) {
    const tolerant = notANumber(body);
    if (tolerant !== null) return tolerant.value;
    const words = error instanceof Error ? error.message : String(error);
    const position = Number(/position (\d+)/.exec(words)?.[1] ?? 0);
    throw new Malformed([jsonInvalid(position, words)]);
  }
}

const jsonInvalid = (position: number, words: string) => ({
  loc: ["body", position],
  msg: "JSON decode error",
  type: "json_invalid",
  input: {},
  ctx: { error: words },
});

/** Bare NaN and Infinity become an infinite number, which no rule takes. Null when that is not what was wrong. */
function notANumber(body: string): { readonly value: unknown } | null {
  const read = withoutNotANumbers(body);
  if (read === null) return null;
  try {
    return { value: keepNumberForm(parseWithNames(read), read) };
  } catch {
    // Something else is wrong as well: the caller tells of the first mistake.
    return null;
  }
}

/**
 * The body with numbers in their place; null when there are none, or when a text does not end. One step at a time through
 * the body: an expression for a whole text would begin again at each of its quotes.
 */
function withoutNotANumbers(body: string): string | null {
  if (!/NaN|Infinity/.test(body)) return null;
  const next = /"|-?\b(?:NaN|Infinity)\b/g;
  let read = "";
  let from = 0;
  for (let found = next.exec(body); found; found = next.exec(body)) {
    if (found[0] === '"') {
      const end = endOfText(body, next.lastIndex);
      if (end === null) return null;
      next.lastIndex = end;
    } else {
      read += `${body.slice(from, found.index)}1e999`;
      from = next.lastIndex;
    }
  }
  return from === 0 ? null : read + body.slice(from);
}

/** Where a text that begins at `start` ends, its quote included. */
function endOfText(body: string, start: number): number | null {
  const next = /[\\"]/g;
  next.lastIndex = start;
  for (let found = next.exec(body); found; found = next.exec(body)) {
    if (found[0] === '"') return next.lastIndex;
    // What stands behind a backslash ends nothing.
    next.lastIndex++;
  }
  return null;
}

/** Every query parameter as a list, in the order given: the contract says which count once. */
export function parseQuery(text: string): { readonly [name: string]: readonly string[] } {
  const read: { [name: string]: string[] } = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    read[name] ??= [];
    read[name].push(value);
  }
  return read;
}

/** Metadata may be nested 100 deep, and nothing of a call deeper; what lies beyond this is told apart by nobody. */
const MOST_NESTED = 250;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const OPEN = "{".charCodeAt(0);
const OPEN_LIST = "[".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const CLOSE_LIST = "]".charCodeAt(0);

/**
 * Where JSON is nested deeper than any call has a use for, and in which words to say so; null where it is not. In one pass:
 * the parser takes many times as long for brackets as for anything else, and finds out at their end that none is closed.
 */
function nestedTooDeep(json: string): { readonly position: number; readonly words: string } | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const mark = json.charCodeAt(at);
    if (inText) {
      if (mark === BACKSLASH) at++;
      else if (mark === QUOTE) inText = false;
    } else if (mark === QUOTE) inText = true;
    else if (mark === CLOSE || mark === CLOSE_LIST) depth--;
    else if ((mark === OPEN || mark === OPEN_LIST) && ++depth > MOST_NESTED)
      return { position: at, words: `JSON may be nested ${MOST_NESTED} deep, found more at position ${at}` };
  }
  return null;
}
