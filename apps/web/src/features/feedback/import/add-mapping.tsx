import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import { DATE_ORDERS, datesHaveTimes } from "@postil/domain/datasets/metadata-property";
import { isSuggestedType, PART_KINDS, partKey } from "@postil/domain/records/merge-record";
import { t } from "i18next";
import { useMemo } from "react";
import type { AddTarget } from "../../../lib/api/queries/uploads.ts";
import { Button } from "../../../ui/button.tsx";
import { FormGrid } from "../../../ui/settings/form-rows.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { isSelfDescribing } from "./dataset-step.tsx";
import { type FileProps, MappingFrame, NOTHING_SHOWN, ReadStep, useCreate, useSay } from "./mapping-frame.tsx";
import { Doubt, FoldedStep, failureText, Pick, Step } from "./parts.tsx";
import { PreviewSkeleton } from "./record-preview.tsx";
import type { Part, Said, SaidInto, Shown } from "./said.ts";
import { fittingRoles, taskRolesOf, withTaskRole } from "./said.ts";
import type { Change } from "./say.ts";
import { AgentRow, roleText } from "./task-steps.tsx";
import { useUnderstanding } from "./use-understanding.ts";

type AddMappingProps = FileProps & {
  target: AddTarget;
  /** Rejects as the API client does. */
  onTry: (said: Said) => Promise<void>;
};

/** Which column goes to which part of a dataset that is there (IMP-31, IMP-70). */
export function AddMapping({ target, onTry, ...file }: AddMappingProps) {
  const { header, upload, way, mapping, onMapping, restored, onOtherFile } = file;
  const { said } = mapping;
  const understood = useUnderstanding(upload.id, said, way !== null);
  const { shown, isCurrent, isPart, error } = understood;
  const change = useSay(onMapping, shown);
  const problem =
    error !== null ? failureText(error) : isPart ? t("importing.beginning.notYet") : (shown?.fault ?? null);
  const create = useCreate(problem, isCurrent, said, () => onTry(said), { waits: t("importing.add.waits"), isPart });
  const asGuessed = useMemo(() => shown && withReasons(shown, said.into?.guessed), [shown, said.into?.guessed]);
  const columns = columnsFor(target, said, shown ?? NOTHING_SHOWN, change);
  const plan = shown?.task ?? null;
  return (
    <MappingFrame
      {...{ header, restored, understood, create }}
      title={t("importing.add.title", { name: target.dataset.name })}
      besideName={t("importing.add.region")}
      beside={
        shown === null && error === null ? (
          <PreviewSkeleton />
        ) : (
          <DatasetParts
            target={target}
            columnOf={columns.filledBy}
            isTold={shown !== null && isSelfDescribing(shown)}
          />
        )
      }
      label={t("importing.add.try")}
      made={shown !== null && shown.rows > 0 && t("importing.add.rows", { count: shown.rows })}
      steps={
        <>
          {shown?.warnings.map((warning) => (
            <Doubt key={warning} text={warning} />
          ))}
          <ReadStep {...{ upload, way, said, understood, onOtherFile }} onChange={change} />
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
                      value={columns.chosen(name)}
                      choices={columns.choices(name)}
                      onChoose={(key) => columns.choose(name, key)}
                    />
                  )}
                />
                {plan !== null && (
                  <div className="max-w-[792px] pt-1">
                    <FormGrid>
                      <AgentRow
                        plan={plan}
                        said={said.task}
                        onChange={(task) => change({ of: "dataset", change: { task } })}
                      />
                    </FormGrid>
                  </div>
                )}
              </>
            ) : (
              isSelfDescribing(shown) && (
                <Step number={2} title={t("importing.columns.title")} said={t("importing.add.told")} />
              )
            ))}
          <FoldedStep number={3} title={t("importing.trial.title")} said={t("importing.trial.later")} />
        </>
      }
    />
  );
}

const NOTHING: Part = { kind: "ignored", name: null };

/** What each column fills, and what it may fill. */
type ColumnsFor = {
  readonly chosen: (column: string) => string;
  readonly choices: (column: string) => readonly { readonly value: string; readonly label: string }[];
  readonly choose: (column: string, key: string) => void;
  /** by the key of a part */
  readonly filledBy: ReadonlyMap<string, string>;
};

