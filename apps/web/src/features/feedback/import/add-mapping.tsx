import type { WireUnderstanding, WireUpload } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { DATE_ORDERS, datesHaveTimes } from "@postil/domain/datasets/metadata-property";
import { isSuggestedType, PART_KINDS, partKey } from "@postil/domain/records/merge-record";
import { t } from "i18next";
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from "react";
import { Button } from "../../../ui/button.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { failureText } from "./failure-text.ts";
import { Foot, isCreateKey, type MappingState, ReadStep, useCreate } from "./mapping.tsx";
import { Doubt, FoldedStep, ImportFrame, Pick, Step } from "./parts.tsx";
import { PreviewSkeleton } from "./record-preview.tsx";
import { type Change, type Part, type Said, type SaidInto, type Shown, say } from "./said.ts";
import { isSelfDescribing } from "./told-parts.tsx";
import { useUnderstanding } from "./use-understanding.ts";

const NOTHING_SHOWN: Shown = { columns: [], dataset: null };

type AddMappingProps = {
  header: ReactNode;
  upload: WireUpload;
  target: WireAddTarget;
  mapping: MappingState;
  onMapping: (change: (before: MappingState) => MappingState) => void;
  onOtherFile: () => void;
  /** Rejects as the API client does. */
  onTry: (said: Said) => Promise<void>;
};

