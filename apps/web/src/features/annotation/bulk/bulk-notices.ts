import { type BulkRun, succeeded, unsaved } from "@postil/domain/bulk-run";
import type { TFunction } from "i18next";
import { notify } from "../../../lib/toasts/store.ts";
import { type BulkAction, statusAfter } from "./bulk-action.ts";

type Ended = {
  readonly run: BulkRun;
  readonly action: BulkAction;
  readonly skipped: number;
  /** It was for every match. */
  readonly everything: boolean;
  readonly retry: () => void;
};

/** Tells what became of a bulk action where the list and the line in the foot do not (screens 5.10). */
export function tellEnd(t: TFunction, { run, action, skipped, everything, retry }: Ended): void {
  const count = run.saved.size;
  if (skipped > 0) notify({ message: t("bulk.skipped", { count: skipped }), type: "info" });
  if (succeeded(run)) {
    if (everything) notify({ message: t(`bulk.done.${statusAfter(action)}`, { count }), type: "info" });
    return;
  }
  const message = t("bulk.partial", { k: unsaved(run).length, n: run.jobs.length });
  if (run.phase === "stopped") notify({ message, detail: t("bulk.stopped"), type: "info" });
  else if (run.phase === "broken") {
    const actions = [{ label: t("common.retry"), run: retry }];
    notify({ message, detail: t("bulk.broken"), type: "error", permanent: true, actions });
  } else notify({ message, detail: t("bulk.refusals"), type: "error" });
}
