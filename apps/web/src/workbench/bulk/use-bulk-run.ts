import type { BulkJob } from "@postil/domain/bulk/bulk-job";
import { type BulkRun, changesOf, percentDone, succeeded, unsaved } from "@postil/domain/bulk/bulk-run";
import type { AnswerDraft } from "@postil/domain/outbox/answer-draft";
import { perform } from "@postil/domain/outbox/undo";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { afterPaint } from "../../lib/after-paint.ts";
import { datasetAccess } from "../../lib/api/lost-datasets.ts";
import type { Drafts } from "../../lib/drafts/use-drafts.ts";
import { keepBulk } from "../../lib/kept-work/kept-bulk.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { notify } from "../../lib/toasts/store.ts";
import type { RecordsApi } from "../queue/records-api.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { actionSession } from "../saving/action-session.ts";
import {
  type BulkAction,
  type BulkActionKind,
  type OwnValues,
  type PlannedJobs,
  planJobs,
  statusAfter,
  type Underway,
} from "./bulk-action.ts";
import type { BulkApi } from "./bulk-api.ts";
import { tellEnd } from "./bulk-notices.ts";
import { createBulkRunner } from "./bulk-runner.ts";
import { fetchMatches } from "./fetch-matches.ts";
import type { SelectionControls } from "./use-selection.ts";
import type { Targets } from "./use-targets.ts";

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

  /** `typed`: what the records' own forms held before, so that taking the action back brings it back as well. */
  function remember(ended: BulkRun, action: BulkAction, typed: ReadonlyMap<string, AnswerDraft>): void {
    if (ended.saved.size === 0) return;
    const session = actionSession(outbox, datasetId);
    const changes = changesOf(ended, (recordId) => typed.get(recordId) ?? null);
    const done = { kind: statusAfter(action), position: null, changes };
    session.set(perform(session.state().history, done), done, false);
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
    remember(ended, action, typed);
    if (succeeded(ended)) options.onSuccess(action);
    // A page that says so has taken the place of this one.
    const lost = datasetAccess.lossOf(datasetId) !== null;
    const gone = lost || ended.cause === "signed-out";
    if (allMatches && !gone && here.current !== null) await reload();
    const stays = !gone && here.current !== null && (allMatches || here.current === begunOn);
    if (stays) keepSelected(jobs, ended, skipped);
    const again = () => void begin(action, { jobs: refreshed(jobs, unsaved(ended)), skipped: [] }, allMatches);
    if (!lost) tellEnd({ run: ended, action, skipped: skipped.length, allMatches, stays, gone, retry: again });
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
    if (writing.current) return;
    writing.current = true;
    setKind(action.kind);
    try {
      const plan = planned ?? (await planFor(action, allMatches));
      if (plan === null) return;
      if (plan.jobs.length > 0) await carryOut(action, plan, allMatches);
      else notify({ message: t(action.kind === "accepted" ? "bulk.noneToAccept" : "bulk.none"), type: "info" });
    } finally {
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
