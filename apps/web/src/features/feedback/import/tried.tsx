import type { WireAdding, WireUpload } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { EXISTING } from "@postil/domain/records/merge-record";
import type { AskedOfMerge } from "@postil/domain/tasks/merge-task-record";
import { t } from "i18next";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import type { AddTarget } from "../../../lib/api/queries/uploads.ts";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Choice, Switch } from "../../../ui/form-controls.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { TextChanges } from "../../../ui/text-writing.tsx";
import { Doubt, FoldedFile, FoldedStep, failureText, ImportFrame, Step } from "./parts.tsx";
import { partsOfTarget, RecordPages } from "./record-preview.tsx";
import { DownloadRefused, RefusedRows } from "./refused-rows.tsx";
import { TaskPages } from "./task-preview.tsx";

type TriedProps = {
  header: ReactNode;
  upload: WireUpload;
  adding: WireAdding;
  target: AddTarget;
  onBack: () => void;
  /** Both reject as the API client does. */
  onAdd: () => Promise<void>;
  onTry: (asked: AskedOfMerge) => Promise<void>;
};

/** What would become of the rows, before anything is written (IMP-30, IMP-32). */
export function Tried({ header, upload, adding, target, onBack, onAdd, onTry }: TriedProps) {
  const { added, updated, unchanged, existing, overwrite, overwrites } = adding;
  const { refused } = upload;
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Count>("updated");
  const group = useId();
  const isTask = target.family === "task";
  // What changes is looked at first. Tried again, a count may have no rows any more.
  const chosen = [wanted, ...SHOWN_FIRST].find((name) => countOf(name, upload) > 0) ?? null;
  const send = (work: () => Promise<void>) => {
    setSending(true);
    setFailed(null);
    work().catch((error: unknown) => {
      setSending(false);
      setFailed(failureText(error));
    });
  };
  useEffect(
    () => announce(t("importing.trial.heard", { added, updated, unchanged, refused })),
    [added, updated, unchanged, refused],
  );
  const isNothing = added + updated === 0;
  const words = { added, updated };
  const command: Command = {
    id: "import.add",
    label: isNothing
      ? t("importing.trial.nothing")
      : t(
          updated === 0
            ? "importing.trial.addOnly"
            : added === 0
              ? "importing.trial.updateOnly"
              : "importing.trial.add",
          words,
        ),
    section: "dataset",
    group: "save",
    shortcuts: [{ keys: "Mod+Enter", everywhere: true }],
    mayRun: () => !isNothing && !isSending,
    run: () => send(onAdd),
  };
  useCommands([command]);
  return (
    <ImportFrame
      header={header}
      title={t("importing.add.title", { name: target.dataset.name })}
      besideName={chosen === null ? t("words.preview") : t(`importing.trial.shown.${chosen}`)}
      beside={chosen === null ? null : <Samples {...{ chosen, upload, adding, target }} />}
      foot={
        <>
          <div className="min-w-0 flex-1 basis-60">
            <p className="text-soft">{t(adding.by_id ? "importing.trial.known" : "importing.trial.unknown")}</p>
            {failed !== null && (
              <p role="alert" dir="auto" className="text-danger wrap-anywhere">
                {failed}
              </p>
            )}
          </div>
          {refused > 0 && <DownloadRefused upload={upload} />}
          <Button variant="quiet" onClick={onBack}>
            {t("importing.ended.back")}
          </Button>
          <CommandButton command={command} variant="primary" disabled={isNothing || isSending}>
            {command.label}
          </CommandButton>
        </>
      }
      steps={
        <>
          <FoldedFile upload={upload} />
          <FoldedStep number={2} title={t("importing.columns.title")} icon={Check} said={t("importing.add.asTried")} />
          <Step number={3} title={t("importing.trial.title")} said={t("importing.trial.tried", { count: upload.read })}>
            <Counts upload={upload} chosen={chosen} onChoose={setWanted} />
            {adding.answered_texts > 0 && (
              <Doubt text={t("importing.trial.answered", { count: adding.answered_texts })} />
            )}
            {overwrites > 0 && (
              <Doubt
                text={t(overwrite ? "importing.trial.overwritten" : "importing.trial.people", { count: overwrites })}
              />
            )}
            {updated + adding.left + unchanged > 0 && (
              <fieldset className="mt-4 max-w-120">
                <legend className="mb-1 text-soft">{t("importing.trial.existing")}</legend>
                {EXISTING.map((one) => (
                  <Choice
                    key={one}
                    group={group}
                    checked={existing === one}
                    onChoose={() => !isSending && send(() => onTry({ existing: one, overwrite }))}
                    label={t(`importing.trial.${one}`)}
                    help={one === "update" ? t(`importing.trial.${isTask ? "updateTask" : "updateHelp"}`) : undefined}
                  />
                ))}
                {(overwrites > 0 || overwrite) && (
                  <Switch
                    label={t("importing.trial.overwrite")}
                    help={t("importing.trial.overwriteHelp")}
                    checked={overwrite}
                    onChange={(next) => !isSending && send(() => onTry({ existing, overwrite: next }))}
                  />
                )}
              </fieldset>
            )}
            <RefusedRows title={t("importing.refused.title")} of={upload} />
          </Step>
        </>
      }
    />
  );
}

