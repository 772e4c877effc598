export type JsonObject = { readonly [key: string]: unknown };

/** The members of what JSON makes of an object; null for every other value. */
export function asObject(value: unknown): JsonObject | null {
  // A JSON value that is neither null nor an array and of type object is a plain object.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
