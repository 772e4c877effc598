import { characters } from "@postil/domain/text/characters";
import { exactlyIn, isRawNumber, numberIn } from "@postil/domain/text/json-text";
import { pythonFloat, pythonStr } from "@postil/domain/text/python-text";
import type { ExactNumber } from "@postil/domain/text/whole-numbers";
import { z } from "zod";

/**
 * Input types as an Argilla 1.x server reads them. They are lenient where that server is lenient (contract api-v1 1.4),
 * and refuse with its texts and codes (1.3 A). Each is a Zod schema, so Zod still handles objects, lists and inference.
 */

/** The wire's error for a refused value, without its place: `type`, and `ctx` where the contract lists one. */
export type LeafRefusal = {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<{ [key: string]: unknown }>;
  /** What the wire does not tell as a value, for programs of Postil that word the refusal themselves. Never sent. */
  readonly kind?: RefusalKind;
  readonly permitted?: readonly string[];
};

export type RefusalKind =
  | "NUL"
  | "half a character"
  | "large number"
  | "not finite"
  | "one person twice"
  | "no label name"
  | "long label name"
  | "no agent"
  | "blank text"
  | "end before start"
  | "one and several labels"
  | "long id";

/** The JSON Schema keywords that the API page shows for a leaf that is checked by code. */
type Shown = { readonly [keyword: string]: unknown };

export const MISSING: LeafRefusal = { type: "value_error.missing", msg: "field required" };
export const NONE: LeafRefusal = { type: "type_error.none.not_allowed", msg: "none is not an allowed value" };
export const NO_TEXT: LeafRefusal = { type: "type_error.str", msg: "str type expected" };
export const NO_NUMBER: LeafRefusal = { type: "type_error.float", msg: "value is not a valid float" };
export const NO_INTEGER: LeafRefusal = { type: "type_error.integer", msg: "value is not a valid integer" };
export const NO_LIST: LeafRefusal = { type: "type_error.list", msg: "value is not a valid list" };
export const NO_OBJECT: LeafRefusal = { type: "type_error.dict", msg: "value is not a valid dict" };

/** The refusal of a missing value, of null, or of a value of another type. */
export const absentOr = (value: unknown, otherType: LeafRefusal): LeafRefusal =>
  value === undefined ? MISSING : value === null ? NONE : otherType;

export type Context = z.core.$RefinementCtx;

/** Adds a refusal to a Zod context; `path` is relative to the value being read. */
export function refuse(ctx: Context, refusal: LeafRefusal, path: readonly PropertyKey[] = []): never {
  const { msg, ...params } = refusal;
  ctx.addIssue({ code: "custom", message: msg, path: [...path], params });
  return z.NEVER;
}

/** Most errors that are reported. A body of megabytes may have millions of mistakes, each a hundred characters. */
const ERRORS_TOLD = 1000;

/** True if there are so many errors that the rest of a list or a map is not read. */
export const hasFailed = (ctx: Context): boolean => ctx.issues.length >= ERRORS_TOLD;

export type Read<T> = { readonly ok: T } | { readonly refused: LeafRefusal };

const readers = new WeakMap<z.ZodType, (value: unknown) => Read<unknown>>();

/** Makes a schema from a function that reads one value; missing values and null are refused first. */
export function leaf<T>(read: (value: unknown) => Read<T>, shown: Shown) {
  const readPresent = (value: unknown): Read<T> =>
    value === undefined ? { refused: MISSING } : value === null ? { refused: NONE } : read(value);
  const schema = z
    .unknown()
    .transform((value, ctx): T => {
      const result = readPresent(value);
      return "ok" in result ? result.ok : refuse(ctx, result.refused);
    })
    .meta(shown);
  readers.set(schema, readPresent);
  return schema;
}

/** Reads a value by a leaf, at only the cost of its function: for bodies with a million values. */
export function readLeaf<T extends z.ZodType>(schema: T, value: unknown): Read<z.output<T>> {
  const read = readers.get(schema);
  if (!read) throw new Error("Only leaves are read by themselves.");
  return read(value) as Read<z.output<T>>; // the schema was made from this function
}

export type TextRules = {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** True to refuse numbers instead of text (record fields, answers). */
  readonly strict?: boolean;
  readonly trim?: boolean;
  /** True to accept booleans and convert them to text, as the reference writes them. */
  readonly booleans?: boolean;
};