function columnsFor(target: AddTarget, said: Said, shown: Shown, change: (next: Change) => void): ColumnsFor {
  if (target.family === "feedback") {
    const parts = partsOf(said, shown);
    const choices = choicesOf(target.parts);
    return {
      chosen: (name) => choiceOf(parts.get(name) ?? NOTHING),
      choices: () => choices,
      choose: (column, key) => change({ of: "fills", column, part: partOf(key) }),
      filledBy: new Map([...parts].map(([column, part]) => [partKey(part), column])),
    };
  }
  const plan = shown.task ?? null;
  const roles = plan ? taskRolesOf(said.task, plan) : new Map<string, TaskRole>();
  const fitting = (name: string) => (plan ? fittingRoles(plan, name) : []);
  return {
    chosen: (name) => roles.get(name) ?? "metadata",
    choices: (name) => fitting(name).map((role) => ({ value: role, label: roleText(role) })),
    choose: (column, key) => {
      const role = fitting(column).find((one) => one === key);
      if (plan && role) change({ of: "dataset", change: { task: withTaskRole(said.task, plan, column, role) } });
    },
    filledBy: new Map([...roles].map(([column, role]) => [role === "id" ? "id" : `${role} ${column}`, column])),
  };
}

/** The part of each column: what was said, or what the server takes it for. */
const partsOf = ({ into }: Said, { columns }: Shown): ReadonlyMap<string, Part> =>
  new Map(columns.map(({ name, fills }) => [name, into?.parts?.get(name) ?? fills ?? NOTHING]));

/** Something was said, or the columns of the last file are used. */
const mayGuessAnew = ({ into, task }: Said, { parts: { columns } }: AddTarget): boolean =>
  into !== null && (into.parts !== null || task.roles !== null || (columns.length > 0 && !into.anew));

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

/** Parts of one kind. `isPlain`: no column goes to one of them. */
type PartGroup = {
  readonly title: string;
  readonly isPlain?: boolean;
  readonly parts: readonly { readonly key: string; readonly title: string; readonly isNeeded?: boolean }[];
};

function groupsOf({ family, parts }: AddTarget): readonly PartGroup[] {
  if (family === "task") return taskGroups(parts);
  const named = namedParts(parts);
  const required = new Set(parts.fields.flatMap(({ name, required }) => (required ? [`field ${name}`] : [])));
  return (["field", "suggestion", "metadata", "vector"] as const).map((kind) => ({
    title: t(`importing.add.kinds.${kind}`),
    parts: named
      .filter((part) => part.kind === kind)
      .map((part) => ({ key: partKey(part), title: part.title, isNeeded: required.has(partKey(part)) })),
  }));
}

const FIRST_LABELS = 50;

const taskGroups = ({ inputs, metadata, vectors, labels }: WireTaskAddTarget): readonly PartGroup[] => [
  ...[["input", inputs] as const, ["metadata", metadata] as const, ["vector", vectors] as const].map(
    ([kind, names]) => ({
      title: t(`importing.add.kinds.${kind}`),
      parts: names.map((name) => ({ key: `${kind} ${name}`, title: name })),
    }),
  ),
  {
    title: t("words.labels"),
    isPlain: true,
    parts: (labels ?? []).slice(0, FIRST_LABELS).map((title) => ({ key: title, title })),
  },
];

type DatasetPartsProps = { target: AddTarget; columnOf: ReadonlyMap<string, string>; isTold: boolean };

/** The parts of the dataset, each with the column that fills it; of an export there are no columns. */
export function DatasetParts({ target, columnOf, isTold }: DatasetPartsProps) {
  return (
    <>
      <h2 className="mb-3 font-body text-small text-soft">{t("importing.add.region")}</h2>
      <dl className="mb-5 flex gap-2">
        <dt>{t("importing.add.parts.id")}</dt>
        <dd className="ml-auto">{!isTold && <Filled column={columnOf.get("id")} />}</dd>
      </dl>
      {groupsOf(target).map(({ title, parts, isPlain = false }) => {
        if (parts.length === 0) return null;
        return (
          <section key={title} aria-label={title} className="mb-5">
            <h3 className="mb-1 font-body text-small text-soft">{title}</h3>
            <dl>
              {parts.map((part) => (
                <div key={part.key} className="flex min-h-9 items-center gap-4 border-line border-b py-1">
                  <dt translate="no" className="min-w-0 font-strong wrap-anywhere">
                    {part.title}
                  </dt>
                  <dd className="ml-auto min-w-0 text-right">
                    {!isTold && !isPlain && (
                      <Filled column={columnOf.get(part.key)} isNeeded={part.isNeeded ?? false} />
                    )}
                  </dd>
                </div>
              ))}
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
