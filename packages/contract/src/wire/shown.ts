import type { z } from "zod";

type Schema = z.core.$ZodType;

const SHOWN = new WeakMap<Schema, Schema>();

/** For a schema that reads its value by code: `as` is what the API page shows in its place. */
export function showAs<T extends Schema>(schema: T, as: Schema): T {
  SHOWN.set(schema, as);
  return schema;
}

/** What to show in place of a schema, or undefined. Copies that Zod makes of one (for a refinement) are shown as it is. */
export function shownAs(schema: Schema): Schema | undefined {
  const own = SHOWN.get(schema);
  return own || !schema._zod.parent ? own : shownAs(schema._zod.parent);
}
