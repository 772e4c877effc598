import { ownOf } from "../own.ts";
import type { FieldValues } from "./record-input.ts";

/** What a record has in a field; null: nothing. */
export const fieldText = (values: FieldValues, field: string): string | null => ownOf(values, field) ?? null;
