import {
  type BulkJob,
  type BulkRun,
  type BulkTarget,
  changesOf,
  percentDone,
  succeeded,
  unsaved,
} from "@postil/domain/bulk/bulk-run";
import { MOST_MATCHES } from "@postil/domain/bulk/bulk-selection";
import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import { type Action, perform } from "@postil/domain/outbox/undo";
import type { AnswerDraft, ResponseStatus, ResponseValues } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { afterPaint } from "../../../lib/after-paint.ts";
import { datasetAccess } from "../../../lib/api/lost-datasets.ts";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import { keepBulk } from "../../../lib/kept-work/typed-work.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { dismissToast, notify } from "../../../lib/toasts/store.ts";
import type { SelectionControls } from "../../../workbench/list/rows.tsx";
import { type ActionSession, actionSession } from "../../../workbench/saving/action-session.ts";
import type { RecordsApi } from "../queue/queue-fetcher.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { recordsApi } from "../wire/records-api.ts";
import { createBulkRunner, saveChunk } from "./bulk-runner.ts";

/** The actions on many records: with the form's answers, or (`accepted`) with the suggestions of each record. */
export type BulkActionKind = ResponseStatus | "accepted";

/** An action with the values to write, as the form had them when the action was requested. */
export type BulkAction = { readonly kind: BulkActionKind; readonly values: ResponseValues };

/** A running action. `percent` is null while its records are being read. */
export type Underway = { readonly kind: BulkActionKind; readonly percent: number | null; readonly stopping: boolean };

/** The answers that differ per record. */
export type OwnValues = {
  /** The answers that the record's suggestions would give. Null if these cannot be submitted. */
  readonly suggested: (target: BulkTarget<FeedbackRecord>) => ResponseValues | null;
  /** The spans drawn in the record's row. They replace the form's common value. */
  readonly drawn: (target: BulkTarget<FeedbackRecord>) => ResponseValues;
};

function statusAfter({ kind }: BulkAction): ResponseStatus {
  return kind === "accepted" ? "submitted" : kind;
}

type PlannedJobs = {
  readonly jobs: readonly BulkJob<FeedbackRecord>[];
  /** Ids of records without suggestions to accept. */
  readonly skipped: readonly string[];
};

/** Decides which values are written to which records. */
function planJobs(
  action: BulkAction,
  targets: readonly BulkTarget<FeedbackRecord>[],
  { suggested, drawn }: OwnValues,
): PlannedJobs {
  const status = statusAfter(action);
  const jobs: BulkJob<FeedbackRecord>[] = [];
  const skipped: string[] = [];
  for (const target of targets) {
    const values = action.kind === "accepted" ? suggested(target) : { ...action.values, ...drawn(target) };
    if (values === null) skipped.push(target.record.id);
    else jobs.push({ target, status, values });
  }
  return { jobs, skipped };
}

type BulkRunOptions = {
  datasetId: string;
  own: OwnValues;
  queue: Pick<RecordQueueHandle, "committed" | "reload">;
  drafts: Pick<Drafts, "get">;
  selection: SelectionControls;
  targets: Targets;
  /** True while an action runs. The page then asks before it is left. */
  writing: RefObject<boolean>;
  /** Called when everything was saved and the form is done. */
  onSuccess: (action: BulkAction) => void;
  pageKey: string;
};

const NO_REFUSALS: ReadonlyMap<string, string> = new Map();

