import type { FieldValues } from "./record-input.ts";

/** What a record has in a field; null: nothing. A field may be called `constructor`, which every object has something for. */
export const fieldText = (values: FieldValues, field: string): string | null =>
  (Object.hasOwn(values, field) ? values[field] : null) ?? null;
