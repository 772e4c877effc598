import type { AuditEventOf } from "@postil/domain/accounts/audit";
import type { JobState } from "@postil/domain/jobs/job";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { noteAudit } from "../storage/audit.ts";
import { type Difference, rebuildDerived as rebuild, recount } from "../storage/derived.ts";
import type { FileRoom, StoreFile } from "../storage/engine.ts";
import { beyondBounds } from "../storage/sizes.ts";
import {
  goOnAfter,
  lastMovedRow,
  lastNumberOf,
  readMovedRows,
  sumOfTable,
  writeMovedRows,
} from "../storage/sql/moved-tables.ts";
import type { Context } from "../storage/store.ts";
import { operatorAsCaller } from "./accounts/operator.ts";

/** Finds counters and bitmaps that differ from their source data; for `postil doctor`, not for API callers. */
const checkDerived = ({ db }: Context): Promise<Difference[]> => recount(db);

/** Lists datasets that exceed a limit, for the log at start and for `postil doctor`; not for API callers. */
const listBeyondBounds = ({ db }: Context): Promise<readonly string[]> => beyondBounds(db);

/** Rebuilds counters and bitmaps; for `postil doctor --rebuild`, not for API callers. */
export const rebuildDerived = ({ db }: Context): Promise<void> => rebuild(db);

export type Measures = {
  /** The newest time that is stored. */
  readonly newest: Micros;
  readonly jobs: { readonly [S in JobState]?: number };
  /** The events that wait for webhooks, and since when the first of them. Nobody waits for a webhook that is off. */
  readonly events: { readonly waiting: number; readonly since: Micros | null };
};

/** What the metrics tell of the data, and what warnings need; not for API callers. */
async function measureStore({ db }: Context): Promise<Measures> {
  const { last } = await db.selectFrom("clock").select("last").executeTakeFirstOrThrow();
  const jobs = await db
    .selectFrom("job")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const sending = await db
    .selectFrom("webhook")
    .select(["key", "waiting"])
    .where(({ or, eb }) => or([eb("enabled", "=", 1), eb("paused_at", "is not", null)]))
    .execute();
  const first = await db
    .selectFrom("webhook_delivery")
    .select("since")
    .where("ended_at", "is", null)
    .where(
      "webhook_key",
      "in",
      sending.map(({ key }) => key),
    )
    .orderBy("key")
    .limit(1)
    .executeTakeFirst();
  return {
    newest: last,
    jobs: Object.fromEntries(jobs.map(({ state, count }) => [state, count])),
    events: { waiting: sending.reduce((sum, { waiting }) => sum + waiting, 0), since: first?.since ?? null },
  };
}

function fileOf({ file }: Context["db"]): StoreFile {
  if (!file) throw new Refusal("conflict", "The data is on a server of its own, which cares for its files");
  return file;
}

/** How much of the store's file is free. */
const readFileRoom = ({ db }: Context): Promise<FileRoom> => fileOf(db).room();

/** Takes free pages out of the file. A step of no pages is the last: what the earlier ones did goes into the file at once. */
async function shrinkFile({ db, settle }: Context, { pages }: { readonly pages: number }) {
  const began = performance.now();
  const dropped = pages > 0 ? await fileOf(db).dropPages(pages) : 0;
  if (pages === 0) settle?.();
  return { dropped, ms: performance.now() - began, bytes: (await fileOf(db).room()).bytes };
}

/** Notes that the file was compacted: by an owner, or by the command while no server ran. */
const noteCompaction = (context: Context, told: AuditEventOf<"store_compacted">["told"]): Promise<void> =>
  noteAudit(context, { kind: "store_compacted", told }, context.caller ?? operatorAsCaller);

/** With those of tables, for `postil move`: not for API callers. */
export const upkeepCalls = {
  reads: {
    ...{ checkDerived, listBeyondBounds, measureStore, readFileRoom },
    ...{ readMovedRows, lastMovedRow, lastNumberOf, sumOfTable },
  },
  writes: { rebuildDerived, shrinkFile, noteCompaction, writeMovedRows, goOnAfter },
};
