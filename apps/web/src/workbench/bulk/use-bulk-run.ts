import type { BulkJob, BulkTarget } from "@postil/domain/bulk/bulk-job";
import { type BulkRun, changesOf, percentDone, succeeded, unsaved } from "@postil/domain/bulk/bulk-run";
import { MOST_MATCHES } from "@postil/domain/bulk/bulk-selection";
import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import { type Action, perform } from "@postil/domain/outbox/undo";
import type { AnswerDraft } from "@postil/domain/records/answer-draft";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { ResponseValues } from "@postil/domain/records/record-status";
import type { ResponseStatus } from "@postil/domain/records/response";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { afterPaint } from "../../lib/after-paint.ts";
import { datasetAccess } from "../../lib/api/lost-datasets.ts";
import type { Drafts } from "../../lib/drafts/use-drafts.ts";
import { keepBulk } from "../../lib/kept-work/kept-bulk.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import type { RecordsApi } from "../queue/records-api.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { type ActionSession, actionSession } from "../saving/action-session.ts";
import { type BulkApi, createBulkRunner } from "./bulk-runner.ts";
import type { SelectionControls } from "./use-selection.ts";

/** What can be done to many records: with the form's answers, or (`accepted`) each with its own suggestions. */
export type BulkActionKind = ResponseStatus | "accepted";

/** An action with the answers it writes, as the form stood when it was asked for. */
export type BulkAction = { readonly kind: BulkActionKind; readonly values: ResponseValues };

/** An action under way. `percent` is null while its records are being read. */
export type Underway = { readonly kind: BulkActionKind; readonly percent: number | null; readonly stopping: boolean };

/** What a record's own suggestions would answer; null where they are no answer to submit. */
type SuggestedValues<Of extends LabeledRecord> = (target: BulkTarget<Of>) => ResponseValues | null;

/** What records answer each by itself. */
type OwnValues<Of extends LabeledRecord> = {
  readonly suggested: SuggestedValues<Of>;
  /** What was drawn in the row of the record: it goes before what the form says for all. */
  readonly drawn: (target: BulkTarget<Of>) => ResponseValues;
};

function statusAfter({ kind }: BulkAction): ResponseStatus {
  return kind === "accepted" ? "submitted" : kind;
}

type PlannedJobs<Of extends LabeledRecord> = {
  readonly jobs: readonly BulkJob<Of>[];
  /** Those that have no answer to accept. */
  readonly skipped: readonly string[];
};

/** What is written to which of the records. */
function planJobs<Of extends LabeledRecord>(
  action: BulkAction,
  targets: readonly BulkTarget<Of>[],
  { suggested, drawn }: OwnValues<Of>,
): PlannedJobs<Of> {
  const status = statusAfter(action);
  const jobs: BulkJob<Of>[] = [];
  const skipped: string[] = [];
  for (const target of targets) {
    const values = action.kind === "accepted" ? suggested(target) : { ...action.values, ...drawn(target) };
    if (values === null) skipped.push(target.record.id);
    else jobs.push({ target, status, values });
  }
  return { jobs, skipped };
}

/** How many records of a family of datasets are read and answered at once. */
export type BulkWire<Of extends LabeledRecord> = OwnValues<Of> & {
  readonly records: Pick<RecordsApi<Of>, "page">;
  readonly save: BulkApi;
};

type BulkRunOptions<Of extends LabeledRecord> = {
  datasetId: string;
  wire: BulkWire<Of>;
  queue: Pick<RecordQueueHandle, "committed" | "reload">;
  drafts: Pick<Drafts, "get">;
  selection: SelectionControls;
  targets: Targets<Of>;
  /** whether an action is under way, for the page, which is asked before it is left */
  writing: RefObject<boolean>;
  /** Everything was saved: the form has done its work. */
  onSuccess: (action: BulkAction) => void;
  pageKey: string;
};

const NO_REFUSALS: ReadonlyMap<string, string> = new Map();

