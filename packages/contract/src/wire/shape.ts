import { z } from "zod";
import {
  absentOr,
  hasFailed,
  leaf,
  NO_OBJECT,
  refuse,
  type TextRules,
  textRefusal,
  tooLong,
  tooShort,
} from "./leaf.ts";

/** Lists, objects and unions built from the leaves, with the reference's error texts (contract api-v1 1.3). */

/** Most elements of any list: reading more would delay other users. */
const MOST_ITEMS = 100_000;
const anyList = z.array(z.unknown());

/** A list of `item` with size limits; the limits are tested before the elements are read. */
export function list<T extends z.ZodType>(item: T, { min = 0, max = MOST_ITEMS }: { min?: number; max?: number } = {}) {
  const schema = z.unknown().transform((value, ctx): z.output<T>[] => {
    if (!Array.isArray(value)) return inside(anyList, value, ctx) as never; // always refuses
    if (value.length < min) return refuse(ctx, tooShort(min, "items", "value_error.list.min_items"));
    if (value.length > max) return refuse(ctx, tooLong(max, "items", "value_error.list.max_items"));
    const read: z.output<T>[] = [];
    for (const [index, element] of value.entries()) {
      read.push(inside(item, element, ctx, [index]));
      if (hasFailed(ctx)) break;
    }
    return read;
  });
  const bounded = z.array(item).max(max);
  return showAs(schema, min > 0 ? bounded.min(min) : bounded);
}

/** Reads a value by another schema from within a transform and adds its issues under `path`. */
export function inside<T extends z.ZodType>(
  schema: T,
  value: unknown,
  ctx: z.core.$RefinementCtx,
  path: readonly PropertyKey[] = [],
): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? result.data : handOn(result.error.issues, ctx, path);
}

function handOn(issues: readonly z.core.$ZodIssue[], ctx: z.core.$RefinementCtx, path: readonly PropertyKey[]): never {
  for (const issue of issues) {
    // An issue is a raw issue with a finished message.
    ctx.addIssue({ ...issue, path: [...path, ...issue.path] } as Parameters<typeof ctx.addIssue>[0]);
  }
  return z.NEVER;
}

/** The reference's text for a member of an enumeration: `<QuestionType.text: 'text'>`. */
export const member = (enumeration: string, word: string): string => `<${enumeration}.${word}: '${word}'>`;

/** One fixed word: the key that names the kind of a settings object. `enumeration` as in {@link variants}. */
export function constant<const W extends string>(word: W, enumeration?: string) {
  const permitted = enumeration ? member(enumeration, word) : `'${word}'`;
  return leaf<W>(
    (value) =>
      value === word
        ? { ok: word }
        : {
            refused: {
              type: "value_error.const",
              msg: `unexpected value; permitted: ${permitted}`,
              ctx: { given: shown(value), permitted: [word] },
            },
          },
    { type: "string", const: word },
  );
}

/** A value as an error text shows it. A list or an object may have any depth, so only its kind is shown. */
function shown(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? "[...]" : "{...}";
}

function python(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? `'${value}'` : String(shown(value));
}

/**
 * A union with one key that names the variant. `enumeration` is the reference's name of the enumeration for the
 * message; without one, the words are printed plain. Errors are reported at the object itself.
 */
export function variants<const K extends string, T extends { readonly [word: string]: z.ZodType }>(
  key: K,
  options: T,
  enumeration?: string,
) {
  const words = Object.keys(options);
  const allowed = words.map((word) => (enumeration ? member(enumeration, word) : `'${word}'`)).join(", ");
  type Out = { [W in keyof T]: z.output<T[W]> }[keyof T];
  const schema = z.unknown().transform((value, ctx): Out => {
    if (value === undefined || value === null) return inside(z.object({}), value, ctx) as Out; // always refuses
    // For a value that is no object, the reference says that the key is missing.
    const given = typeof value === "object" ? (value as { readonly [key: string]: unknown })[key] : undefined;
    if (given === undefined) {
      return refuse(ctx, {
        type: "value_error.discriminated_union.missing_discriminator",
        msg: `Discriminator '${key}' is missing in value`,
        ctx: { discriminator_key: key },
      });
    }
    const option = typeof given === "string" && Object.hasOwn(options, given) ? options[given] : undefined;
    if (!option) {
      return refuse(ctx, {
        type: "value_error.discriminated_union.invalid_discriminator",
        msg: `No match for discriminator '${key}' and value ${python(given)} (allowed values: ${allowed})`,
        ctx: { discriminator_key: key, discriminator_value: shown(given), allowed_values: allowed },
        permitted: words,
      });
    }
    return inside(option, value, ctx) as Out; // one option's output is a member of the union
  });
  return showAs(schema, z.union(Object.values(options)));
}

/** The settings of a variant, whose key is `type`: in replies, in a new entity, and in a change. */
export type SettingsOnWire = {
  readonly reply: z.ZodObject;
  readonly created: z.ZodType;
  readonly changed: z.ZodType;
};

/**
 * The settings in a new entity or in a change. `enumeration` as in {@link variants}. The reference has no union of one
 * variant: then its errors are those of an object.
 */
