import type { Field } from "@postil/domain/datasets/field";
import { fieldText } from "@postil/domain/records/field-text";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { titleOf } from "../../../workbench/record/title-of.ts";

export type ShownField = { readonly field: Field; readonly text: string };

/** The fields of the dataset in their order; a field without content in this record is left out (FEN-27). */
export function shownFields(fields: readonly Field[], record: FeedbackRecord): ShownField[] {
  return fields.flatMap((field) => {
    const text = fieldText(record.fields, field.name) ?? "";
    return text === "" ? [] : [{ field, text }];
  });
}

/** Titles and texts as plain text, to paste into another program. */
export function recordAsText(fields: readonly Field[], record: FeedbackRecord): string {
  return shownFields(fields, record)
    .map(({ field, text }) => `${titleOf(field)}\n${text}`)
    .join("\n\n");
}