/** Carries out bulk actions and takes what became of them to history, selection and reader (FBU-08 to FBU-13). */
export function useBulkRun<Of extends LabeledRecord>(options: BulkRunOptions<Of>) {
  const { datasetId, wire, queue, drafts, selection, writing, pageKey } = options;
  const outbox = useOutboxService();
  const [runner] = useState(() =>
    createBulkRunner({ datasetId, save: wire.save, isLost: (lost) => datasetAccess.isLost(lost), outbox }),
  );
  const run = useSyncExternalStore(runner.onChange, runner.state);
  const [kind, setKind] = useState<BulkActionKind | null>(null);
  const busy = useRef(false);
  const [refused, setRefused] = useState({ pageKey, refusals: NO_REFUSALS });

  /** The page on the screen now; null once the view is left. */
  const here = useRef<string | null>(null);
  // What was asked for on these records is not asked for others; the chunk under way still arrives.
  useLayoutEffect(() => {
    here.current = pageKey;
    return () => {
      here.current = null;
      runner.stop();
    };
  }, [runner, pageKey]);

  // What was taken back or done once more has another list, in which what an action left selected may be on no page to be seen.
  const clear = selection.clear;
  useEffect(() => {
    const stop = actionSession(outbox, datasetId).onAction(({ changes }) => void (changes.length > 1 && clear()));
    return () => void stop();
  }, [outbox, datasetId, clear]);

  /** `typed`: what the records' own forms held before, so that taking the action back brings it back as well. */
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

  async function carryOut(action: BulkAction, { jobs, skipped }: PlannedJobs<Of>, allMatches: boolean): Promise<void> {
    const begunOn = pageKey;
    setRefused({ pageKey, refusals: NO_REFUSALS });
    const typed = typedIn(jobs);
    // What is written after the page has gone is no form any more.
    const forget = () => action.kind !== "accepted" && keepBulk(outbox.userId, datasetId, null);
    window.addEventListener("pagehide", forget);
    const ended = await runner.start(jobs).finally(() => window.removeEventListener("pagehide", forget));
    // What is left to do is to read: whoever goes back or on meanwhile stops nothing, and is not asked.
    writing.current = false;
    const done = remember(ended, action, typed);
    if (succeeded(ended)) options.onSuccess(action);
    // A page that says so has taken the place of this one.
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

  /** FBU-10, FBU-13: what was not saved stays selected, and says why; with nothing left the selection is empty. */
  function keepSelected(jobs: readonly BulkJob<Of>[], ended: BulkRun, skipped: readonly string[]): void {
    options.targets.keep(jobs.map(({ target }) => target));
    selection.only([...unsaved(ended), ...skipped]);
    setRefused({ pageKey: here.current ?? pageKey, refusals: ended.refused });
  }

  /** The jobs that are left, for the records as they are known by now. */
  function refreshed(jobs: readonly BulkJob<Of>[], recordIds: readonly string[]): readonly BulkJob<Of>[] {
    const left = new Set(recordIds);
    const known = new Map(options.targets.of(left).map((target) => [target.record.id, target]));
    return jobs.flatMap((job) => {
      const { id } = job.target.record;
      return left.has(id) ? [{ ...job, target: known.get(id) ?? job.target }] : [];
    });
  }

  /** FBU-08. The page is drawn with the records that have come before anything is said of them. */
  async function reload(): Promise<void> {
    await queue.reload();
    await new Promise<void>((resolve) => afterPaint(resolve));
  }

  async function begin(action: BulkAction, planned: PlannedJobs<Of> | null, allMatches: boolean): Promise<void> {
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

  /** Null when the records could not be read; the client has said so. */
  async function planFor(action: BulkAction, allMatches: boolean): Promise<PlannedJobs<Of> | null> {
    const { criteria } = queue.committed;
    const source = { datasetId, criteria, api: wire.records, outbox };
    const chosen = () => options.targets.of(selection.selection.chosen);
    const targets = allMatches ? await fetchMatches(source).catch(() => null) : chosen();
    return targets && planJobs(action, targets, wire);
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
  /** It was for every match. */
  readonly allMatches: boolean;
  /** The records are still on the screen, those that were not saved are still selected. */
  readonly stays: boolean;
  /** The session is over: another page takes the place of this one, and there is nothing to try again. */
  readonly gone: boolean;
  readonly retry: () => void;
};

/** Tells what became of a bulk action where the list and the line in the foot do not (design/bulk.md). */
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

/** It closes with the next action, or when this one is taken back: then it is not true any more. */
function tellDone(message: string, { onAction }: ActionSession): void {
  const toast = notify({ message, type: "info", onClose: () => stop() });
  const stop = onAction(() => dismissToast(toast));
}

type Targets<Of extends LabeledRecord> = ReturnType<typeof useTargets<Of>>;

/**
 * Finds records by their ids: those on the page as they stand now, and those that stood here before with the same selection -
 * after an action on all matches a record that was refused may be on another page.
 */
export function useTargets<Of extends LabeledRecord>(pageKey: string, items: readonly ShownItem<Of>[]) {
  const known = useRef<{ key: string; targets: Map<string, BulkTarget<Of>> }>({ key: pageKey, targets: new Map() });
  if (known.current.key !== pageKey) known.current = { key: pageKey, targets: new Map() };
  for (const { record, response } of items) known.current.targets.set(record.id, { record, response });
  return {
    of: useCallback(
      (recordIds: ReadonlySet<string>): readonly BulkTarget<Of>[] =>
        [...recordIds].flatMap((recordId) => known.current.targets.get(recordId) ?? []),
      [],
    ),
    keep: useCallback((targets: readonly BulkTarget<Of>[]) => {
      for (const target of targets) {
        const { id } = target.record;
        if (!known.current.targets.has(id)) known.current.targets.set(id, target);
      }
    }, []),
  };
}

/** Records per read: a thousand long ones in one reply would stop the page while it is taken apart. */
const READ = 250;

type Source<Of extends LabeledRecord> = {
  readonly datasetId: string;
  readonly criteria: RecordCriteria;
  readonly api: Pick<RecordsApi<Of>, "page">;
  readonly outbox: Pick<OutboxService, "entryOf">;
};

/**
 * Every record that answers to the criteria, at most 1000, from the first page on (FBU-08). Rejects as the API client does.
 * All of them are read before the first is written, for writing moves records out of the list.
 */
export async function fetchMatches<Of extends LabeledRecord>({
  datasetId,
  criteria,
  api,
  outbox,
}: Source<Of>): Promise<readonly BulkTarget<Of>[]> {
  const targets = new Map<string, BulkTarget<Of>>();
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
