import { type OwnResponse, saysTheSame } from "@postil/domain/records/record-status";
import type { TaskAction, TaskActionKind } from "./action-log.ts";
import "../../../lib/i18n/en/save-failure.ts";
import { t } from "i18next";
import { useEffect, useRef } from "react";
import { failureText } from "../../../lib/outbox/failure-text.ts";
import { reportFailuresOf, stopReportingFailuresOf } from "../../../lib/outbox/failures-of-page.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { dismissToast, notify } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";

/** Widths of the messages, which stand in for their lengths (TOA-22, TOA-23). */
const WIDTHS = { validated: 25, discarded: 30, discardFailed: 43 } as const;

type Line = { readonly message: string; readonly lengthHint?: number };

/**
 * Tells what became of each action once the server has answered for all of its records (TOA-16 to TOA-19): said earlier, it would not be
 * true of what waits for the connection. What was only kept is told at once. Gives the function that is told of actions, before their
 * answers are on their way.
 */
export function useSaveToasts(undo: () => void): (action: TaskAction, undone: boolean) => void {
  const outbox = useOutboxService();
  const batches = useRef<ReturnType<typeof watchBatches> | null>(null);
  const latest = useRef("");
  const say = useLatest((line: Line | null, undoable = true) => {
    if (line === null) return;
    const actions = undoable ? [{ label: t("common.undo"), run: undo }] : [];
    // One line: what was done last is what can be taken back.
    latest.current = notify({ ...line, actions, inFoot: true, replace: latest.current });
  });

  useEffect(() => {
    const failures = new Set<string>();
    const watch = watchBatches(outbox, (batch) => {
      const takenBack = batch.kind === "takenBack";
      if (batch.saved.size > 0) say(doneLine(batch), !takenBack);
      if (batch.failed.size > 0) failures.add(tellFailed(outbox, batch, () => watch.add(batch.kind, batch.failed)));
    });
    batches.current = watch;
    return () => {
      watch.stop();
      // Nobody could retry once the session is over.
      for (const toast of failures) dismissToast(toast);
    };
  }, [outbox, say]);

  return useLatest(({ kind, changes }, undone) => {
    const side = undone ? "before" : "after";
    const written = changes.flatMap(({ key, response }) =>
      // What was taken back before it was sent is so already.
      response === null || (undone && outbox.entryOf(key) === undefined) ? [] : [[key, response[side]] as const],
    );
    if (written.length > 0) batches.current?.add(undone ? "takenBack" : kind, new Map(written));
    else if (undone) say({ message: t("tasks.toast.takenBack") }, false);
    else if (kind === "cleared" || kind === "reset")
      say({ message: t(`tasks.toast.${kind}`, { count: changes.length }) });
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

/** Stays until it is closed or tried again; the answers are kept meanwhile. */
function tellFailed(outbox: OutboxService, { kind, failed }: Batch, onRetry: () => void): string {
  const [first = ""] = failed.keys();
  const failure = outbox.entryOf(first)?.failure;
  // Nobody's work is gone over by an undo, unless they say so (FRS-17).
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
    return { message: t("saveFailure.changed.undo", { record: t("saveFailure.records", { count }) }) };
  return { message: t("tasks.toast.validateFailed", { count }) };
}

/** What is wanted of some records, by their keys. */
type Wanted = ReadonlyMap<string, OwnResponse>;

/** Records that one action wrote: those on their way with what is wanted of them, those saved, and those given up. */
type Batch = {
  readonly kind: TaskActionKind | "takenBack";
  readonly left: Map<string, OwnResponse>;
  readonly saved: Set<string>;
  readonly failed: Map<string, OwnResponse>;
};

/**
 * Calls back with each batch once the server has answered for all of its records. One that something else was done to meanwhile is in
 * none of its lists: what became of it is told with that.
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
    // Told by then, or by whoever hears of it next.
    stopReportingFailuresOf([recordId]);
  });
  return {
    /** To be called before they are on their way: some are answered at once. */
    add(kind: Batch["kind"], wanted: Wanted): void {
      open.add({ kind, left: new Map(wanted), saved: new Set(), failed: new Map() });
      reportFailuresOf(wanted.keys());
    },
    stop(): void {
      stop();
      for (const { left } of open) stopReportingFailuresOf(left.keys());
    },
  };
}
