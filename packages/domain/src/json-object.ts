export type JsonObject = { readonly [key: string]: unknown };

/** The members of what JSON makes of an object; null for every other value. */
export function asObject(value: unknown): JsonObject | null {
  // A JSON value that is neither null nor an array and of type object is a plain object.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** What each member of a kept value looks like, without the one that names its type. */
export type MembersOf<Value> = { readonly [Member in Exclude<keyof Value, "type">]: (kept: unknown) => boolean };

export const fitsMembers = (kept: JsonObject, members: { readonly [member: string]: (kept: unknown) => boolean }) =>
  Object.entries(members).every(([member, fits]) => fits(kept[member]));

export const isString = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";

/** An empty list passes for every item type. */
export function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}