/** Runs bulk actions and passes their results to history, selection and user (FBU-08 to FBU-13). */
export function useBulkRun(options: BulkRunOptions) {
  const { datasetId, own, queue, drafts, selection, writing, pageKey } = options;
  const outbox = useOutboxService();
  const [runner] = useState(() =>
    createBulkRunner({ datasetId, save: saveChunk, isLost: (lost) => datasetAccess.isLost(lost), outbox }),
  );
  const run = useSyncExternalStore(runner.onChange, runner.state);
  const [kind, setKind] = useState<BulkActionKind | null>(null);
  const busy = useRef(false);
  const [refused, setRefused] = useState({ pageKey, refusals: NO_REFUSALS });

  /** The current page key. Null once the view has closed. */
  const here = useRef<string | null>(null);
  // An action stops when its page of records changes. The current chunk is still written.
  useLayoutEffect(() => {
    here.current = pageKey;
    return () => {
      here.current = null;
      runner.stop();
    };
  }, [runner, pageKey]);

  // After an undo or redo the list has changed. The selection that the action left may be on a page that is not visible.
  const clear = selection.clear;
  useEffect(() => {
    const stop = actionSession(outbox, datasetId).onAction(({ changes }) => void (changes.length > 1 && clear()));
    return () => void stop();
  }, [outbox, datasetId, clear]);

  /** `typed`: the earlier drafts of the records, so that undo restores them too. */
  function remember(ended: BulkRun, action: BulkAction, typed: ReadonlyMap<string, AnswerDraft>): Action | null {
    if (ended.saved.size === 0) return null;
    const session = actionSession(outbox, datasetId);
    const changes = changesOf(ended, (recordId) => typed.get(recordId) ?? null);
    const done = { kind: statusAfter(action), position: null, changes };
    session.set(perform(session.state().history, done), done, false);
    return done;
  }

  function typedIn(jobs: readonly BulkJob[]): ReadonlyMap<string, AnswerDraft> {
    const found = jobs.map(({ target }) => [target.record.id, drafts.get(target.record.id)?.answers] as const);
    return new Map(found.flatMap(([recordId, answers]) => (answers === undefined ? [] : [[recordId, answers]])));
  }

  async function carryOut(action: BulkAction, { jobs, skipped }: PlannedJobs, allMatches: boolean): Promise<void> {
    const begunOn = pageKey;
    setRefused({ pageKey, refusals: NO_REFUSALS });
    const typed = typedIn(jobs);
    // If the page closes during the run, the form is already being written and no longer needed.
    const forget = () => action.kind !== "accepted" && keepBulk(outbox.userId, datasetId, null);
    window.addEventListener("pagehide", forget);
    const ended = await runner.start(jobs).finally(() => window.removeEventListener("pagehide", forget));
    // Only reading is left. Leaving the page now stops no write, so no question is needed.
    writing.current = false;
    const done = remember(ended, action, typed);
    if (succeeded(ended)) options.onSuccess(action);
    // Another page has replaced this one and shows the cause.
    const lost = datasetAccess.lossOf(datasetId) !== null;
    const gone = lost || ended.cause === "signed-out";
    if (allMatches && !gone && here.current !== null) await reload();
    const stays = !gone && here.current !== null && (allMatches || here.current === begunOn);
    if (stays) keepSelected(jobs, ended, skipped);
    const session = actionSession(outbox, datasetId);
    const undone = done !== null && session.state().history.past.at(-1) !== done;
    if (undone && succeeded(ended)) return;
    const again = () => void begin(action, { jobs: refreshed(jobs, unsaved(ended)), skipped: [] }, allMatches);
    if (!lost) tellEnd({ run: ended, action, session, skipped: skipped.length, allMatches, stays, gone, retry: again });
  }

  /** FBU-10, FBU-13: unsaved records stay selected and show the reason. If all are saved, the selection is empty. */
  function keepSelected(jobs: readonly BulkJob<FeedbackRecord>[], ended: BulkRun, skipped: readonly string[]): void {
    options.targets.keep(jobs.map(({ target }) => target));
    selection.only([...unsaved(ended), ...skipped]);
    setRefused({ pageKey: here.current ?? pageKey, refusals: ended.refused });
  }

  /** The remaining jobs, with the current state of their records. */
  function refreshed(
    jobs: readonly BulkJob<FeedbackRecord>[],
    recordIds: readonly string[],
  ): readonly BulkJob<FeedbackRecord>[] {
    const left = new Set(recordIds);
    const known = new Map(options.targets.of(left).map((target) => [target.record.id, target]));
    return jobs.flatMap((job) => {
      const { id } = job.target.record;
      return left.has(id) ? [{ ...job, target: known.get(id) ?? job.target }] : [];
    });
  }

  /** FBU-08. The page renders the new records before a message is shown. */
  async function reload(): Promise<void> {
    await queue.reload();
    await new Promise<void>((resolve) => afterPaint(resolve));
  }

  async function begin(action: BulkAction, planned: PlannedJobs | null, allMatches: boolean): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    writing.current = true;
    setKind(action.kind);
    try {
      const plan = planned ?? (await planFor(action, allMatches));
      if (plan === null) return;
      if (plan.jobs.length > 0) await carryOut(action, plan, allMatches);
      else notify({ message: t(action.kind === "accepted" ? "bulk.noneToAccept" : "bulk.none"), type: "info" });
    } finally {
      busy.current = false;
      writing.current = false;
      setKind(null);
    }
  }

  /** Null when the records could not be read. The client has shown the failure. */
  async function planFor(action: BulkAction, allMatches: boolean): Promise<PlannedJobs | null> {
    const { criteria } = queue.committed;
    const source = { datasetId, criteria, api: recordsApi, outbox };
    const chosen = () => options.targets.of(selection.selection.chosen);
    const targets = allMatches ? await fetchMatches(source).catch(() => null) : chosen();
    return targets && planJobs(action, targets, own);
  }

  const underway: Underway | null =
    kind === null ? null : { kind, percent: run && percentDone(run), stopping: run?.phase === "stopping" };
  return {
    underway,
    refusals: refused.pageKey === pageKey ? refused.refusals : NO_REFUSALS,
    start: (action: BulkAction) => void begin(action, null, selection.selection.allMatches),
    stop: runner.stop,
  };
}

