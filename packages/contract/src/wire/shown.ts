import type { z } from "zod";

type Schema = z.core.$ZodType;

const SHOWN = new WeakMap<Schema, Schema>();

/** Sets what the API page shows for a schema that reads its value by code. */
export function showAs<T extends Schema>(schema: T, as: Schema): T {
  SHOWN.set(schema, as);
  return schema;
}

/**
 * The schema to show instead, or undefined. Copies that Zod makes of a schema (for a refinement) are shown like the
 * original.
 */
export function shownAs(schema: Schema): Schema | undefined {
  const own = SHOWN.get(schema);
  return own || !schema._zod.parent ? own : shownAs(schema._zod.parent);
}
