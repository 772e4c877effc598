import { type ExactNumber, readExactly } from "./whole-numbers.ts";

type JsonMember = { readonly name: string; readonly json: string };

/**
 * The members of a JSON object, with only their names parsed. It goes through the text once and creates no values. The
 * text must be JSON as `JSON.stringify` writes it, without white space between tokens.
 */
export function membersOfJson(json: string): JsonMember[] {
  const members: JsonMember[] = [];
  for (let at = 1; json.charAt(at) === '"'; ) {
    const nameEnd = endOfText(json, at);
    const valueEnd = endOfValue(json, nameEnd + 1);
    const name = json.slice(at + 1, nameEnd - 1);
    members.push({
      name: name.includes("\\") ? JSON.parse(json.slice(at, nameEnd)) : name,
      json: json.slice(nameEnd + 1, valueEnd),
    });
    at = valueEnd + 1;
  }
  return members;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** The index after the string that begins at a quote. It uses `indexOf`, quote by quote, for speed. */
export function endOfText(json: string, at: number): number {
  for (let quote = json.indexOf('"', at + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  throw new SyntaxError("A text of the JSON does not end.");
}

/** The index after the value that begins at `at`. */
export function endOfValue(json: string, at: number): number {
  const first = json.charCodeAt(at);
  if (first === QUOTE) return endOfText(json, at);
  if (first !== OPEN && first !== OPEN_LIST) return endOfWord(json, at);
  let depth = 0;
  for (let i = at; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) i = endOfText(json, i) - 1;
    else if (code === OPEN || code === OPEN_LIST) depth++;
    else if ((code === CLOSE || code === CLOSE_LIST) && --depth === 0) return i + 1;
  }
  throw new SyntaxError("A value of the JSON does not end.");
}

function endOfWord(json: string, at: number): number {
  const comma = json.indexOf(",", at);
  return comma < 0 ? json.length - 1 : comma;
}

/**
 * JSON.parse of V8 may confuse a member name that contains an escape with another name. It reads `"a\""` as `a\` if an
 * object of the process once had that name after the same members (nodejs/node#63785). JSON with names that people
 * chose is therefore parsed here.
 */

/** True if a member name contains an escape: only a name is followed by a colon. It checks each escape once. */
export function escapesNames(json: string): boolean {
  let quote = -1;
  for (let at = json.indexOf("\\"); at >= 0; ) {
    const next = json.indexOf("\\", at + 2);
    if (quote < at + 2) quote = json.indexOf('"', at + 2);
    // After the last escape of a string comes its end.
    if (quote >= 0 && (next < 0 || quote < next) && isBeforeColon(json, quote + 1)) return true;
    at = next;
  }
  return false;
}

function isBeforeColon(json: string, from: number): boolean {
  let at = from;
  while (json.charCodeAt(at) <= SPACE) at++;
  return json.charAt(at) === ":";
}

const SPACE = 0x20;

/** Like JSON.parse. A text with an escape in a name takes several times as long. */
export const parseWithNames = (json: string): unknown => (escapesNames(json) ? parseByTokens(json) : JSON.parse(json));

/** Still open. `name`: the member name that was read last; null: none waits for its value. */
type Open = { readonly into: unknown[] | object; name: string | null };

export function parseByTokens(json: string, numberOf: (source: string) => unknown = Number): unknown {
  // Throws for invalid JSON, so the code below reads valid JSON only.
  JSON.parse(json);
  const whole: unknown[] = [];
  const opened: Open[] = [];
  let open: Open = { into: whole, name: null };
  for (const token of tokensOf(json)) {
    if (token === "{" || token === "[") {
      const into = token === "{" ? {} : [];
      put(open, into);
      opened.push(open);
      open = { into, name: null };
    } else if (token === "}" || token === "]") open = opened.pop() ?? open;
    else if (open.name === null && !Array.isArray(open.into)) open.name = JSON.parse(token);
    else put(open, /^[-\d]/.test(token) ? numberOf(token) : JSON.parse(token));
  }
  return whole[0];
}

function put(open: Open, value: unknown): void {
  if (Array.isArray(open.into)) open.into.push(value);
  // `__proto__` is an ordinary name here.
  else
    Object.defineProperty(open.into, open.name ?? "", { value, writable: true, enumerable: true, configurable: true });
  open.name = null;
}

function* tokensOf(json: string): Generator<string> {
  const next = /[{}[\]"]|[^\s,:{}[\]"]+/g;
  for (let found = next.exec(json); found; found = next.exec(json)) {
    const [token] = found;
    if (token === '"') next.lastIndex = endOfText(json, found.index);
    yield token === '"' ? json.slice(found.index, next.lastIndex) : token;
  }
}

/**
 * JSON numbers in their written form. In other languages `5.0` is a float and `5` is an integer, and integers may be
 * larger than a JavaScript number can hold. JSON.parse loses both, so where the form matters the text is kept with the
 * value.
 */

type Raw = { readonly rawJSON: string };
type Source = { readonly source?: string };
const exactly = JSON as unknown as {
  // Newer than the types of the language.
  parse(text: string, revive: (key: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): Raw;
  isRawJSON(value: unknown): boolean;
};

// Finds a whole number written as a float or with many digits, and a fraction so near to a whole number that it is
// rounded to it. No part repeats without a bound, because a number may have millions of digits. Vectors have many
// fractions, and those do not match.
const MAY_LOSE_FORM = /\.0{1,7}(?!\d)|\.0{8}|\.9{8}|\d{9}\.|\d[eE]|(?<![.\d])\d{16}/;

/** False: JSON.parse and JSON.stringify return the numbers of this text unchanged. True: they may change them. */
export const mayLoseForm = (json: string): boolean => MAY_LOSE_FORM.test(json);

/** JSON.stringify writes each number in its original form. Not for texts with unbounded nesting. */
export const parseKeepingForm = (json: string): unknown =>
  escapesNames(json)
    ? parseByTokens(json, (source) => inForm(Number(source), source))
    : exactly.parse(json, (_key, value, { source = "" }) =>
        typeof value === "number" ? inForm(value, source) : value,
      );

/** JSON.stringify writes each number exactly as it stands in this text. */
export const parseAsWritten = (json: string): unknown => {
  if (!mayLoseForm(json)) return parseWithNames(json);
  if (escapesNames(json)) return parseByTokens(json, exactly.rawJSON);
  return exactly.parse(json, (_key, value, { source = "" }) =>
    typeof value === "number" ? exactly.rawJSON(source) : value,
  );
};

/** Like parseKeepingForm if a number of the text may lose its form, else as fast as parseWithNames. */
export const parseWithForm = (json: string): unknown =>
  mayLoseForm(json) ? parseKeepingForm(json) : parseWithNames(json);

/** True for a number that {@link parseKeepingForm} kept as text because its form would be lost. */
export const isRawNumber = (value: unknown): value is Raw => exactly.isRawJSON(value);

/** A number with its written form; null if the value is none. Other languages distinguish numbers written as floats. */
export function numberIn(value: unknown): { readonly value: number; readonly isFloat: boolean } | null {
  if (typeof value === "number")
    return { value, isFloat: !Number.isInteger(value) || Math.abs(value) >= WRITTEN_WITH_POWER };
  return isRawNumber(value) ? { value: Number(value.rawJSON), isFloat: /[.eE]/.test(value.rawJSON) } : null;
}

/** A number, or a number in a text, with all digits of a whole one; NaN if the value is neither. */
export function exactlyIn(value: unknown): ExactNumber {
  const said = isRawNumber(value) ? value.rawJSON : typeof value === "number" ? String(value) : value;
  return typeof said === "string" ? readExactly(said) : Number.NaN;
}

function inForm(value: number, source: string): number | Raw {
  if (/[.eE]/.test(source)) return asFloat(value);
  return Number.isSafeInteger(value) ? value : exactly.rawJSON(source);
}

/** From here on JSON.stringify writes a number with an exponent, which other languages read as a float. */
const WRITTEN_WITH_POWER = 1e21;

/** A number that JSON.stringify writes with a fraction: `5.0`. Only for writing: the result is no real number. */
export function asFloat(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) >= WRITTEN_WITH_POWER) return value;
  // It goes only into replies, whose members have the type number.
  return exactly.rawJSON(`${Object.is(value, -0) ? "-0" : value}.0`) as unknown as number;
}

/** A number that JSON.stringify writes with all of its digits. Also only for writing. */
export const asWhole = (value: ExactNumber): number =>
  // It goes only into replies and requests, whose members have the type number.
  typeof value === "number" ? value : (exactly.rawJSON(value) as unknown as number);

/** {@link asFloat} for a list; a list without whole numbers is returned as it is. */
export const asFloats = (values: readonly number[]): number[] =>
  values.some(Number.isInteger) ? values.map(asFloat) : (values as number[]); // only written, never changed
// only written, never changed

/** JSON with its members in order: the same for the same value. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value))
    return value.every(isPlainNumber) ? JSON.stringify(value) : `[${value.map(canonicalJson).join()}]`;
  if (isRawNumber(value)) return JSON.stringify(Number(value.rawJSON));
  let members = "";
  for (const name of Object.keys(value).sort()) {
    const inner: unknown = value[name as keyof typeof value];
    if (inner !== undefined) members += `${members && ","}${JSON.stringify(name)}:${canonicalJson(inner)}`;
  }
  return `{${members}}`;
}

const isPlainNumber = (value: unknown): boolean => typeof value === "number";
