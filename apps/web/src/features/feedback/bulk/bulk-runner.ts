import {
  askToStop,
  type BreakCause,
  type BulkItem,
  type BulkJob,
  type BulkRun,
  beginRun,
  bulkItem,
  chunkAnswered,
  chunkBroke,
  type ItemResult,
  nextChunk,
  stillToSave,
} from "@postil/domain/bulk/bulk-run";
import { asKnown, type OwnResponse, saysTheSame, statusOf } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { failureOf } from "../../../lib/api/failure.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService, Wish } from "../../../lib/outbox/outbox-service.ts";
import type { Delivery } from "../../../lib/outbox/ports.ts";
import { bulkSaving } from "../../../workbench/saving/bulk-saving.ts";
import { responsesApi } from "../wire/responses-api.ts";

/** Writes one chunk and returns one result per item, in the same order (FBU-04, FBU-05). Rejects as the API client does. */
export type BulkApi = (datasetId: string, items: readonly BulkItem[]) => Promise<readonly ItemResult[]>;

type BulkPorts = {
  readonly datasetId: string;
  readonly save: BulkApi;
  /** Resolves to true if the dataset is lost. Its page then shows that itself. */
  readonly isLost: (datasetId: string) => Promise<boolean>;
  readonly outbox: OutboxService;
};

/** A time before every answer from a form. Those answers win over the ones written here. */
const OLDEST = 0;

/**
 * Runs bulk actions, one at a time, chunk after chunk, strictly in order (FBU-01). `domain/bulk-run` makes the decisions; this
 * file carries them out. If the user leaves the page, the run continues until the current chunk is answered.
 */
export function createBulkRunner({ datasetId, save, isLost, outbox }: BulkPorts) {
  let run: BulkRun | null = null;
  const changed = createEmitter<void>();

  function set(next: BulkRun | null): void {
    run = next;
    bulkSaving.set(next === null ? 0 : stillToSave(next), next?.jobs.length ?? 0);
    changed.emit();
  }

  /** Writes one chunk over the current responses of its records. */
  async function answer(now: BulkRun, chunk: readonly BulkJob[], heard: Heard): Promise<BulkRun> {
    const recordIds = chunk.map(({ target }) => target.record.id);
    if (!(await outboxSettled(outbox, datasetId, recordIds))) return chunkBroke(run ?? now, "unsent");
    const items = chunk.map((job) => {
      const recordId = job.target.record.id;
      return heard.has(recordId) ? bulkItem(job, heard.get(recordId) ?? null) : bulkItem(job);
    });
    const results = await save(datasetId, items).catch(causeOf);
    if (typeof results === "string") return chunkBroke(run ?? now, results);
    // If the dataset is gone, the call also refuses each item on its own.
    if (results.every((result) => "refused" in result) && (await isLost(datasetId)))
      return chunkBroke(run ?? now, "refused");
    outbox.showBulk(
      items.flatMap(({ recordId, before }, at) => {
        const result = results[at];
        if (result === undefined || !("now" in result) || result.now === undefined) return [];
        return [{ recordId, datasetId, before: statusOf(before), response: result.now, wantedAt: OLDEST }];
      }),
    );
    // Read again: the user may have asked to stop meanwhile.
    return chunkAnswered(run ?? now, items, results);
  }

  function wishOf(job: BulkJob, heard: Heard): Wish {
    const recordId = job.target.record.id;
    const { status, values, before } = heard.has(recordId) ? bulkItem(job, heard.get(recordId) ?? null) : bulkItem(job);
    const intent = { kind: "save", status, values } as const;
    return { recordId, datasetId, position: null, shownFor: null, intent, base: asKnown(before) };
  }

  /** A failed answer that waits for the user's decision is older than the response just written, so it is dropped. */
  function show(deliveries: readonly Delivery[]): void {
    for (const { recordId } of deliveries) outbox.abandon(recordId);
    outbox.showBulk(deliveries);
  }

  return {
    /** The running action, null when there is none. */
    state: () => run,
    onChange: changed.on,
    /** Stops after the current chunk. */
    stop: () => run !== null && set(askToStop(run)),
    /** Runs the jobs and resolves to the result. Never rejects. */
    async start(jobs: readonly BulkJob[]): Promise<BulkRun> {
      const end = () => {
        window.removeEventListener("pagehide", held.handOver);
        held.letGo(ids);
      };
      const heard: Heard = new Map();
      const stopListening = outbox.onShownChange(({ recordId, response }) => void heard.set(recordId, response));
      let now = beginRun(jobs);
      set(now);
      const ids = jobs.map(({ target }) => target.record.id);
      const settled = await outboxSettled(outbox, datasetId, ids);
      if (!settled) now = chunkBroke(now, "unsent");
      const held = outbox.hold(settled ? jobs.map((job) => wishOf(job, heard)) : []);
      window.addEventListener("pagehide", held.handOver);
      await outbox.kept();
      for (let chunk = nextChunk(now); chunk.length > 0; chunk = nextChunk(now)) {
        const next = await answer(now, chunk, heard);
        show(deliveriesOf(next, chunk, datasetId));
        now = next;
        held.letGo(chunk.map(({ target }) => target.record.id));
        set(now);
      }
      stopListening();
      // Calls fail a moment before their page closes, and nobody can read the failure then. So the held entries stay for the
      // next page.
      if (now.cause === "unknown") setTimeout(end, UNREAD_MS);
      else end();
      outbox.announceBulk(deliveriesOf(now, jobs, datasetId));
      set(null);
      return now;
    },
  };
}