export function textRefusal(text: string, rules: TextRules = {}): LeafRefusal | null {
  // Neither can be stored or sent on unchanged: NUL ends text in other databases, and half a surrogate pair is no
  // character.
  if (text.includes("\u0000")) return { type: "value_error", msg: "NUL characters are not allowed", kind: "NUL" };
  if (!text.isWellFormed())
    return { type: "value_error", msg: "lone surrogates are not allowed", kind: "half a character" };
  const { min, max, pattern } = rules;
  if (min !== undefined || max !== undefined) {
    const length = characters(text);
    if (min !== undefined && length < min) return tooShort(min, "characters", "value_error.any_str.min_length");
    if (max !== undefined && length > max) return tooLong(max, "characters", "value_error.any_str.max_length");
  }
  if (pattern && !pattern.test(text)) {
    return {
      type: "value_error.str.regex",
      msg: `string does not match regex "${pattern.source}"`,
      ctx: { pattern: pattern.source },
    };
  }
  return null;
}

export function tooShort(limit: number, what: "characters" | "items", type: string): LeafRefusal {
  return { type, msg: `ensure this value has at least ${limit} ${what}`, ctx: { limit_value: limit } };
}
export function tooLong(limit: number, what: "characters" | "items", type: string): LeafRefusal {
  return { type, msg: `ensure this value has at most ${limit} ${what}`, ctx: { limit_value: limit } };
}

/** Refuses a large whole number: parsing lost digits, so its text would be wrong. Null: it is no such number. */
export function inexactRefusal(value: unknown): LeafRefusal | null {
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return null;
  const msg = `a whole number that is to be a text must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, found about ${value}; write it as a text`;
  return { type: "value_error", msg, kind: "large number" };
}

function textOf(value: unknown, { strict, booleans }: TextRules): string | null {
  if (typeof value === "string") return value;
  if (isRawNumber(value) && !strict) return value.rawJSON;
  if (typeof value === "number" && !strict) return String(value);
  return typeof value === "boolean" && booleans ? pythonStr(value) : null;
}

/** Text; numbers become their text unless strict. */
export function text(rules: TextRules = {}) {
  const { min, max, pattern } = rules;
  return leaf<string>(
    (value) => {
      const inexact = rules.strict ? null : inexactRefusal(value);
      if (inexact) return { refused: inexact };
      const raw = textOf(value, rules);
      if (raw === null) return { refused: NO_TEXT };
      const given = rules.trim ? raw.trim() : raw;
      const refused = textRefusal(given, rules);
      return refused ? { refused } : { ok: given };
    },
    {
      type: "string",
      ...(min === undefined ? {} : { minLength: min }),
      ...(max === undefined ? {} : { maxLength: max }),
      ...(pattern ? { pattern: pattern.source } : {}),
    },
  );
}

const anyText = text();

/** A term: text, or the text of a number or of a boolean, as metadata is searched by; `1.0` is the text of 1 (API-65). */
export const term = leaf<string>(
  (value) => {
    if (typeof value === "boolean") return { ok: String(value) };
    const float = isRawNumber(value) ? numberIn(value) : null;
    return readLeaf(anyText, float?.isFloat ? String(float.value) : value);
  },
  { type: "string" },
);

const TRUE = new Set(["1", "true", "t", "yes", "y", "on"]);
const FALSE = new Set(["0", "false", "f", "no", "n", "off"]);

export const bool = leaf<boolean>(
  (value) => {
    if (typeof value === "boolean") return { ok: value };
    const word = typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";
    if (TRUE.has(word)) return { ok: true };
    if (FALSE.has(word)) return { ok: false };
    return { refused: { type: "type_error.bool", msg: "value could not be parsed to a boolean" } };
  },
  { type: "boolean" },
);

/** `isFloat`: error texts write the limits as the reference writes floats, `0.0`. */
type NumberRules = {
  readonly ge?: number;
  readonly le?: number;
  readonly gt?: number;
  readonly isFloat?: boolean;
};

function rangeRefusal(value: number, { ge, le, gt, isFloat }: NumberRules): LeafRefusal | null {
  const says = (what: string, limit: number, type: string): LeafRefusal => ({
    type: `value_error.number.${type}`,
    msg: `ensure this value is ${what} ${isFloat ? pythonFloat(limit) : limit}`,
    ctx: { limit_value: limit },
  });
  if (gt !== undefined && value <= gt) return says("greater than", gt, "not_gt");
  if (ge !== undefined && value < ge) return says("greater than or equal to", ge, "not_ge");
  if (le !== undefined && value > le) return says("less than or equal to", le, "not_le");
  return null;
}

