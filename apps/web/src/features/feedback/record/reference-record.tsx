import type { Field } from "@postil/domain/datasets/field";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { Matches } from "../../../workbench/record/highlight/matches.tsx";
import { FieldView } from "./field-view.tsx";
import { shownFields } from "./shown-fields.ts";
import { useFieldLooks } from "./use-field-looks.ts";

/** The whole record the others are compared with, at most 30 % of the window high (design/filters.md#similar-records). */
export function ReferenceRecord({ record, fields }: { record: FeedbackRecord; fields: readonly Field[] }) {
  const { lookOf, onLook } = useFieldLooks();
  return (
    <section
      aria-label={t("similaritySearch.bar.reference")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="max-h-[30vh] overflow-y-auto border-line border-t bg-sunken py-4 -outline-offset-4!"
    >
      {/* It need not be one of those that were searched for. */}
      <Matches text={null}>
        {shownFields(fields, record).map(({ field, text }) => (
          <FieldView key={field.name} field={field} text={text} look={lookOf(field.name)} onLook={onLook} />
        ))}
      </Matches>
    </section>
  );
}
