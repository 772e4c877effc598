import { sealedName } from "@postil/domain/datasets/snapshot";
import { t } from "i18next";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import "../../lib/i18n/en/export.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { sizeText } from "../../lib/i18n/size-text.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StatusIcon } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import type { ExportOpening } from "./export-button.tsx";
import { ExportForm, LeftOutWords } from "./export-form.tsx";
import { type ExportRun, forgetRun, onRunsChange, runOf, startRun, stopRun } from "./export-runs.ts";
import {
  type ExportedDataset,
  type ExportWish,
  type FileWish,
  keepWish,
  lastWish,
  PART_NAMES,
  type Part,
  type PartNames,
  partsOfShape,
  quoted,
} from "./export-wish.ts";

type ExportDialogProps = ExportedDataset & Pick<ExportOpening, "shown" | "onClose">;

/** Datasets with an open dialog. The end of their export needs no toast. */
const open = new Set<string>();

/**
 * One dialog for the whole export: the choice, then the progress, then the result (EXP-04). It can be hidden while the export
 * runs.
 */
export function ExportDialog({ shown, onClose, ...dataset }: ExportDialogProps) {
  const { datasetId, api, name, says } = dataset;
  const [wish, setWish] = useState<ExportWish>(() => ({ ...lastWish(), shown: null }));
  const run = useSyncExternalStore(onRunsChange, () => runOf(datasetId));
  useEffect(() => {
    open.add(datasetId);
    return () => {
      open.delete(datasetId);
      if (runOf(datasetId)?.state === "stopped") forgetRun(datasetId);
    };
  }, [datasetId]);
  const start = async (file: FileWish) => {
    keepWish(file);
    await startRun(api, datasetId, fileNameOf(dataset, file), { ...file, shown: wish.shown });
    const ended = runOf(datasetId);
    if (ended !== null) tellEnd(ended, name, open.has(datasetId));
  };
  const close = () => {
    if (run !== null && run.state !== "running") forgetRun(datasetId);
    onClose();
  };
  const form = run === null || run.state === "stopped" || run.state === "failed";
  const title = form ? "title" : run.state === "done" ? "doneTitle" : "runningTitle";
  return (
    <Dialog title={t(`exporting.${title}`, { name })} width={600} onClose={close}>
      {form ? (
        <ExportForm
          {...{ ...dataset, shown, wish, onWish: setWish, ended: run, onCancel: close }}
          onStart={(file) => void start(file)}
        />
      ) : run.state === "done" ? (
        <Done says={says} run={run} onAgain={() => forgetRun(datasetId)} onClose={close} />
      ) : (
        <Running says={says} run={run} onStop={() => stopRun(datasetId)} onHide={onClose} />
      )}
    </Dialog>
  );
}

/** As the server names it: under pseudonyms without the hash of the snapshot. */
const fileNameOf = ({ name, snapshotOf }: Pick<ExportedDataset, "name" | "snapshotOf">, file: FileWish): string =>
  snapshotOf && file.pseudonyms ? sealedName(snapshotOf.dataset, { name: snapshotOf.snapshot }) : name;

/** An open dialog shows how the export ended. Otherwise a toast tells it. */
function tellEnd({ state, file }: ExportRun, name: string, isOpen: boolean): void {
  const done = t("exporting.doneToast", { file });
  if (state === "stopped") announce(t("exporting.stopped"));
  else if (state === "done" && isOpen) announce(done);
  else if (state === "done") notify({ type: "success", message: done });
  else if (!isOpen) notify({ type: "error", message: t("exporting.failedToast", { name }) });
}

type RunningProps = { says: PartNames; run: ExportRun; onStop: () => void; onHide: () => void };

/** The progress, with buttons to hide the dialog and to stop the export. */
function Running({ says, run, onStop, onHide }: RunningProps) {
  return (
    <>
      <WishWords says={says} wish={run.wish} />
      <div className="px-6 pt-5 pb-1">
        {run.progress === null ? (
          <p className="text-soft">{t("exporting.waiting")}</p>
        ) : (
          <Progress startedAt={run.startedAt} progress={run.progress} />
        )}
      </div>
      <footer className="flex items-center justify-end gap-2 px-6 pt-3 pb-5">
        <Button variant="ghost" className="mr-auto -ml-2" onClick={onHide} autoFocus>
          {t("exporting.hide")}
        </Button>
        <Button variant="secondary" onClick={onStop}>
          {t("exporting.stop")}
        </Button>
      </footer>
    </>
  );
}

type ProgressProps = Pick<ExportRun, "startedAt"> & { progress: NonNullable<ExportRun["progress"]> };

