import type { Field, FieldSettings } from "@postil/domain/datasets/field";
import { type FeedbackRecord, fieldText } from "@postil/domain/records/record";
import type { ComponentType } from "react";
import { Markdown } from "../../../ui/markdown/markdown.tsx";

type Formatted = ComponentType<{ text: string }>;

type FieldKind<Settings> = {
  /** Draws the content as blocks. The user can switch to the text as it was sent. Null: it is always shown as plain text. */
  readonly formatted: (settings: Settings) => Formatted | null;
};

/** The field types on the page. A new type is one entry here. */
const KINDS: {
  readonly [Type in FieldSettings["type"]]: FieldKind<Extract<FieldSettings, { readonly type: Type }>>;
} = { text: { formatted: ({ useMarkdown }) => (useMarkdown ? Markdown : null) } };

export function formattedView({ settings }: Field): Formatted | null {
  // A kind only gets settings of its own type.
  const kind: FieldKind<never> | undefined = KINDS[settings.type];
  return (kind as FieldKind<FieldSettings> | undefined)?.formatted(settings) ?? null;
}

export type ShownField = { readonly field: Field; readonly text: string };

/** The fields of the dataset in their order; a field without content in this record is left out (FEN-27). */
export function shownFields(fields: readonly Field[], record: FeedbackRecord): ShownField[] {
  return fields.flatMap((field) => {
    const text = fieldText(record.fields, field.name) ?? "";
    return text === "" ? [] : [{ field, text }];
  });
}