/** Which column goes to which part of a dataset that is there (IMP-31). */
export function AddMapping({ header, upload, target, mapping, onMapping, onOtherFile, onTry }: AddMappingProps) {
  const { said } = mapping;
  const understood = useUnderstanding(upload.id, said);
  const { shown, isCurrent, error } = understood;
  const change = useCallback(
    (next: Change) => onMapping((before) => ({ ...before, said: say(before.said, next, shown ?? NOTHING_SHOWN) })),
    [onMapping, shown],
  );
  const problem = error === null ? (shown?.fault ?? null) : failureText(error);
  const create = useCreate(problem, isCurrent, said, () => onTry(said), t("importing.add.waits"));
  const onKey = (event: KeyboardEvent) => {
    if (shown === null || !isCreateKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    create.press();
  };
  const parts = partsOf(said, shown ?? NOTHING_SHOWN);
  const asGuessed = useMemo(() => shown && withReasons(shown, said.into?.guessed), [shown, said.into?.guessed]);
  const choices = choicesOf(target);
  return (
    <ImportFrame
      header={header}
      title={t("importing.add.title", { name: target.dataset.name })}
      besideName={t("importing.add.region")}
      beside={
        shown === null && error === null ? (
          <PreviewSkeleton />
        ) : (
          <DatasetParts target={target} parts={parts} isTold={shown !== null && isSelfDescribing(shown)} />
        )
      }
      foot={
        <Foot understood={understood} create={create} label={t("importing.add.try")}>
          {shown !== null && shown.rows > 0 && t("importing.add.rows", { count: shown.rows })}
        </Foot>
      }
      steps={
        // A button that opens a menu would take Enter for itself, with Ctrl too.
        <div role="presentation" onKeyDownCapture={onKey}>
          {shown?.warnings.map((warning) => (
            <Doubt key={warning} text={warning} />
          ))}
          <ReadStep {...{ upload, said, understood, onOtherFile }} onChange={change} />
          {shown !== null &&
            asGuessed !== null &&
            (shown.columns.length > 0 ? (
              <>
                <p className="flex flex-wrap items-center gap-x-4 text-soft">
                  <span className="flex-1">{t("importing.add.said")}</span>
                  {mayGuessAnew(said, target) && (
                    <Button variant="ghost" size="compact" onClick={() => change({ of: "anew" })}>
                      {t("importing.add.anew")}
                    </Button>
                  )}
                </p>
                <ColumnsStep
                  said={said}
                  shown={asGuessed}
                  people={[]}
                  onChange={change}
                  part={({ name }) => (
                    <Pick
                      label={t("importing.add.columnOf", { column: name })}
                      value={choiceOf(parts.get(name) ?? NOTHING)}
                      choices={choices}
                      onChoose={(key) => change({ of: "fills", column: name, part: partOf(key) })}
                    />
                  )}
                />
              </>
            ) : (
              isSelfDescribing(shown) && (
                <Step number={2} title={t("importing.columns.title")} said={t("importing.add.told")} />
              )
            ))}
          <FoldedStep number={3} title={t("importing.trial.title")} said={t("importing.trial.later")} />
        </div>
      }
    />
  );
}

const NOTHING: Part = { kind: "ignored", name: null };

/** The part of each column: what was said, or what the server takes it for. */
const partsOf = ({ into }: Said, { columns }: Shown): ReadonlyMap<string, Part> =>
  new Map(columns.map(({ name, fills }) => [name, into?.parts?.get(name) ?? fills ?? NOTHING]));

/** Something was said, or the columns of the last file are used. */
const mayGuessAnew = ({ into }: Said, { columns }: WireAddTarget): boolean =>
  into !== null && (into.parts !== null || (columns.length > 0 && !into.anew));

/** The first word about a column says all others too: what was only guessed keeps its reason. */
const withReasons = (shown: WireUnderstanding, guessed: SaidInto["guessed"] = new Map()): WireUnderstanding => ({
  ...shown,
  columns: shown.columns.map((column) => ({ ...column, reason: guessed.get(column.name) ?? column.reason })),
});

/** The key of a menu. */
const choiceOf = (part: Part): string => (part.dates ? `${partKey(part)} ${part.dates}` : partKey(part));

function partOf(key: string): Part {
  const [first, name = null, order] = key.split(" ");
  const dates = DATE_ORDERS.find((one) => one === order);
  return { kind: PART_KINDS.find((kind) => kind === first) ?? "ignored", name, ...(dates ? { dates } : {}) };
}

type Named = { readonly kind: Part["kind"]; readonly name: string; readonly title: string };

/** The parts of the dataset that a column can fill. */
const namedParts = ({ fields, questions, metadata, vectors }: WireAddTarget): readonly Named[] => [
  ...fields.map(({ name, title }) => ({ kind: "field" as const, name, title })),
  ...questions
    .filter(({ settings }) => isSuggestedType(settings.type))
    .map(({ name, title }) => ({ kind: "suggestion" as const, name, title })),
  ...metadata.map(({ name, title }) => ({ kind: "metadata" as const, name, title })),
  ...vectors.map(({ name, title }) => ({ kind: "vector" as const, name, title })),
];

function choicesOf(target: WireAddTarget) {
  return [
    { value: "id", label: t("importing.add.parts.id") },
    ...namedParts(target).flatMap(({ kind, name, title }) => {
      const label = t(`importing.add.parts.${kind}`, { name: title });
      const isDates = kind === "metadata" && datesHaveTimes(title) !== null;
      const orders = isDates ? DATE_ORDERS : [];
      return [
        { value: partKey({ kind, name }), label },
        ...orders.map((dates) => ({
          value: choiceOf({ kind, name, dates }),
          label: `${label}, ${t(`importing.add.dates.${dates}`)}`,
        })),
      ];
    }),
    ...(target.dataset.allow_extra_metadata ? [{ value: "extra", label: t("importing.add.parts.extra") }] : []),
    { value: "ignored", label: t("importing.add.parts.ignored") },
  ];
}

type DatasetPartsProps = { target: WireAddTarget; parts: ReadonlyMap<string, Part>; isTold: boolean };

/** The parts of the dataset, each with the column that fills it; of an export there are no columns. */
export function DatasetParts({ target, parts, isTold }: DatasetPartsProps) {
  const columnOf = new Map([...parts].map(([column, part]) => [partKey(part), column]));
  const required = new Set(
    target.fields.flatMap((field) => (field.required ? [partKey({ kind: "field", name: field.name })] : [])),
  );
  const named = namedParts(target);
  const kinds = ["field", "suggestion", "metadata", "vector"] as const;
  return (
    <>
      <h2 className="mb-3 font-body text-small text-soft">{t("importing.add.region")}</h2>
      <dl className="mb-5 flex gap-2">
        <dt>{t("importing.add.parts.id")}</dt>
        <dd className="ml-auto">{!isTold && <Filled column={columnOf.get("id")} />}</dd>
      </dl>
      {kinds.map((kind) => {
        const own = named.filter((part) => part.kind === kind);
        if (own.length === 0) return null;
        return (
          <section key={kind} aria-label={t(`importing.add.kinds.${kind}`)} className="mb-5">
            <h3 className="mb-1 font-body text-small text-soft">{t(`importing.add.kinds.${kind}`)}</h3>
            <dl>
              {own.map((part) => {
                const column = columnOf.get(partKey(part));
                return (
                  <div key={part.name} className="flex min-h-9 items-center gap-4 border-line border-b py-1">
                    <dt translate="no" className="min-w-0 font-strong wrap-anywhere">
                      {part.title}
                    </dt>
                    <dd className="ml-auto min-w-0 text-right">
                      {!isTold && <Filled column={column} isNeeded={required.has(partKey(part))} />}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        );
      })}
    </>
  );
}

function Filled({ column, isNeeded = false }: { column: string | undefined; isNeeded?: boolean }) {
  if (column !== undefined)
    return (
      <bdi translate="no" className="font-mono text-small wrap-anywhere">
        {column}
      </bdi>
    );
  if (!isNeeded) return <span className="text-soft">{t("importing.add.noColumn")}</span>;
  return (
    <span className="text-edited">
      {t("importing.add.noColumn")}, {t("importing.add.needed")}
    </span>
  );
}
