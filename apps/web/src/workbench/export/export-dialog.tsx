import { t } from "i18next";
import { useEffect, useState, useSyncExternalStore } from "react";
import "../../lib/i18n/en/export.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import type { ExportWish } from "./export-api.ts";
import { ExportDone } from "./export-done.tsx";
import { ExportForm } from "./export-form.tsx";
import { ExportRunning } from "./export-running.tsx";
import { type ExportRun, forgetRun, onRunsChange, runOf, startRun } from "./export-runs.ts";
import { USUAL_WISH } from "./export-wish.ts";
import type { ExportedDataset } from "./exported-dataset.ts";
import type { ExportOpening } from "./use-export.tsx";

type ExportDialogProps = ExportedDataset & Pick<ExportOpening, "shown" | "onClose">;

/** Datasets whose dialog stands open: what ends there needs no toast. */
const open = new Set<string>();

/** What to export, then how far it is, then what lies where: one dialog (EXP-04). It may be hidden while the export goes on. */
export function ExportDialog({ shown, onClose, ...dataset }: ExportDialogProps) {
  const { datasetId, api, name, says } = dataset;
  const [wish, setWish] = useState<ExportWish>({ ...USUAL_WISH, shown: null });
  const run = useSyncExternalStore(onRunsChange, () => runOf(datasetId));
  useEffect(() => {
    open.add(datasetId);
    return () => {
      open.delete(datasetId);
      if (runOf(datasetId)?.state === "stopped") forgetRun(datasetId);
    };
  }, [datasetId]);
  const start = async () => {
    await startRun(api, datasetId, name, wish);
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
    <Dialog isOpen title={t(`exporting.${title}`, { name })} width={600} onOpenChange={(stays) => !stays && close()}>
      {form ? (
        <ExportForm
          {...dataset}
          shown={shown}
          wish={wish}
          onWish={setWish}
          ended={run}
          onStart={() => void start()}
          onCancel={close}
        />
      ) : run.state === "done" ? (
        <ExportDone says={says} run={run} onAgain={() => forgetRun(datasetId)} onClose={close} />
      ) : (
        <ExportRunning says={says} datasetId={datasetId} run={run} onHide={onClose} />
      )}
    </Dialog>
  );
}

/** Where the dialog stands it shows how the export ended; those who do not see it are told. */
function tellEnd({ state, file }: ExportRun, name: string, isOpen: boolean): void {
  const done = t("exporting.doneToast", { file });
  if (state === "stopped") announce(t("exporting.stopped"));
  else if (state === "done" && isOpen) announce(done);
  else if (state === "done") notify({ type: "success", message: done });
  else if (!isOpen) notify({ type: "error", message: t("exporting.failedToast", { name }) });
}
