import type { Asked, Route } from "@postil/contract/route";
import { type WireError, wireErrors } from "@postil/contract/wire/leaf";
import { keepNumberForm } from "@postil/contract/wire/metadata-text";
import { parseWithNames } from "@postil/domain/text/json-text";
import type { z } from "zod";
import { Malformed } from "./errors.ts";

export type BodyKind = "json" | "form" | "other";

export type Received = { readonly kind: BodyKind; readonly bytes: Uint8Array };

/** A parsed body. A call that needs the other kind reports the missing parts, as the reference does. */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly value: { readonly [name: string]: string } }
  | { readonly kind: "other" };

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // An incomplete character cannot be stored correctly, and a guess would change the data.
    throw new Malformed([jsonInvalid(0, "The body is not UTF-8.")]);
  }
}

export function parseBody({ kind, bytes }: Received): Body {
  if (kind === "json") return { kind, value: parseJson(textOf(bytes)) };
  if (kind === "form") return { kind, value: formOf(textOf(bytes)) };
  return { kind };
}

/** An entry without a value counts as missing (contract api-v1 row 60). */
const formOf = (text: string) => Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ""));

/** The input for the schema of a call; undefined if there is no body. */
export function bodyFor(encoding: "json" | "form", body: Body | undefined): unknown {
  if (encoding === "form") return body?.kind === "form" ? body.value : {};
  if (!body) return undefined;
  // Passes a text, so that the schema reports that it is not an object.
  return body.kind === "json" ? (body.value ?? undefined) : body.kind;
}

/** Parses JSON as the reference does. Python writes bare NaN and Infinity: a rule must refuse them, not the parser. */
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

/** Turns bare NaN and Infinity into an infinite number, which every rule refuses. Null if something else is wrong. */
function notANumber(body: string): { readonly value: unknown } | null {
  const read = withoutNotANumbers(body);
  if (read === null) return null;
  try {
    return { value: keepNumberForm(parseWithNames(read), read) };
  } catch {
    // Something else is wrong too: the caller reports the first mistake.
    return null;
  }
}

/**
 * The body with numbers in place of bare NaN and Infinity. Null if there are none, or if a string does not end. It moves
 * forward step by step: one expression for a whole string would start again at each quote.
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

/** The position after the closing quote of the string that begins at `start`; null if it does not end. */
function endOfText(body: string, start: number): number | null {
  const next = /[\\"]/g;
  next.lastIndex = start;
  for (let found = next.exec(body); found; found = next.exec(body)) {
    if (found[0] === '"') return next.lastIndex;
    // The character after a backslash does not end the string.
    next.lastIndex++;
  }
  return null;
}

/** Every query parameter as a list, in the given order. The contract says which ones are single. */
export function parseQuery(text: string): { readonly [name: string]: readonly string[] } {
  const read: { [name: string]: string[] } = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    read[name] ??= [];
    read[name].push(value);
  }
  return read;
}

/** Metadata may be nested 100 levels deep, and nothing else in a call is deeper. This is a safe limit above that. */
const MOST_NESTED = 250;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const OPEN = "{".charCodeAt(0);
const OPEN_LIST = "[".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const CLOSE_LIST = "]".charCodeAt(0);

/**
 * The position and the error text if JSON is nested deeper than any call needs; otherwise null. It runs in one pass. The
 * parser itself is much slower on brackets, and finds only at the end that they are not closed.
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

export type Given = { readonly params: unknown; readonly query: unknown; readonly headers: unknown };

/** Reads the input of a call with the schemas of its route. Refuses wrong input with all mistakes at once. */
export function ask(route: Route, { params, query, headers }: Given, body: Body | undefined): Asked<Route> {
  const errors: WireError[] = [];
  const read = (
    schema: z.ZodType | undefined,
    value: unknown,
    where: "path" | "query" | "header" | "body",
  ): unknown => {
    if (!schema) return {};
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    errors.push(...wireErrors(result.error.issues, where));
    return undefined;
  };
  const asked = {
    params: read(route.params, params, "path"),
    query: read(route.query, query, "query"),
    headers: read(route.headers, headers, "header"),
    body: read(route.body, bodyFor(route.encoding === "form" ? "form" : "json", body), "body"),
  };
  if (errors.length > 0) throw new Malformed(errors);
  return asked as Asked<Route>; // each part was read by its own schema
}
