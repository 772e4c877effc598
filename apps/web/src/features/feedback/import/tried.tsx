import type { WireAdding, WireUpload } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { EXISTING, type Existing } from "@postil/domain/records/merge-record";
import { t } from "i18next";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { Choice } from "../../../ui/form-controls.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { TextChanges } from "../../../ui/text-writing.tsx";
import { failureText } from "./failure-text.ts";
import { Doubt, FoldedFile, FoldedStep, ImportFrame, Step } from "./parts.tsx";
import { DownloadRefused, RefusedRows } from "./refused-rows.tsx";

type TriedProps = {
  header: ReactNode;
  upload: WireUpload;
  adding: WireAdding;
  target: WireAddTarget;
  onBack: () => void;
  /** Both reject as the API client does. */
  onAdd: () => Promise<void>;
  onTry: (existing: Existing) => Promise<void>;
};

/** What would become of the rows, before anything is written (IMP-30, IMP-32). */
export function Tried({ header, upload, adding, target, onBack, onAdd, onTry }: TriedProps) {
  const { added, updated, unchanged, existing } = adding;
  const { refused } = upload;
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const group = useId();
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
      besideName={t("importing.trial.updates")}
      beside={<Samples adding={adding} target={target} />}
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
            <Counts upload={upload} adding={adding} />
            {adding.answered_texts > 0 && (
              <Doubt text={t("importing.trial.answered", { count: adding.answered_texts })} />
            )}
            {updated + adding.left + unchanged > 0 && (
              <fieldset className="mt-4 max-w-120">
                <legend className="mb-1 text-soft">{t("importing.trial.existing")}</legend>
                {EXISTING.map((one) => (
                  <Choice
                    key={one}
                    group={group}
                    checked={existing === one}
                    onChoose={() => !isSending && send(() => onTry(one))}
                    label={t(`importing.trial.${one}`)}
                    help={one === "update" ? t("importing.trial.updateHelp") : undefined}
                  />
                ))}
              </fieldset>
            )}
            <RefusedRows title={t("importing.refused.title")} count={refused} rows={upload.refused_rows} />
          </Step>
        </>
      }
    />
  );
}

const COUNTS = ["added", "updated", "unchanged", "left", "refused"] as const;

/** The counts, which together are the rows that were read. */
export function Counts({ upload, adding }: { upload: WireUpload; adding: WireAdding }) {
  const counts = COUNTS.map((name) => ({
    name: t(`importing.trial.counts.${name}`),
    count: name === "refused" ? upload.refused : adding[name],
  }));
  const described = upload.read - counts.reduce((sum, { count }) => sum + count, 0);
  const shown = [
    ...counts.filter(({ count }, at) => count > 0 || COUNTS[at] !== "left"),
    ...(described > 0 ? [{ name: t("importing.trial.described"), count: described }] : []),
  ];
  return (
    <dl className="mt-2 mb-4 flex flex-wrap gap-x-12 gap-y-3 border-line border-b pb-4">
      {shown.map(({ name, count }) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-soft">{name}</dt>
          <dd className="text-[28px]/8 font-strong tracking-tight tabular-nums">{count.toLocaleString(LOCALE)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The first records that are updated: what changes, and whether people have answered them. */
function Samples({ adding: { samples, updated }, target }: { adding: WireAdding; target: WireAddTarget }) {
  if (samples.length === 0) return null;
  const titles = new Map(
    [
      ...target.fields.map((part) => ["field", part] as const),
      ...target.questions.map((part) => ["suggestion", part] as const),
      ...target.metadata.map((part) => ["metadata", part] as const),
      ...target.vectors.map((part) => ["vector", part] as const),
    ].map(([kind, { name, title }]) => [`${kind} ${name}`, title]),
  );
  return (
    <>
      <h2 className="mb-3 flex font-body text-small text-soft">
        {t("importing.trial.updates")}
        <span className="ml-auto tabular-nums">
          {samples.length < updated && t("importing.trial.first", { shown: samples.length, count: updated })}
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
              {changes.map(({ kind, name, before, after }) => (
                <div key={`${kind} ${name}`} className="grid grid-cols-[112px_minmax(0,1fr)] gap-2">
                  <dt translate="no" className="text-soft wrap-anywhere">
                    {titles.get(`${kind} ${name}`) ?? name}
                  </dt>
                  <dd translate="no">
                    <TextChanges before={before ?? ""} after={after} />
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
