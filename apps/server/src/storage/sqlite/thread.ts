import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Micros } from "@postil/domain/time";
import { createClock } from "../clock.ts";
import { REBUILDS } from "../derived.ts";
import { outcomeOfError, StorageFailure, storageReason } from "../failure.ts";
import type { Db } from "../tables.ts";
import type { StoreOutcome, ThreadData } from "../threads/messages.ts";
import type { ThreadEngine, ThreadWriter } from "../threads/serve.ts";
import { migrate, openDatabase } from "./database.ts";
import { engineOver } from "./engine.ts";

/** If the log has more pages than this (4 KiB each), the writer makes a checkpoint between batches. */
const CHECKPOINT_PAGES = 4000;

/** The embedded engine in one thread of its store. */
export function openThreadEngine({ file, role, vectorBytes }: ThreadData, beforeEach: () => void): ThreadEngine {
  const database = openDatabase(file, role);
  const db = engineOver(database, beforeEach, vectorBytes);
  return {
    db,
    read: async (run) => {
      try {
        database.exec("begin");
        const outcome = await run();
        database.exec("commit");
        return outcome;
      } catch (error) {
        // A damaged file may show at the start or the end of the read; the caller gets the error.
        if (database.isTransaction) database.exec("rollback");
        return outcomeOfError(error);
      }
    },
    close: () => {
      if (role === "writer") database.exec("pragma wal_checkpoint(truncate)");
      database.close();
    },
    writer: role === "writer" ? writerOf(database, db, witnessOf(file)) : null,
  };
}

/** Throws if the file is not the one that was opened. The engine writes on into a removed file, and nobody reads that again. */
function witnessOf(file: string): () => void {
  const identity = () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identity();
  return () => {
    if (identity() !== opened) throw new StorageFailure("its file is gone, or another one is in its place");
  };
}

function writerOf(database: DatabaseSync, db: Db, checkFile: () => void): ThreadWriter {
  const logLength = database.prepare("pragma wal_checkpoint(noop)");
  const own = createClock();
  /** Null until the schema exists. */
  let clock: KeptClock | null = null;
  return {
    prepare: async () => {
      await migrate(database, (what) => REBUILDS[what](db));
      clock = createKeptClock(database);
    },
    now: () => clock?.now() ?? own(),
    write: (batch) => writeBatch(database, batch, { checkFile, keepTime: () => clock?.keep() }),
    tidy: (settles) => {
      const row = logLength.get() as { log: number } | undefined; // as the pragma answers
      if (!row || (row.log <= CHECKPOINT_PAGES && !settles)) return;
      try {
        database.exec("pragma wal_checkpoint(passive)");
      } catch (error) {
        // With a full disk the log stays long; writes that do not fit report it themselves.
        if (!storageReason(error)) throw error;
      }
    },
  };
}

/** The writes of a batch share one transaction and one fsync. Each has its own savepoint. */
async function writeBatch(
  database: DatabaseSync,
  batch: Parameters<ThreadWriter["write"]>[0],
  { checkFile, keepTime }: { readonly checkFile: () => void; readonly keepTime: () => void },
): Promise<readonly StoreOutcome[]> {
  const outcomes: StoreOutcome[] = [];
  let wrote = false;
  // A single write is undone with its transaction: with a savepoint the engine copies each page before the write.
  const several = batch.length > 1;
  try {
    database.exec("begin immediate");
    for (const run of batch) {
      if (several) database.exec("savepoint one");
      const outcome = await run();
      // If the disk is full, the engine aborts the whole transaction: nothing of the batch is stored.
      if (!database.isTransaction) return batch.map(() => outcome);
      const done = outcome.kind === "done" || outcome.kind === "packed";
      if (several) database.exec(done ? "release one" : "rollback to one; release one");
      else if (!done) database.exec("rollback; begin immediate");
      wrote ||= done;
      outcomes.push(outcome);
    }
    // A refused write leaves no data, so its time does not have to be kept.
    if (wrote) keepTime();
    checkFile();
    database.exec("commit");
    return outcomes;
  } catch (error) {
    // The disk is full, or it or the file is gone: nothing of the batch is stored, and all callers get the error.
    if (database.isTransaction) database.exec("rollback");
    return batch.map(() => outcomeOfError(error));
  }
}

/** A clock that continues after the last time of the previous process, even if the system clock was set back. */
type KeptClock = {
  readonly now: () => Micros;
  /** Stores the current time, in the transaction of the writes at that time. */
  keep(): void;
};

function createKeptClock(database: DatabaseSync): KeptClock {
  const row = database.prepare("select last from clock").get() as { last: number }; // the migration made its one row
  const set = database.prepare("update clock set last = ?");
  const clock = createClock(row.last);
  let kept = row.last;
  let last = kept;
  return {
    now: () => {
      last = clock();
      return last;
    },
    keep: () => {
      if (last > kept) set.run(last);
      kept = last;
    },
  };
}
