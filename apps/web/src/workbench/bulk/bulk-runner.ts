import { type BulkItem, type BulkJob, bulkItem } from "@postil/domain/bulk/bulk-job";
import {
  askToStop,
  type BreakCause,
  type BulkRun,
  beginRun,
  chunkAnswered,
  chunkBroke,
  type ItemResult,
  nextChunk,
  stillToSave,
} from "@postil/domain/bulk/bulk-run";
import { asKnown, type OwnResponse, statusOf } from "@postil/domain/records/record-status";
import { failureOf } from "../../lib/api/failure.ts";
import { createEmitter } from "../../lib/emitter.ts";
import type { OutboxService, Wish } from "../../lib/outbox/outbox-service.ts";
import type { Delivery } from "../../lib/outbox/ports.ts";
import { bulkSaving } from "../saving/bulk-saving.ts";

/** Writes one chunk; one result for each item, in their order (FBU-04, FBU-05). Rejects as the API client does. */
export type BulkApi = (datasetId: string, items: readonly BulkItem[]) => Promise<readonly ItemResult[]>;

type BulkPorts = {
  readonly datasetId: string;
  readonly save: BulkApi;
  /** Asks whether the dataset is lost, which its page says by itself. */
  readonly isLost: (datasetId: string) => Promise<boolean>;
  readonly outbox: OutboxService;
};

/** Before every answer that was typed in a form: those stay, whatever is written past them. */
const OLDEST = 0;

/**
 * Carries out bulk actions, one at a time, chunk after chunk, strictly in order (FBU-01). `domain/bulk-run` decides; here is
 * what happens around it. It goes on when the page it began on is left, until the chunk under way is answered.
 */
export function createBulkRunner({ datasetId, save, isLost, outbox }: BulkPorts) {
  let run: BulkRun | null = null;
  const changed = createEmitter<void>();

  function set(next: BulkRun | null): void {
    run = next;
    bulkSaving.set(next === null ? 0 : stillToSave(next), next?.jobs.length ?? 0);
    changed.emit();
  }

  /** Writes one chunk to what its records hold by now. */
  async function answer(now: BulkRun, chunk: readonly BulkJob[], heard: Heard): Promise<BulkRun> {
    const recordIds = chunk.map(({ target }) => target.record.id);
    if (!(await outboxSettled(outbox, recordIds))) return chunkBroke(run ?? now, "unsent");
    const items = chunk.map((job) => {
      const recordId = job.target.record.id;
      return heard.has(recordId) ? bulkItem(job, heard.get(recordId) ?? null) : bulkItem(job);
    });
    const results = await save(datasetId, items).catch(causeOf);
    if (typeof results === "string") return chunkBroke(run ?? now, results);
    // A call refuses item by item, also when what is gone is the dataset of all of them.
    if (results.every((result) => "refused" in result) && (await isLost(datasetId)))
      return chunkBroke(run ?? now, "refused");
    outbox.showBulk(
      items.flatMap(({ recordId, before }, at) => {
        const result = results[at];
        if (result === undefined || !("now" in result) || result.now === undefined) return [];
        return [{ recordId, datasetId, before: statusOf(before), response: result.now, wantedAt: OLDEST }];
      }),
    );
    // Read anew: the reader may have asked to stop meanwhile.
    return chunkAnswered(run ?? now, items, results);
  }

  function wishOf(job: BulkJob, heard: Heard): Wish {
    const recordId = job.target.record.id;
    const { status, values, before } = heard.has(recordId) ? bulkItem(job, heard.get(recordId) ?? null) : bulkItem(job);
    const intent = { kind: "save", status, values } as const;
    return { recordId, datasetId, position: null, shownFor: null, intent, base: asKnown(before) };
  }

  /** What is given up and still waits for the reader is older than what was just written. */
  function show(deliveries: readonly Delivery[]): void {
    for (const { recordId } of deliveries) outbox.abandon(recordId);
    outbox.showBulk(deliveries);
  }

  return {
    /** Null while nothing is under way. */
    state: () => run,
    onChange: changed.on,
    /** Lets the chunk under way be the last. */
    stop: () => run !== null && set(askToStop(run)),
    /** Carries out the jobs and tells what became of them. Never rejects. */
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
      const settled = await outboxSettled(outbox, ids);
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
      // A page that is left fails its calls a moment before it goes, and nobody reads what it says then: the next one goes on.
      if (now.cause === "unknown") setTimeout(end, UNREAD_MS);
      else end();
      outbox.announceBulk(deliveriesOf(now, jobs, datasetId));
      set(null);
      return now;
    },
  };
}

/** What a page says for less than so long before it goes away nobody has read. */
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

/** Of a call that took too long the server may have done some. */
const TIMEOUT = 408;

/** What a failed call says of its records. What is no failed request is a mistake of ours, or a reply that is not the contract's. */
function causeOf(error: unknown): BreakCause {
  const failure = failureOf(error);
  if (failure === null) console.error("A bulk call could not be made", error);
  const status = failure?.status ?? null;
  if (status === 401) return "signed-out";
  return status === null || status === TIMEOUT || status >= 500 ? "unknown" : "refused";
}

/** The outbox tries by itself for longer; nobody who pressed a button should wait for that, ms. */
const PATIENCE = 30_000;

type Outbox = Pick<OutboxService, "entryOf" | "onChange" | "state">;

/**
 * Resolves with true once no answer to these records is on its way any more, so that none of them can arrive after what is
 * written next. False when they cannot be delivered now. Answers that were given up stay where they are.
 */
async function outboxSettled(outbox: Outbox, recordIds: readonly string[]): Promise<boolean> {
  const underway = () => recordIds.some((recordId) => outbox.entryOf(recordId)?.failure === null);
  const reaches = () => outbox.state().online && outbox.state().signedIn && outbox.state().unreached === 0;
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
