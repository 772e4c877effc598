import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { ChevronDown, ChevronRight, Code, FileText } from "lucide-react";
import { memo, useCallback, useId, useState } from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import { useMarkedField } from "../../../workbench/record/matches.tsx";
import { PinnedMetadata } from "../../../workbench/record/pinned-metadata.tsx";
import { PlainText } from "../../../workbench/record/plain-text.tsx";
import { titleOf } from "../../../workbench/record/title-of.ts";
import type { QuestionOf } from "../questions/question-control.ts";
import { isSpanQuestion, markedField } from "../questions/question-kinds.tsx";
import { formattedView, shownFields } from "./field-kinds.ts";

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

/** The user's view settings of a field; they apply to every record of the visit. */
type FieldLook = { readonly collapsed: boolean; readonly raw: boolean };
const FIRST_LOOK: FieldLook = { collapsed: false, raw: false };

type FieldViewProps = {
  field: Field;
  text: string;
  look: FieldLook;
  onLook: (field: string, look: FieldLook) => void;
  /** another field is beside this one, if there is room: the title is then above the text */
  beside?: boolean;
  /**
   * the span question marked in this field. The text is then shown as it was sent, because spans count its code points
   * (FAN-28)
   */
  spans?: QuestionOf<"span"> | undefined;
};

/** A field of the record: its title is in the margin, on the first line of its text. */
export const FieldView = memo(function FieldView(props: FieldViewProps) {
  const { field, text, look, onLook, beside = false, spans } = props;
  const titleId = useId();
  const marked = useMarkedField(field.name, text, () => onLook(field.name, { ...look, collapsed: false }));
  const Content = (spans === undefined && !look.raw && formattedView(field)) || PlainText;
  const Marked = spans && markedField(spans);
  return (
    <article
      aria-labelledby={titleId}
      data-text-line
      className={cx(
        // The accent line shows where keys go.
        "before:absolute before:top-1 before:bottom-0 before:left-0 before:hidden before:w-0.5 before:bg-accent has-[[data-word-mode]:focus]:before:block",
        "group relative grid grid-cols-[104px_minmax(0,var(--record-measure))] gap-x-6 px-6 max-md:block max-md:px-4 [&+article]:mt-8 max-md:[&+article]:mt-4",
        beside && "roomy:flex roomy:min-w-0 roomy:flex-col roomy:gap-y-1 roomy:px-0 roomy:[&+article]:mt-0",
      )}
    >
      <div className={cx("relative self-start max-md:static", beside && "roomy:self-stretch")}>
        <h2 id={titleId} translate="no" className="pt-1 font-body text-small wrap-anywhere text-soft">
          {titleOf(field)}
        </h2>
        <FieldTools {...props} />
      </div>
      <div
        ref={marked}
        translate="no"
        dir={textDirection(text)}
        className={cx("text-record", look.collapsed && "max-h-(--record-line) overflow-hidden mask-r-from-70%")}
      >
        {spans !== undefined && Marked !== undefined ? (
          <Marked question={spans} title={titleOf(field)} text={text} />
        ) : (
          <Content text={text} />
        )}
      </div>
    </article>
  );
});

/** Below the title, in the margin, visible if the field is hovered or has the focus: the text does not move. */
function FieldTools({ field, text, look, onLook, beside = false, spans }: FieldViewProps) {
  const title = titleOf(field);
  return (
    <div
      className={cx(
        "absolute -left-1 top-full flex opacity-0 focus-within:opacity-100 group-hover:opacity-100 max-md:top-0 max-md:right-3 max-md:left-auto",
        beside && "roomy:top-0 roomy:right-0 roomy:left-auto",
      )}
    >
      <CopyButton text={text} what={t("annotation.field.text", { title })} translate="no" />
      {formattedView(field) !== null && spans === undefined && (
        <IconButton
          size="tiny"
          icon={look.raw ? FileText : Code}
          translate="no"
          label={t(look.raw ? "annotation.field.rendered" : "annotation.field.raw", { title })}
          onClick={() => onLook(field.name, { ...look, raw: !look.raw })}
        />
      )}
      <IconButton
        size="tiny"
        icon={look.collapsed ? ChevronRight : ChevronDown}
        translate="no"
        label={t(look.collapsed ? "annotation.field.expand" : "annotation.field.collapse", { title })}
        aria-expanded={!look.collapsed}
        onClick={() => onLook(field.name, { ...look, collapsed: !look.collapsed })}
      />
    </div>
  );
}

/** The fields that the user collapsed or switched to source text; kept for the next record. */
export function useFieldLooks() {
  const [looks, setLooks] = useState<{ readonly [field: string]: FieldLook }>({});
  const onLook = useCallback(
    (field: string, look: FieldLook) => setLooks((before) => ({ ...before, [field]: look })),
    [],
  );
  return { lookOf: (field: string) => looks[field] ?? FIRST_LOOK, onLook };
}