function Progress({ startedAt, progress: { records, total, bytes, started_at } }: ProgressProps) {
  const percent = total === 0 ? 100 : Math.floor((records / total) * 100);
  const seconds = records === 0 ? null : ((Date.now() - startedAt) / 1000 / records) * (total - records);
  const clock = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
  const time = new Date(`${started_at}Z`).toLocaleTimeString(LOCALE, clock);
  const left =
    seconds === null
      ? t("exporting.counting")
      : seconds < 90
        ? t("exporting.seconds", { count: Math.ceil(seconds) })
        : t("exporting.minutes", { count: Math.ceil(seconds / 60) });
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="font-strong text-title">{t("exporting.percent", { percent })}</b>
        <span className="text-soft">{t("exporting.recordsOf", { done: records, count: total })}</span>
      </div>
      <ProgressBar label={t("exporting.progress")} percent={percent} className="my-3" />
      <Figures
        figures={[
          [t("exporting.written"), sizeText(bytes)],
          [t("exporting.left"), left],
        ]}
      />
      <p className="mt-4 text-soft">{t("exporting.snapshot", { time })}</p>
    </>
  );
}

type DoneProps = { says: PartNames; run: ExportRun; onAgain: () => void; onClose: () => void };

/** The exported file, its contents, and the command to import it again. */
function Done({ says, run, onAgain, onClose }: DoneProps) {
  const { progress, file, wish, bytes, startedAt, endedAt } = run;
  const seconds = Math.max(1, Math.round(((endedAt ?? startedAt) - startedAt) / 1000));
  const command = `postil import ${quoted(file)}`;
  const isFull = wish.shape === "full";
  const counts = (["responses", "suggestions"] as const).filter((part) => isFull && wish.parts.includes(part));
  return (
    <>
      <WishWords says={says} wish={wish} />
      <div className="px-6 pt-5 pb-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-submitted">
            <StatusIcon status="submitted" />
          </span>
          <b translate="no" className="font-mono font-strong text-small">
            {file}
          </b>
          <span className="text-soft">{t("exporting.inDownloads")}</span>
        </p>
        <div className="my-4">
          <Figures
            figures={[
              ...(progress === null
                ? []
                : [
                    ...(isFull || wish.shape === "conll"
                      ? []
                      : [[t("exporting.rows"), progress.rows.toLocaleString(LOCALE)] as const]),
                    [t("exporting.records"), progress.records.toLocaleString(LOCALE)] as const,
                    ...counts.map((part) => [partName(says, part), progress[part].toLocaleString(LOCALE)] as const),
                  ]),
              [t("exporting.size"), t("exporting.sizeIn", { size: sizeText(bytes), seconds })],
            ]}
          />
        </div>
        {progress !== null && <LeftOutWords leftOut={progress.left_out} guarded={progress.guarded} />}
        {isFull && <ImportAgain command={command} />}
      </div>
      <footer className="flex items-center justify-end gap-2 px-6 pt-4 pb-5">
        <Button variant="ghost" className="mr-auto -ml-2" onClick={onAgain}>
          {t("exporting.again")}
        </Button>
        <Button variant="primary" onClick={onClose} autoFocus>
          {t("common.close")}
        </Button>
      </footer>
    </>
  );
}

function ImportAgain({ command }: { command: string }) {
  return (
    <>
      <p className="mb-2 text-soft">{t("exporting.importAgain")}</p>
      <div className="relative rounded-panel bg-sunken shadow-[inset_0_0_0_1px_var(--line)]">
        <pre
          translate="no"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          tabIndex={0}
          className="overflow-x-auto py-3 pr-12 pl-4 font-mono text-small [font-variant-ligatures:none]"
        >
          {command}
        </pre>
        <CopyButton text={command} what={t("exporting.importCommand")} className="absolute top-2 right-2" />
      </div>
    </>
  );
}

function Figures({ figures }: { figures: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-y-1">
      {figures.map(([name, value]) => [
        <dt key={name} className="text-soft">
          {name}
        </dt>,
        <dd key={`${name} value`}>{value}</dd>,
      ])}
    </dl>
  );
}

const list = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** One line about the contents of the file: which records, with and without which parts. */
function WishWords({ says, wish: { shown, shape, parts } }: { says: PartNames; wish: ExportWish }) {
  const listOf = (wanted: boolean) =>
    list.format(
      partsOfShape(shape)
        .filter((part) => parts.includes(part) === wanted)
        .map((part) => partName(says, part).toLowerCase()),
    );
  const [with_, without] = [listOf(true), listOf(false)];
  return (
    <p className="-mt-1 px-6 text-soft wrap-anywhere">
      {shape !== "full" && `${t(`exporting.shape.${shape}`)}: `}
      {shown === null ? t("exporting.allRecords") : shown.words}
      {with_ !== "" && t("exporting.withParts", { parts: with_ })}
      {without !== "" && t("exporting.withoutParts", { parts: without })}
    </p>
  );
}

const partName = (says: PartNames, part: Part): string => t(`exporting.${PART_NAMES[says].texts}.${part}`);
