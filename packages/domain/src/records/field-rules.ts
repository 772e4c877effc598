import type { Field } from "../datasets/field.ts";
import { pythonRepr } from "../text/python-text.ts";
import { fieldText } from "./field-text.ts";
import type { FieldValues } from "./record-input.ts";

/** The fault of a record's fields, in the contract's words (api-v1 7.4), or null. An empty text is a value. */
export function fieldsFault(fields: readonly Pick<Field, "name" | "required">[], values: FieldValues): string | null {
  for (const { name, required } of fields) {
    if (required && fieldText(values, name) === null) {
      return `missing required value for field: ${pythonRepr(name)}`;
    }
  }
  const names = new Set(fields.map((field) => field.name));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  return unknown.length === 0 ? null : `found fields values for non configured fields: ${pythonRepr(unknown)}`;
}
