import { type OwnResponse, saysTheSame } from "@postil/domain/records/labeled-record";
import "../../../lib/i18n/en/save-failure.ts";
import { t } from "i18next";
import { useEffect, useRef } from "react";
import { failureText, reportFailuresOf, stopReportingFailuresOf } from "../../../lib/outbox/failures.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { dismissToast, notify, withdrawActions } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { actionLog, type TaskAction, type TaskActionKind } from "./use-task-actions.ts";

/** The widths of the messages, used as estimates of their length (TOA-22, TOA-23). */
const WIDTHS = { validated: 25, discarded: 30, discardFailed: 43 } as const;

type Line = { readonly message: string; readonly lengthHint?: number };

/**
 * Shows the result of each action once the server has answered for all of its records (TOA-16 to TOA-19). An earlier message
 * would be wrong for writes that wait for the connection. Local drafts are reported at once. Returns the function to call with
 * each action before its writes are sent.
 */
export function useSaveToasts(datasetKey: string, undo: () => void): (action: TaskAction, undone: boolean) => void {
  const outbox = useOutboxService();
  const log = actionLog(outbox, datasetKey);
  const batches = useRef<ReturnType<typeof watchBatches> | null>(null);
  const line = useRef<{ readonly toast: string; readonly of: TaskAction } | null>(null);
  const say = useLatest((said: Line | null, of: TaskAction, undoable = true) => {
    if (said === null) return;
    // The line undoes the action that it names, and no other (TST-20).
    const run = () => log.isLast(of) && undo();
    const actions = undoable && log.isLast(of) ? [{ label: t("words.undo"), run }] : [];
    const replace = line.current?.toast ?? "";
    line.current = { toast: notify({ ...said, actions, inFoot: true, replace }), of };
  });

  useEffect(
    () =>
      log.onChange(() => {
        if (line.current !== null && !log.isLast(line.current.of)) withdrawActions(line.current.toast);
      }),
    [log],
  );

  useEffect(() => {
    const failures = new Set<string>();
    const watch = watchBatches(outbox, (batch) => {
      const takenBack = batch.kind === "takenBack";
      if (batch.saved.size > 0) say(doneLine(batch), batch.of, !takenBack);
      if (batch.failed.size > 0)
        failures.add(tellFailed(outbox, batch, () => watch.add(batch.kind, batch.of, batch.failed)));
    });
    batches.current = watch;
    return () => {
      watch.stop();
      // After the session has ended, no retry is possible.
      for (const toast of failures) dismissToast(toast);
    };
  }, [outbox, say]);

  return useLatest((action, undone) => {
    const { kind, changes } = action;
    const side = undone ? "before" : "after";
    const written = changes.flatMap(({ key, response }) =>
      // A write that was undone before it was sent needs no new write.
      response === null || (undone && outbox.entryOf(key) === undefined) ? [] : [[key, response[side]] as const],
    );
    if (written.length > 0) batches.current?.add(undone ? "takenBack" : kind, action, new Map(written));
    else if (undone) say({ message: t("tasks.toast.takenBack") }, action, false);
    else if (kind === "cleared" || kind === "reset")
      say({ message: t(`tasks.toast.${kind}`, { count: changes.length }) }, action);
  });
}

const UNDONE = { unvalidated: "validated", undiscarded: "discarded" } as const;

function doneLine({ kind, saved: { size: count } }: Batch): Line | null {
  if (kind === "validated" || kind === "discarded")
    return { message: t(`tasks.toast.${kind}`, { count }), lengthHint: WIDTHS[kind] };
  if (kind === "unvalidated" || kind === "undiscarded")
    return { message: t("tasks.toast.undone", { status: UNDONE[kind] }) };
  return kind === "annotationReset" || kind === "takenBack" ? { message: t(`tasks.toast.${kind}`) } : null;
}

/** Stays until it is closed or retried; the answers are kept meanwhile. */
function tellFailed(outbox: OutboxService, { kind, failed }: Batch, onRetry: () => void): string {
  const [first = ""] = failed.keys();
  const failure = outbox.entryOf(first)?.failure;
  // An undo never overwrites another user's work without a confirmation (FRS-17).
  const changedSince = kind === "takenBack" && failure?.kind === "changed";
  const retry = () => {
    onRetry();
    for (const key of failed.keys()) outbox.retry(key);
  };
  return notify({
    ...failedLine(kind, failed.size),
    ...(failure ? { detail: failureText(failure) } : {}),
    type: "error",
    permanent: true,
    keep: true,
    actions: changedSince
      ? [
          { label: t("saveFailure.anyway.undo"), run: retry },
          { label: t("saveFailure.leave"), run: () => [...failed.keys()].forEach(outbox.abandon) },
        ]
      : [{ label: t("common.retry"), run: retry }],
  });
}

function failedLine(kind: Batch["kind"], count: number): Line {
  if (kind === "discarded")
    return { message: t("tasks.toast.discardFailed", { count }), lengthHint: WIDTHS.discardFailed };
  if (kind === "unvalidated" || kind === "undiscarded")
    return { message: t("tasks.toast.undoFailed", { status: UNDONE[kind] }) };
  if (kind === "takenBack")
    return { message: t("saveFailure.changed.undo", { record: t("words.records", { count }) }) };
  return { message: t("tasks.toast.validateFailed", { count }) };
}

/** The responses to write, by record key. */
type Wanted = ReadonlyMap<string, OwnResponse>;

/** The records that one action wrote: those being sent, with the response to write, those saved, and those that failed. */
type Batch = {
  readonly kind: TaskActionKind | "takenBack";
  readonly of: TaskAction;
  readonly left: Map<string, OwnResponse>;
  readonly saved: Set<string>;
  readonly failed: Map<string, OwnResponse>;
};

/**
 * Calls back with each batch once the server has answered for all of its records. A record that a later action changed is in
 * none of the lists; its result belongs to the later action.
 */
function watchBatches(outbox: OutboxService, onAnswered: (batch: Batch) => void) {
  const open = new Set<Batch>();
  const stop = outbox.onShownChange(({ recordId, response, saved }) => {
    if (saved === "saving") return;
    for (const batch of open) {
      const wanted = batch.left.get(recordId);
      if (wanted === undefined) continue;
      batch.left.delete(recordId);
      if (saved === "failed") batch.failed.set(recordId, wanted);
      else if (saysTheSame(response, wanted)) batch.saved.add(recordId);
      if (batch.left.size > 0) continue;
      open.delete(batch);
      onAnswered(batch);
    }
    // This batch reports the failure, or the next listener does.
    stopReportingFailuresOf([recordId]);
  });
  return {
    /** Call this before the writes are sent, because some are answered at once. */
    add(kind: Batch["kind"], of: TaskAction, wanted: Wanted): void {
      open.add({ kind, of, left: new Map(wanted), saved: new Set(), failed: new Map() });
      reportFailuresOf(wanted.keys());
    },
    stop(): void {
      stop();
      for (const { left } of open) stopReportingFailuresOf(left.keys());
    },
  };
}