const shownRange = ({ ge, le, gt }: NumberRules): Shown => ({
  ...(ge === undefined ? {} : { minimum: ge }),
  ...(le === undefined ? {} : { maximum: le }),
  ...(gt === undefined ? {} : { exclusiveMinimum: gt }),
});

/** A whole number. As in query strings, numeric text is read too, and fractions are cut off. */
export function integer(rules: NumberRules = {}) {
  const bad = { refused: NO_INTEGER };
  return leaf<number>(
    (value) => {
      if (typeof value !== "number" && (typeof value !== "string" || !/^\s*[+-]?\d+\s*$/.test(value))) return bad;
      const whole = Math.trunc(Number(value));
      if (!Number.isSafeInteger(whole)) return bad;
      const refused = rangeRefusal(whole, rules);
      return refused ? { refused } : { ok: whole };
    },
    { type: "integer", ...shownRange(rules) },
  );
}

/** A finite number; numeric text is read too. */
export function number(rules: NumberRules = {}) {
  const bad = { refused: NO_NUMBER };
  return leaf<number>(
    (value) => {
      if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return bad;
      const given = Number(value);
      if (!Number.isFinite(given)) return bad;
      const refused = rangeRefusal(given, rules);
      return refused ? { refused } : { ok: given };
    },
    { type: "number", ...shownRange(rules) },
  );
}

const HEX = /^[0-9a-f]{32}$/;
/** The usual spelling of nearly all ids. */
const PLAIN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Any standard spelling of a UUID (upper case, no hyphens, braces, urn), or null. The result is lower case with hyphens. */
export function readUuid(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (PLAIN.test(value)) return value;
  const bare = value
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, "")
    .replace(/^\{(.*)\}$/, "$1")
    .replaceAll("-", "");
  if (!HEX.test(bare)) return null;
  return `${bare.slice(0, 8)}-${bare.slice(8, 12)}-${bare.slice(12, 16)}-${bare.slice(16, 20)}-${bare.slice(20)}`;
}

export const uuid = leaf<string>(
  (value) => {
    const id = readUuid(value);
    return id ? { ok: id } : { refused: { type: "type_error.uuid", msg: "value is not a valid uuid" } };
  },
  { type: "string", format: "uuid" },
);

/** A finite number that keeps all digits of a whole number, however many it has. */
export const exactNumber = leaf<ExactNumber>(
  (value) => {
    const read = exactlyIn(value);
    return Number.isFinite(Number(read)) ? { ok: read } : { refused: NO_NUMBER };
  },
  { type: "number" },
);

/** One of a closed set of words, exact text only. */
export function oneOf<const T extends readonly string[]>(words: T) {
  const allowed = new Set<unknown>(words);
  return leaf<T[number]>(
    (value) =>
      allowed.has(value)
        ? { ok: value as T[number] } // the set has exactly the words of T
        : {
            refused: {
              type: "type_error.enum",
              msg: `value is not a valid enumeration member; permitted: ${words.map((word) => `'${word}'`).join(", ")}`,
              ctx: { enum_values: words },
            },
          },
    { type: "string", enum: words },
  );
}

/** Any JSON value but null. */
export const anything = leaf<unknown>((value) => ({ ok: value }), {});

/** One entry of `params.errors` in a schema 422 (contract api-v1 1.3 A). */
export type WireError = {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly ctx?: unknown;
};

/** Zod's issues as errors of the wire; `where` is the part of the request: body, query, header or path. */
export function wireErrors(
  issues: readonly z.core.$ZodIssue[],
  where: "body" | "query" | "header" | "path",
): WireError[] {
  return issues.map((issue) => {
    const loc = [where, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
    const { kind: _, permitted: __, ...told } = refusalOf(issue);
    return { loc, ...told };
  });
}

export function refusalOf(issue: z.core.$ZodIssue): LeafRefusal {
  if (issue.code === "custom" && issue.params?.type) {
    return { msg: issue.message, ...(issue.params as Omit<LeafRefusal, "msg">) }; // as refuse() put them there
  }
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return MISSING;
    if (issue.input === null) return NONE;
    if (issue.expected === "array") return NO_LIST;
    if (issue.expected === "object" || issue.expected === "record") return NO_OBJECT;
  }
  return { msg: issue.message, type: "value_error" };
}
