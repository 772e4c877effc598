import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { memo } from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { cx } from "../../../ui/cx.ts";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import { PinnedMetadata } from "../../../workbench/record/pinned-metadata.tsx";
import { isSpanQuestion } from "../questions/question-kinds.tsx";
import { shownFields } from "./field-kinds.ts";
import { FieldView, useFieldLooks } from "./field-view.tsx";

const NONE: readonly Question[] = [];

/** The text of a record. Fields that the user collapsed or switched to source text stay so on the next record. */
export const RecordBody = memo(function RecordBody(props: {
  record: FeedbackRecord;
  fields: readonly Field[];
  properties: readonly MetadataProperty[];
  /** some have their answers marked in a field */
  questions?: readonly Question[];
}) {
  const { record, fields, properties, questions = NONE } = props;
  const { lookOf, onLook } = useFieldLooks();
  const shown = shownFields(fields, record);
  // Without enough room they are still one below the other.
  const [fieldsBeside] = usePreference("fieldsBeside");
  const beside = fieldsBeside[record.datasetId] === true && fields.length === 2 && shown.length === 2;
  return (
    // Keyed by record, so that each record opens at its top without reading the scroll position.
    <section
      key={record.id}
      {...{ [READING]: "" }}
      aria-label={t("annotation.record.region")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className={cx(
        "pt-4 pb-12 -outline-offset-4! max-md:pt-0 max-md:pb-5 wide:min-h-0 wide:overflow-y-auto",
        beside && "roomy:grid roomy:grid-cols-2 roomy:content-start roomy:gap-x-8 roomy:px-6",
      )}
    >
      {shown.map(({ field, text }) => (
        <FieldView
          key={field.name}
          field={field}
          text={text}
          look={lookOf(field.name)}
          onLook={onLook}
          beside={beside}
          spans={questions.filter(isSpanQuestion).find(({ settings }) => settings.field === field.name)}
        />
      ))}
      {shown.length === 0 && <p className="pl-38 text-soft max-md:px-4">{t("annotation.record.noContent")}</p>}
      <PinnedMetadata
        record={record}
        properties={properties}
        {...(beside && { className: "roomy:col-span-2 roomy:mx-0" })}
      />
    </section>
  );
});