const SHOWN_FIRST = ["updated", "added", "refused", "left", "unchanged"] as const;
const COUNTS = ["added", "updated", "unchanged", "left", "refused"] as const;

type Count = (typeof COUNTS)[number];

const countOf = (name: Count, { refused, adding }: WireUpload): number =>
  name === "refused" ? refused : (adding?.[name] ?? 0);

const samplesOf = (name: Count, { samples }: WireAdding) =>
  samples.filter(({ outcome }) => outcome === (name === "added" ? "new" : name));

type CountsProps = {
  upload: WireUpload;
  /** the count whose first rows are shown; null: there are none to show */
  chosen?: Count | null;
  onChoose?: (count: Count) => void;
};

/** The counts, which together are the rows that were read. Of a dry run each shows its first rows. */
export function Counts({ upload, chosen = null, onChoose }: CountsProps) {
  const counts = COUNTS.map((key) => ({
    key,
    name: t(`importing.trial.counts.${key}`),
    count: countOf(key, upload),
  }));
  const described = upload.read - counts.reduce((sum, { count }) => sum + count, 0);
  const shown = [
    ...counts.filter(({ count, key }) => count > 0 || key !== "left"),
    ...(described > 0 ? [{ key: null, name: t("importing.trial.described"), count: described }] : []),
  ];
  return (
    <dl className="mt-2 mb-4 flex flex-wrap gap-x-12 gap-y-3 border-line border-b pb-4">
      {shown.map(({ key, name, count }) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-soft">{name}</dt>
          <dd className="text-[28px]/8 font-strong tracking-tight tabular-nums">
            {onChoose && key !== null && count > 0 ? (
              <button
                type="button"
                aria-pressed={chosen === key}
                aria-label={t("importing.trial.show", { count, name })}
                onClick={() => onChoose(key)}
                className={cx(
                  "-mx-2 rounded-control px-2 text-left underline underline-offset-[6px] hover:bg-hover max-md:-my-1.5 max-md:min-h-11 max-md:min-w-11",
                  chosen === key ? "decoration-2" : "decoration-dotted decoration-1",
                )}
              >
                {count.toLocaleString(LOCALE)}
              </button>
            ) : (
              count.toLocaleString(LOCALE)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type SamplesProps = { chosen: Count; upload: WireUpload; adding: WireAdding; target: AddTarget };

/** The first rows of a count: of updated records what changes, of all others the record as annotators will see it (IMP-36). */
function Samples({ chosen, upload, adding, target }: SamplesProps) {
  const samples = samplesOf(chosen, adding);
  const title = t(`importing.trial.shown.${chosen}`);
  const count = countOf(chosen, upload);
  // Records that stay because of what people said show what would change too.
  if (chosen === "updated" || samples.some(({ changes }) => changes.length > 0))
    return <Changed {...{ title, samples, count, target }} />;
  const placeOf = (place: number) => {
    const { line = 0, external_id: id = "" } = samples[place] ?? {};
    const row = { row: place + 1, shown: samples.length, count };
    return [t(`importing.trial.place.${upload.numbers}`, { line }), id, t("importing.trial.rowOf", row)]
      .filter(Boolean)
      .join(", ");
  };
  if (target.family === "feedback")
    return <FeedbackSamples key={chosen} {...{ title, samples, placeOf }} parts={target.parts} />;
  return (
    <TaskPages
      key={chosen}
      {...{ title, placeOf }}
      records={samples.flatMap(({ task_record: record }) => record ?? [])}
      labels={target.parts.labels ?? []}
    />
  );
}

type FeedbackSamplesProps = {
  title: string;
  samples: WireAdding["samples"];
  placeOf: (place: number) => string;
  parts: WireAddTarget;
};

function FeedbackSamples({ title, samples, placeOf, parts }: FeedbackSamplesProps) {
  const shown = useMemo(() => partsOfTarget(parts), [parts]);
  const records = samples.flatMap(({ record }) => record ?? []);
  return <RecordPages {...{ title, records, placeOf }} parts={shown} />;
}

type ChangedProps = { title: string; samples: WireAdding["samples"]; count: number; target: AddTarget };

/** What a part of a record is called. Members of a task record are told by their paths. */
function createTitles(target: AddTarget): (kind: string, name: string) => string {
  if (target.family === "task")
    return (_, name) => {
      if (name === "annotation" || name === "prediction" || name === "status") return t(`importing.task.role.${name}`);
      return name.replace(/^(?:inputs|metadata|vectors)\./, "");
    };
  const { fields, questions, metadata, vectors } = target.parts;
  const titles = new Map(
    [
      ...fields.map((part) => ["field", part] as const),
      ...questions.map((part) => ["suggestion", part] as const),
      ...metadata.map((part) => ["metadata", part] as const),
      ...vectors.map((part) => ["vector", part] as const),
    ].map(([kind, { name, title }]) => [`${kind} ${name}`, title]),
  );
  return (kind, name) => titles.get(`${kind} ${name}`) ?? name;
}

/** The first records that are updated, or stay because of what people said: what changes, and what people have answered. */
function Changed({ title, samples, count, target }: ChangedProps) {
  if (samples.length === 0) return null;
  const titleOf = createTitles(target);
  return (
    <>
      <h2 className="mb-3 flex font-body text-small text-soft">
        {title}
        <span className="ml-auto tabular-nums">
          {samples.length < count && t("importing.trial.first", { shown: samples.length, count })}
        </span>
      </h2>
      <ul>
        {samples.map(({ line, external_id, answers, changes, more }) => (
          <li key={line} className="border-line border-b py-2">
            <div className="mb-1 flex gap-3">
              <bdi translate="no" className="min-w-0 truncate font-mono text-small" title={external_id}>
                {external_id}
              </bdi>
              <span className="ml-auto flex-none text-small text-soft">
                {answers > 0 && t("importing.trial.kept", { count: answers })}
              </span>
            </div>
            <dl>
              {changes.map(({ kind, name, before, after, kept }) => (
                <div key={`${kind} ${name}`} className="grid grid-cols-[112px_minmax(0,1fr)] gap-2">
                  <dt translate="no" className="text-soft wrap-anywhere">
                    {titleOf(kind, name)}
                  </dt>
                  <dd>
                    <span translate="no">
                      <TextChanges before={before ?? ""} after={after} />
                    </span>
                    {kept && <span className="ml-2 text-small text-soft">{t("importing.trial.stays")}</span>}
                  </dd>
                </div>
              ))}
            </dl>
            {more > 0 && <p className="text-small text-soft">{t("importing.trial.more", { count: more })}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