type Ended = {
  readonly run: BulkRun;
  readonly action: BulkAction;
  readonly session: ActionSession;
  readonly skipped: number;
  /** True if the action was for every match. */
  readonly allMatches: boolean;
  /** True if the records are still on the screen, with the unsaved ones selected. */
  readonly stays: boolean;
  /** True if the session or dataset is gone. Another page replaces this one, and a retry is not possible. */
  readonly gone: boolean;
  readonly retry: () => void;
};

/** Shows the result of a bulk action where list and foot do not show it (design/bulk.md). */
function tellEnd({ run, action, session, skipped, allMatches, stays, gone, retry }: Ended): void {
  const count = run.saved.size;
  if (skipped > 0) notify({ message: t("bulk.skipped", { count: skipped }), type: "info" });
  if (succeeded(run)) {
    if (allMatches) tellDone(t(`bulk.done.${statusAfter(action)}`, { count }), session);
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

/** It closes with the next action or when this one is undone, because it is then no longer true. */
function tellDone(message: string, { onAction }: ActionSession): void {
  const toast = notify({ message, type: "info", onClose: () => stop() });
  const stop = onAction(() => dismissToast(toast));
}

type Targets = ReturnType<typeof useTargets>;

/**
 * Finds records by id: those on the page in their current state, and those that were on it earlier with the same selection.
 * After an action on all matches, a refused record may be on another page.
 */
export function useTargets(pageKey: string, items: readonly ShownItem[]) {
  const known = useRef<{ key: string; targets: Map<string, BulkTarget<FeedbackRecord>> }>({
    key: pageKey,
    targets: new Map(),
  });
  if (known.current.key !== pageKey) known.current = { key: pageKey, targets: new Map() };
  for (const { record, response } of items) known.current.targets.set(record.id, { record, response });
  return {
    of: useCallback(
      (recordIds: ReadonlySet<string>): readonly BulkTarget<FeedbackRecord>[] =>
        [...recordIds].flatMap((recordId) => known.current.targets.get(recordId) ?? []),
      [],
    ),
    keep: useCallback((targets: readonly BulkTarget<FeedbackRecord>[]) => {
      for (const target of targets) {
        const { id } = target.record;
        if (!known.current.targets.has(id)) known.current.targets.set(id, target);
      }
    }, []),
  };
}

/** Records per read. Parsing a thousand long ones at once would block the page. */
const READ = 250;

type Source = {
  readonly datasetId: string;
  readonly criteria: RecordCriteria;
  readonly api: Pick<RecordsApi, "page">;
  readonly outbox: Pick<OutboxService, "entryOf">;
};

/**
 * Every record that matches the criteria, at most 1000, from the first page on (FBU-08). Rejects as the API client does. All
 * are read before the first write, because writes move records out of the list.
 */
export async function fetchMatches({
  datasetId,
  criteria,
  api,
  outbox,
}: Source): Promise<readonly BulkTarget<FeedbackRecord>[]> {
  const targets = new Map<string, BulkTarget<FeedbackRecord>>();
  const options = { signal: new AbortController().signal, quiet: false };
  for (let start = 1; start <= MOST_MATCHES; start += READ) {
    const { items, total } = await api.page(datasetId, criteria, { start, size: READ }, options);
    for (const { record, response } of items) {
      const entry = outbox.entryOf(record.id);
      targets.set(record.id, { record, response: entry === undefined ? response : shownResponse(entry) });
    }
    if (items.length < READ || start - 1 + items.length >= total) break;
  }
  return [...targets.values()].slice(0, MOST_MATCHES);
}
