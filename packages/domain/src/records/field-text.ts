import { ownOf } from "../own.ts";
import type { FieldValues } from "./record-input.ts";

/** The text of a record's field; null: none. */
export const fieldText = (values: FieldValues, field: string): string | null => ownOf(values, field) ?? null;
