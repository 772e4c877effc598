import { ODD } from "./odd-values.ts";

/** Draws random values from the description's JSON Schemas, and sometimes an odd value in their place. */

export type Schema = {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

/** Returns a number from 0 (included) to 1 (excluded). The same seed gives the same numbers in the same order. */
export type Lot = () => number;

/** The random generator mulberry32, whose whole state is one number. */
export function lotFrom(seed: number): Lot {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `ids`: the ids of existing objects. `oddness`: the share of odd values that replace valid ones. */
export type Drawing = { readonly lot: Lot; readonly ids: readonly string[]; readonly oddness: number };

export const oneOf = <T>(lot: Lot, list: readonly T[]): T => {
  const one = list[Math.floor(lot() * list.length)];
  if (one === undefined && list.length === 0) throw new Error("There is nothing to choose from.");
  return one as T; // the list has it
};

/** Words that have a meaning in the paths, queries and bodies of the API. */
const WORDS = [
  "TextClassification",
  "text",
  "mood",
  "lang",
  "good",
  "mini",
  "owner",
  "Default",
  "submitted",
  "r1",
  "A",
];
const DEPTH = 7;

export function drawn(schema: Schema, drawing: Drawing, depth = 0): unknown {
  const { lot, oddness } = drawing;
  if (lot() < oddness) return oneOf(lot, ODD);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return drawn(oneOf(lot, choices), drawing, depth);
  if ("const" in schema) return schema.const;
  if (schema.enum) return oneOf(lot, schema.enum);
  if (schema.type === "object" || schema.properties) return drawnObject(schema, drawing, depth);
  if (schema.type === "array") return drawnList(schema, drawing, depth);
  return drawnScalar(schema, drawing);
}

function drawnObject(schema: Schema, drawing: Drawing, depth: number): unknown {
  const { lot } = drawing;
  const needed = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).filter(([name]) =>
    needed.has(name) ? lot() > 0.05 : lot() < 0.5 && depth < DEPTH,
  );
  const object = Object.fromEntries(members.map(([name, inner]) => [name, drawn(inner, drawing, depth + 1)]));
  const more = schema.additionalProperties;
  if (typeof more === "object" && depth < DEPTH) {
    for (let left = Math.floor(lot() * 3); left > 0; left--)
      object[String(drawn(schema.propertyNames ?? { type: "string" }, drawing))] = drawn(more, drawing, depth + 1);
  }
  return object;
}

function drawnList({ items = {}, minItems = 0, maxItems = 3 }: Schema, drawing: Drawing, depth: number): unknown[] {
  const most = depth < DEPTH ? Math.min(maxItems, minItems + 3) : minItems;
  const length = minItems + Math.floor(drawing.lot() * (most - minItems + 1));
  return Array.from({ length }, () => drawn(items, drawing, depth + 1));
}

function drawnScalar(schema: Schema, { lot, ids }: Drawing): unknown {
  const { type, format, minimum = -10, maximum = 3000 } = schema;
  if (type === "boolean") return lot() < 0.5;
  if (type === "null") return null;
  if (type === "integer") return Math.floor(between(lot, Math.max(minimum, -10), Math.min(maximum, 3000)));
  if (type === "number") return between(lot, minimum, maximum);
  if (format === "uuid") return oneOf(lot, ids);
  if (type === "string") return drawnText(schema, lot, ids);
  return oneOf<unknown>(lot, [null, 1, "text", oneOf(lot, ids), { type: "text" }, ["a"], { value: "good" }]);
}

/** Tries both sides of small limits: a page of one record, and of one record too many. */
const between = (lot: Lot, low: number, high: number): number => low + lot() * (high - low);

function drawnText({ minLength = 0, maxLength = 12 }: Schema, lot: Lot, ids: readonly string[]): string {
  const kind = lot();
  if (kind < 0.35) return oneOf(lot, ids);
  if (kind < 0.75) return oneOf(lot, WORDS);
  const wanted = kind < 0.8 ? maxLength + 1 : Math.max(minLength, Math.min(maxLength, 9));
  return Math.floor(lot() * 1e9)
    .toString(36)
    .padEnd(wanted, "n")
    .slice(0, Math.min(wanted, 70_000));
}
