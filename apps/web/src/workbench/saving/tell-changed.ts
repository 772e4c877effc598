import "../../lib/i18n/en/save-failure.ts";
import { type EntryAction, isOfMany, type OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { type OwnResponse, statusOf } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { useEffect, useRef } from "react";
import { datasetAccess } from "../../lib/api/lost-datasets.ts";
import { onKeptForDatasets } from "../../lib/kept-work/kept-values.ts";
import { datasetsWithKeptBulk } from "../../lib/kept-work/typed-work.ts";
import { failureText, isReportedByPage } from "../../lib/outbox/failures.ts";
import type { ShownChange } from "../../lib/outbox/ports.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import { answersNow } from "../../unsent/answers-now.ts";
import { bulkSaving } from "./bulk-saving.ts";

type Changed = {
  readonly datasetId: string;
  readonly step: EntryAction["step"];
  /** The name of the record. Null: there are several. */
  readonly record: string | null;
  /** The present response of each record. Null: no response. */
  readonly now: readonly (OwnResponse | null)[];
  readonly onAnyway: () => void;
  readonly onLeave: () => void;
};

/** FRS-17: shows the response that is stored now instead of the seen one, and asks. Returns the id of the toast. */
export function tellChanged({ datasetId, step, record, now, onAnyway, onLeave }: Changed): string {
  const [only = null] = now;
  return notify({
    type: "warning",
    position: "bottom-left",
    permanent: true,
    keep: true,
    message: t(`saveFailure.changed.${step}`, { record: record ?? t("words.records", { count: now.length }) }),
    detail: now.length === 1 ? t("saveFailure.now", { what: textOf(datasetId, only) }) : t("saveFailure.nowMany"),
    actions: [
      { label: t(`saveFailure.anyway.${step}`), run: onAnyway },
      { label: t("saveFailure.leave"), run: onLeave },
    ],
  });
}

function textOf(datasetId: string, response: OwnResponse | null): string {
  const status = t(`saveFailure.status.${statusOf(response)}`);
  return [status, ...answersNow(datasetId, response)].join("\n");
}

/**
 * Shows a toast for each answer that was given up, once, with a retry and a link to the record (FRS-14). It stays until it is
 * closed or the answer is being sent again. It is at the left, because Submit is at the right (design/shell.md#toasts).
 */
export function useFailureToasts(onGoToRecord: (entry: OutboxEntry) => void): void {
  const outbox = useOutboxService();
  const goTo = useRef(onGoToRecord);
  goTo.current = onGoToRecord;
  useEffect(() => {
    const toasts = new Map<string, string>();
    /** For an action on many records, one toast covers all changed records. */
    const told = (entry: OutboxEntry) => (isOfMany(entry) ? (entry.action?.id ?? "") : entry.recordId);
    const askChanged = (entry: OutboxEntry) => {
      const same = [...outbox.state().entries.values()].filter(
        (one) => one.failure?.kind === "changed" && told(one) === told(entry),
      );
      const earlier = toasts.get(told(entry));
      if (earlier !== undefined) dismissToast(earlier);
      const ids = same.map(({ recordId }) => recordId);
      const toast = tellChanged({
        datasetId: entry.datasetId,
        step: entry.action?.step ?? "do",
        record: same.length === 1 ? recordName(entry.position) : null,
        now: same.map(({ base }) => base),
        onAnyway: () => ids.forEach(outbox.retry),
        onLeave: () => ids.forEach(outbox.abandon),
      });
      toasts.set(told(entry), toast);
    };
    const tell = ({ recordId, datasetId, saved, old }: Omit<ShownChange, "response" | "elsewhere">) => {
      const earlier = toasts.get(recordId);
      if (earlier !== undefined) dismissToast(earlier);
      toasts.delete(recordId);
      const entry = outbox.entryOf(recordId);
      if (saved !== "failed" || entry?.failure == null || isReportedByPage(recordId)) return;
      const { failure } = entry;
      // The pages of task datasets show these themselves.
      if (failure.kind === "changed" && entry.base?.id !== recordId) return askChanged(entry);
      const lost = failure.kind === "lost";
      // The page of the dataset shows the loss. An answer that was lost earlier is in the list of unsaved work.
      if (lost && (old || datasetAccess.lossOf(datasetId) !== null)) return;
      const toast = notify({
        type: "error",
        position: "bottom-left",
        permanent: !lost,
        keep: !lost,
        message: t("saveFailure.failed", { record: recordName(entry.position) }),
        detail:
          failure.kind === "broken" ? t("saving.broken") : t("saveFailure.refused", { detail: failureText(failure) }),
        actions: [
          { label: t("common.retry"), run: () => outbox.retry(recordId) },
          { label: t("saveFailure.goToRecord"), run: () => goTo.current(entry) },
        ],
      });
      toasts.set(recordId, toast);
    };
    const stop = outbox.onShownChange(tell);
    // Answers given up on an earlier visit may be known before this code is loaded.
    for (const { recordId, datasetId, failure } of outbox.state().entries.values())
      if (failure !== null) tell({ recordId, datasetId, saved: "failed", old: true });
    return () => {
      stop();
      // The session is over. The toasts must not stay on the next page, where nobody can retry.
      for (const toast of toasts.values()) dismissToast(toast);
    };
  }, [outbox]);
}

/** "record 9", or "a record" for one without a number. */
export function recordName(position: number | null): string {
  return position === null ? t("saveFailure.someRecord") : t("saveFailure.record", { position });
}

/**
 * Shows in the header of every view and tab that an unsent bulk form is stored (design/shell.md#header). Returns a function
 * that stops this.
 */
export function sayKeptBulk(userId: string): () => void {
  const say = () => {
    const datasets = new Set(datasetsWithKeptBulk(userId));
    bulkSaving.keep((datasetId) => (datasets.has(datasetId) ? t("keptBulk.header") : null));
  };
  say();
  const stop = onKeptForDatasets(say);
  return () => {
    stop();
    bulkSaving.keep(() => null);
  };
}
