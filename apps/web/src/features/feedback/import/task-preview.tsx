import type { WireTaskPlan } from "@postil/contract/datasets/uploads";
import { spanPieces } from "@postil/domain/spans/span-pieces";
import { codePoints } from "@postil/domain/spans/span-units";
import { t } from "i18next";
import { memo } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Star } from "../../../ui/icon.tsx";
import { entityColors, Swatch } from "../../../ui/swatch.tsx";
import { PlainText } from "../../../workbench/record/plain-text.tsx";
import { Doubt } from "./parts.tsx";
import { Paged, RecordCard } from "./preview-parts.tsx";

type TaskPagesProps = {
  title: string;
  records: WireTaskPlan["records"];
  labels: readonly string[];
  placeOf: (place: number) => string;
};

/** One of the first rows as a record of its task: what annotators read, and what people and models said of it (IMP-40). */
export const TaskPreview = memo(function TaskPreview({ plan, rows }: { plan: WireTaskPlan; rows: number }) {
  return (
    <TaskPages
      title={t("importing.preview.title")}
      records={plan.records}
      labels={plan.labels.map(({ value }) => value)}
      placeOf={(place) => t("importing.preview.row", { row: place + 1, rows })}
    />
  );
});

export const TaskPages = ({ title, records, labels, placeOf }: TaskPagesProps) => (
  <Paged title={title} items={records} placeOf={placeOf}>
    {({ refused, record }) => (
      <>
        {refused !== null && <Doubt text={t("importing.preview.refused", { reason: refused })} />}
        {record && <OneRecord record={shownRecord(record)} labels={labels} />}
      </>
    )}
  </Paged>
);

function OneRecord({ record, labels }: { record: ShownRecord; labels: readonly string[] }) {
  const { texts, annotation, prediction, metadata, status } = record;
  const spans = annotation?.entities ?? prediction?.entities ?? [];
  const colors = new Map(labels.map((label, index) => [label, index]));
  return (
    <>
      <RecordCard
        texts={texts.map(({ name, text }) => ({
          ...{ name, title: name, text },
          drawn: spans.length > 0 ? <Marked {...{ text, spans, colors }} /> : <PlainText text={text} />,
        }))}
        metadata={[{ name: "status", value: status }, ...metadata].map((one) => ({ ...one, title: one.name }))}
      />
      {annotation !== null && <Values of="annotation" side={annotation} colors={colors} />}
      {prediction !== null && <Values of="prediction" side={prediction} colors={colors} />}
      {annotation === null && labels.length > 0 && (
        <ul aria-label={t("words.labels")} className="flex flex-wrap gap-2">
          {labels.slice(0, FIRST_LABELS).map((value) => (
            <li key={value} translate="no" className="rounded-control border border-line px-2 py-0.5 wrap-anywhere">
              <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const FIRST_LABELS = 15;

type Colors = ReadonlyMap<string, number>;

/** The text with its entities marked. The labels stand in the list below it. */
function Marked({ text, spans, colors }: { text: string; spans: readonly Entity[]; colors: Colors }) {
  const points = codePoints(text);
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {spanPieces(points.length, spans).pieces.map(({ start, end, spans: over }) => {
        const [outer] = over;
        const words = points.slice(start, end);
        return outer === undefined ? (
          words
        ) : (
          <mark
            key={start}
            title={over.map(({ label }) => label).join(", ")}
            style={entityColors(colors.get(outer.label))}
            className="rounded-[3px] bg-(--fill) text-ink shadow-[inset_0_-2px_0_var(--tone)]"
          >
            {words}
          </mark>
        );
      })}
    </p>
  );
}

function Values({ of, side, colors }: { of: "annotation" | "prediction"; side: Side; colors: Colors }) {
  return (
    <section aria-label={t(`importing.task.side.${of}`)} className="mb-6">
      <h3 className="mb-1 flex gap-1 font-body text-small text-soft">
        {of === "prediction" && (
          <span className="mt-1 text-suggestion">
            <Star />
          </span>
        )}
        {t(`importing.task.side.${of}`)}
        <bdi translate="no">{side.agent}</bdi>
      </h3>
      <ul>
        {side.values.map(({ text, what, score }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is what stands at its place
          <li key={index} translate="no" className="flex items-baseline gap-2 wrap-anywhere">
            {side.entities !== null && <Swatch color={colors.get(text) ?? 0} filled />}
            <bdi className="font-strong">{text}</bdi>
            {what !== null && <bdi className="min-w-0">{what}</bdi>}
            {score !== null && (
              <span className="text-soft tabular-nums">
                {score.toLocaleString(LOCALE, { style: "percent", maximumFractionDigits: 1 })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Entity = { readonly start: number; readonly end: number; readonly label: string };
type Value = { readonly text: string; readonly what: string | null; readonly score: number | null };
type Side = { readonly agent: string; readonly values: readonly Value[]; readonly entities: readonly Entity[] | null };
type ShownRecord = {
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  readonly annotation: Side | null;
  readonly prediction: Side | null;
  readonly metadata: readonly { readonly name: string; readonly value: string }[];
  readonly status: string;
};

type Members = { readonly [name: string]: unknown };
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** A row may be refused for what it holds, so nothing of it is taken for granted. */
function shownRecord({ inputs, text, annotation, prediction, metadata, status }: Members): ShownRecord {
  const texts = isMembers(inputs)
    ? Object.entries(inputs).map(([name, one]) => ({
        name,
        text: Array.isArray(one) ? one.map(textOf).join("\n") : textOf(one),
      }))
    : [{ name: "", text: textOf(text) }];
  return {
    texts,
    annotation: sideOf(annotation, texts[0]?.text ?? ""),
    prediction: sideOf(prediction, texts[0]?.text ?? ""),
    metadata: isMembers(metadata)
      ? Object.entries(metadata).map(([name, value]) => ({ name, value: textOf(value) }))
      : [],
    status: textOf(status),
  };
}

function sideOf(side: unknown, text: string): Side | null {
  if (!isMembers(side)) return null;
  const entities = Array.isArray(side.entities) ? side.entities.filter(isMembers) : null;
  const items = entities ?? [side.labels, side.sentences].find(Array.isArray) ?? [];
  const points = codePoints(text);
  return {
    agent: textOf(side.agent),
    values: items.filter(isMembers).map((item) => ({
      text: textOf(item.class ?? item.class_label ?? item.label ?? item.text),
      what: entities === null ? null : points.slice(Number(item.start), Number(item.end)),
      score: typeof item.score === "number" ? item.score : null,
    })),
    entities:
      entities?.flatMap(({ start, end, label }) =>
        Number.isInteger(start) && Number.isInteger(end) && Number(start) < Number(end)
          ? [{ start: Number(start), end: Number(end), label: textOf(label) }]
          : [],
      ) ?? null,
  };
}