export function settingsOf<T extends { readonly [word: string]: SettingsOnWire }, Side extends "created" | "changed">(
  table: T,
  side: Side,
  enumeration: string,
) {
  const options = Object.fromEntries(Object.entries(table).map(([word, settings]) => [word, settings[side]]));
  const [only, ...others] = Object.values(options);
  const schema = only !== undefined && others.length === 0 ? only : variants("type", options, enumeration);
  return schema as z.ZodType<z.output<T[keyof T][Side]>>; // the output is that of a variant
}

/** The settings in replies: a union, if there are several variants. */
export function repliesOf<T extends { readonly [word: string]: SettingsOnWire }>(table: T) {
  type Reply = T[keyof T]["reply"];
  const [first, ...others] = Object.values(table).map(({ reply }) => reply) as [Reply, ...Reply[]]; // there is a variant
  const schema = others.length === 0 ? first : z.discriminatedUnion("type", [first, ...others]);
  return schema as z.ZodType<z.output<Reply>>; // the output is that of a variant
}

/**
 * A union without such a key: its members are tried in order, and the first that reads the value is used. If none does,
 * the value is refused with the errors of each, as the reference lists them.
 */
export function firstOf<const T extends readonly [z.ZodType, ...z.ZodType[]]>(...options: T) {
  const schema = z.unknown().transform((value, ctx): z.output<T[number]> => {
    if (value === undefined || value === null) return inside(z.object({}), value, ctx) as z.output<T[number]>; // always refuses
    const issues: z.core.$ZodIssue[] = [];
    for (const option of options) {
      const result = option.safeParse(value, { reportInput: true });
      if (result.success) return result.data as z.output<T[number]>; // one option's output is a member of the union
      issues.push(...result.error.issues);
    }
    return handOn(issues, ctx, []);
  });
  return showAs(schema, z.union(options));
}

/** A rule on a whole object, tested only if all its keys are valid; it is refused at `__root__`. */
export function rule<T extends z.ZodType>(
  schema: T,
  says: (value: z.output<T>) => string | null,
  type: "value_error" | "assertion_error" = "value_error",
) {
  return schema.superRefine((value, ctx) => {
    const msg = says(value as z.output<T>); // superRefine passes the output
    if (msg !== null) refuse(ctx, { type, msg }, ["__root__"]);
  });
}

/** The body of a PATCH: keys that may be absent but, if present, not null (contract api-v1 1.3). */
export function nonNull<T extends z.ZodRawShape>(shape: T, keys: readonly (keyof T & string)[]) {
  const schema = z.unknown().transform((value, ctx): z.output<z.ZodObject<T>> => {
    const nulls = isObject(value) ? keys.filter((key) => value[key] === null) : [];
    if (nulls.length > 0) {
      const msg = `The following keys must have non-null values: ${nulls.join(", ")}`;
      return refuse(ctx, { type: "value_error", msg }, ["__root__"]);
    }
    return inside(z.object(shape), value, ctx) as z.output<z.ZodObject<T>>; // inside returns the schema's output
  });
  return showAs(schema, z.object(shape));
}

/** A query parameter with one value: given several times, the last counts. The server passes each as a list. */
export function last<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), schema);
}

/**
 * The members of an object; any other value is refused with the wire's text, and the result is null. For maps that are
 * read in one pass.
 */
export function asObject(
  value: unknown,
  ctx: z.core.$RefinementCtx,
  path: readonly PropertyKey[] = [],
): { readonly [key: string]: unknown } | null {
  if (isObject(value)) return value;
  refuse(ctx, absentOr(value, NO_OBJECT), path);
  return null;
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A map whose names the client chooses; each value is read by `item`, which the API page shows as `shown`. A bad name
 * is refused at `__key__`.
 */
export function mapOf<T extends z.ZodType>(item: T, shown: { readonly type?: string }, nameRules: TextRules = {}) {
  return z
    .unknown()
    .transform((value, ctx): { readonly [name: string]: z.output<T> } => {
      const read: [name: string, value: z.output<T>][] = [];
      for (const [name, given] of Object.entries(asObject(value, ctx) ?? {})) {
        const refused = textRefusal(name, nameRules);
        if (refused) refuse(ctx, refused, ["__key__"]);
        read.push([name, inside(item, given, ctx, [name])]);
        if (hasFailed(ctx)) break;
      }
      return Object.fromEntries(read); // an assignment would drop a member named `__proto__`
    })
    .meta({ type: "object", additionalProperties: shown });
}

type Schema = z.core.$ZodType;

const SHOWN = new WeakMap<Schema, Schema>();

/** Sets what the API page shows for a schema that reads its value by code. */
export function showAs<T extends Schema>(schema: T, as: Schema): T {
  SHOWN.set(schema, as);
  return schema;
}

/** The schema to show instead, or undefined. Copies that Zod makes (for a refinement) are shown like the original. */
export function shownAs(schema: Schema): Schema | undefined {
  const own = SHOWN.get(schema);
  return own || !schema._zod.parent ? own : shownAs(schema._zod.parent);
}
