import type { Field } from "@postil/domain/datasets/field";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { memo, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { useMarkedField } from "../../../workbench/record/matches.tsx";
import { paragraphs } from "../../../workbench/record/plain-text.tsx";
import { titleOf } from "../../../workbench/record/title-of.ts";
import type { QuestionOf } from "../questions/question-control.ts";
import { markedField } from "../questions/question-kinds.tsx";
import { formattedView, type ShownField, shownFields } from "../record/field-kinds.ts";

/** UTF-16 units: more than twelve lines can hold. Only this part of a long text is laid out while it is cut. */
const CUT = 4000;

/** UTF-16 units: the length that fits in one line beside the other parts. */
const SHORT = 60;

/** True if the content is a single short line, so that its row is one line high. */
export function isOneLine(fields: readonly Field[], record: FeedbackRecord): boolean {
  const [only, ...others] = shownFields(fields, record);
  if (only === undefined || others.length > 0 || formattedView(only.field) !== null) return false;
  return only.text.length <= SHORT && !only.text.includes("\n");
}

/**
 * The fields of a record in a row, each title on the first line of its text (design/bulk.md#list). A fixed row is cut after
 * twelve lines, with a button to show all.
 */
export const RowText = memo(function RowText(props: {
  record: FeedbackRecord;
  fields: readonly Field[];
  fixed: boolean;
  /** the questions whose spans are drawn in a field */
  spans: readonly QuestionOf<"span">[];
}) {
  const { record, fields, fixed, spans } = props;
  const [opened, setOpened] = useState(false);
  const shown = shownFields(fields, record);
  const cut = fixed && !opened;
  const { ref, hidden } = useHiddenLines(cut);
  // In a cut text, a span could not be drawn to its end.
  const parts = cut && spans.length === 0 ? shortened(shown) : { fields: shown, left: 0 };
  const left = parts.left === 0 ? 0 : Math.round((hidden + LINES) * parts.left);
  return (
    <>
      <div
        ref={ref}
        translate="no"
        className={cx(
          "max-w-(--record-measure) font-[420] font-record text-lead wrap-anywhere",
          cut && "max-h-72 overflow-hidden",
          cut && hidden + left > 0 && "mask-b-from-75%",
        )}
      >
        {parts.fields.map((one) => (
          <RowField
            key={one.field.name}
            {...one}
            titled={fields.length > 1}
            spans={spans.find(({ settings }) => settings.field === one.field.name)}
            onOpen={() => setOpened(true)}
          />
        ))}
        {shown.length === 0 && <p className="text-soft">—</p>}
      </div>
      {fixed && (opened || hidden + left > 0) && (
        <button type="button" onClick={() => setOpened(!opened)} className={cx("mt-1 text-body", textLinkClass)}>
          {opened
            ? t("bulk.showLess")
            : left > 0
              ? t("bulk.showAllLong", { count: hidden + left })
              : t("bulk.showAll", { count: hidden })}
        </button>
      )}
    </>
  );
});

/** The first part of a long record, and the length of the rest as a share of that part. */
function shortened(fields: readonly ShownField[]): { readonly fields: readonly ShownField[]; readonly left: number } {
  const whole = fields.reduce((sum, { text }) => sum + text.length, 0);
  if (whole <= CUT) return { fields, left: 0 };
  let room = CUT;
  const kept = fields.flatMap(({ field, text }) => {
    const part = text.slice(0, Math.max(0, room));
    room -= text.length;
    return part === "" ? [] : [{ field, text: part }];
  });
  return { fields: kept, left: (whole - CUT) / CUT };
}

function RowField(
  props: ShownField & {
    /** the record has other fields, so the title is needed */
    titled: boolean;
    spans: QuestionOf<"span"> | undefined;
    onOpen: () => void;
  },
) {
  const { field, text, titled, spans, onOpen } = props;
  const marked = useMarkedField(field.name, text, onOpen);
  const title = titled && <b className="font-body font-ui text-small text-soft">{titleOf(field)}</b>;
  const classes = "[&+div]:mt-2";
  const Marked = spans && markedField(spans);
  const Formatted = formattedView(field);
  if (spans !== undefined && Marked !== undefined)
    return (
      <div className={classes}>
        {title && <p>{title}</p>}
        <div ref={marked} className="text-record">
          <Marked question={spans} title={titleOf(field)} text={text} />
        </div>
      </div>
    );
  if (Formatted !== null) {
    return (
      <div dir={textDirection(text)} className={classes}>
        {title && <span className="float-start me-2">{title}</span>}
        <div ref={marked}>
          <Formatted text={text} />
        </div>
      </div>
    );
  }
  const [first = "", ...others] = paragraphs(text);
  return (
    <div dir={textDirection(text)} className={classes}>
      {title && <span className="me-2">{title}</span>}
      <div ref={marked} className="contents">
        <span className="whitespace-pre-wrap">{first}</span>
        {others.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is what stands at its place
          <p key={index} className="mt-2 whitespace-pre-wrap">
            {paragraph}
          </p>
        ))}
      </div>
    </div>
  );
}

/** A row of fixed height shows this number of lines of 24 px (design/bulk.md). */
const LINES = 12;
const LINE = 24;

/** The number of text lines below the twelve that a fixed row shows; 0 if all are visible. */
function useHiddenLines(fixed: boolean): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly hidden: number;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!fixed || box === null || typeof ResizeObserver === "undefined") {
      setHidden(0);
      return;
    }
    // Runs once the row is drawn, so that rows out of view are not laid out only for measuring.
    const observer = new ResizeObserver(() => setHidden(Math.max(0, Math.round(box.scrollHeight / LINE) - LINES)));
    for (const part of [box, ...box.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [fixed]);
  return { ref, hidden };
}