/** A message that shows for less than this before the page closes counts as unread, ms. */
const UNREAD_MS = 3000;

/** Responses that changed since the action began. */
type Heard = Map<string, OwnResponse | null>;

function deliveriesOf({ saved }: BulkRun, jobs: readonly BulkJob[], datasetId: string): readonly Delivery[] {
  return jobs.flatMap(({ target }) => {
    const recordId = target.record.id;
    const done = saved.get(recordId);
    if (done === undefined) return [];
    return [{ recordId, datasetId, before: statusOf(done.before), response: done.after, wantedAt: OLDEST }];
  });
}

/** A call that timed out may be partly done on the server. */
const TIMEOUT = 408;

/** The cause of a failed call. An error that is not a failed request is a bug here, or a reply that breaks the contract. */
function causeOf(error: unknown): BreakCause {
  const failure = failureOf(error);
  if (failure === null) console.error("A bulk call could not be made", error);
  const status = failure?.status ?? null;
  if (status === 401) return "signed-out";
  return status === null || status === TIMEOUT || status >= 500 ? "unknown" : "refused";
}

/**
 * Longest wait for the outbox, ms. The outbox itself tries for longer, but a user who pressed a button should not wait for
 * that.
 */
const PATIENCE = 30_000;

type Outbox = Pick<OutboxService, "entryOf" | "onChange" | "state">;

/**
 * Resolves to true once no answer to these records is being sent, so that none can arrive after the next write. False when
 * they cannot be delivered now. Answers that were given up stay as they are.
 */
async function outboxSettled(outbox: Outbox, datasetId: string, recordIds: readonly string[]): Promise<boolean> {
  const underway = () => recordIds.some((recordId) => outbox.entryOf(recordId)?.failure === null);
  const reaches = () => {
    const { online, signedIn, unreached, putOff } = outbox.state();
    return online && signedIn && unreached === 0 && !putOff.has(datasetId);
  };
  if (!underway()) return true;
  return new Promise((resolve) => {
    const end = (settled: boolean) => {
      stop();
      clearTimeout(timer);
      resolve(settled);
    };
    const look = () => {
      if (!underway()) end(true);
      else if (!reaches()) end(false);
    };
    const stop = outbox.onChange(look);
    const timer = setTimeout(() => end(false), PATIENCE);
    look();
  });
}

/** Saves each item only if its record still has the state that the user saw (FRS-17). */
export const saveChunk: BulkApi = async (datasetId, items) => {
  const asked = items.map(({ recordId, status, values, before }) => {
    const seen = before === null ? null : (before.updatedAt ?? undefined);
    return { recordId, answer: { status, values }, seen };
  });
  const results = await responsesApi.upsert(asked, { datasetId, shownFor: null });
  return items.map(({ status, values }, at) => {
    const result = results[at] ?? { refused: "" };
    if ("refused" in result) return { refused: result.refused };
    if ("item" in result) return result.item === null ? { refused: "" } : { saved: result.item };
    const { changed } = result;
    // The reply to an earlier try was lost.
    const isOwn = saysTheSame(changed, { id: null, status, values, updatedAt: null });
    return changed !== null && isOwn ? { saved: changed } : { refused: t("bulk.changed"), now: changed };
  });
};
