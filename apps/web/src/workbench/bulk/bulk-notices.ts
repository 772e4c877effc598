import { type BulkRun, succeeded, unsaved } from "@postil/domain/bulk/bulk-run";
import { t } from "i18next";
import { notify } from "../../lib/toasts/store.ts";
import { type BulkAction, statusAfter } from "./bulk-action.ts";

type Ended = {
  readonly run: BulkRun;
  readonly action: BulkAction;
  readonly skipped: number;
  /** It was for every match. */
  readonly allMatches: boolean;
  /** The records are still on the screen, those that were not saved are still selected. */
  readonly stays: boolean;
  /** The session is over: another page takes the place of this one, and there is nothing to try again. */
  readonly gone: boolean;
  readonly retry: () => void;
};

/** Tells what became of a bulk action where the list and the line in the foot do not (design/bulk.md). */
export function tellEnd({ run, action, skipped, allMatches, stays, gone, retry }: Ended): void {
  const count = run.saved.size;
  if (skipped > 0) notify({ message: t("bulk.skipped", { count: skipped }), type: "info" });
  if (succeeded(run)) {
    if (allMatches) notify({ message: t(`bulk.done.${statusAfter(action)}`, { count }), type: "info" });
    return;
  }
  const message = t("bulk.partial", { count: unsaved(run).length, of: run.jobs.length });
  if (gone) return void notify({ message, type: "error", keep: true });
  const why = run.phase === "stopped" ? "stopped" : run.phase === "broken" ? "broken" : "refusals";
  const text = run.cause === "refused" ? "brokenRefused" : why;
  notify({
    message,
    ...(stays ? { detail: t(`bulk.${text}`) } : {}),
    type: why === "stopped" ? "info" : "error",
    permanent: why === "broken",
    actions: why === "broken" ? [{ label: t("common.retry"), run: retry }] : [],
  });
}
