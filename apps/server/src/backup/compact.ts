import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { StoreFile } from "@postil/domain/accounts/backups";
import { Refusal } from "@postil/domain/refusal";
import { z } from "zod";
import { newId } from "../new-id.ts";
import { HOME_FILES, writeWhole } from "../own-files.ts";
import { reasonOf, StartFailure } from "../start-failure.ts";
import type { FileRoom } from "../storage/engine.ts";
import { LOG_BYTES } from "../storage/sqlite/log-watch.ts";
import type { Caller, Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import { inMb, roomOn } from "./upgrade.ts";

export type Compaction = {
  state(): Promise<StoreFile>;
  /** Begins to give the free room back, and returns an id. Refuses what cannot work, also a second one at the same time. */
  begin(by: Caller | null): Promise<string>;
  stop(): Promise<void>;
};

type CompactionParts = {
  readonly store: Pick<Store<Reads, Writes>, "read" | "write">;
  readonly home: string;
  readonly onError: (error: unknown) => void;
};

/** The pages of a step, at first and at most. Each step is a commit in which the answers of people wait. */
const PAGES = { first: 32, least: 4, most: 512 } as const;
/** The engine's pages; only a file that another program made has others. */
const PAGE_BYTES = 4096;
/** How long a step should take in the writing thread, ms. */
const STEP_MS = 4;
/** The rest after a step: as long as the step took, within this, ms. */
const REST_MS = { least: 2, most: 50 } as const;
/** While somebody reads an older state, the log grows by each step; above its usual length there is a step now and then, ms. */
const LONG_LOG_REST_MS = 1000;
/** At the end the file gets shorter when nobody reads an older state any more. The server waits so long for that, ms. */
const SETTLED_WITHIN_MS = 30_000;
const SETTLE_EVERY_MS = 200;

/** What a compaction in parts needs at most: the log and as much again. */
const NEEDS = 2 * LOG_BYTES;
/** The room that a compaction needs meanwhile: a file that is written anew is there twice. */
const roomFor = ({ bytes, free, inParts }: FileRoom): number => (inParts ? Math.min(NEEDS, bytes) : bytes - free);

/** The sentence that refuses a compaction; null: there is room. */
const tooLittleRoom = ({ needs, room }: Pick<StoreFile, "needs" | "room">): string | null =>
  room >= needs
    ? null
    : `A compaction needs ${inMb(needs)} of room on the disk meanwhile, and ${inMb(room)} are free. Make room first; nothing was changed`;

const NOTE = "compacted.json";
const Note = z.object({ bytes: z.number(), given: z.number() });
type Note = z.output<typeof Note>;

/** What a compaction would give back, and what it needs. */
export type CompactionPlan = Pick<StoreFile, "bytes" | "free" | "needs" | "room">;

/** Writes the file of a home anew that no server has open. Null: only the plan was asked for, or there is nothing to give back. */
export async function compactStopped(
  home: string,
  planOnly: boolean,
  tell: (plan: CompactionPlan) => void,
): Promise<Note | null> {
  const { rewriteFile, roomInFile } = await import("../storage/sqlite/free-pages.ts");
  const file = join(home, HOME_FILES.store);
  const before = roomInFile(file);
  const plan = { ...before, needs: roomFor({ ...before, inParts: false }), room: await roomOn(home) };
  tell(plan);
  const refusal = tooLittleRoom(plan);
  if (refusal !== null) throw new StartFailure(`${refusal}.`);
  if (planOnly || (before.free === 0 && before.inParts)) return null;
  const { bytes } = rewriteFile(file);
  const note = { bytes, given: Math.max(0, before.bytes - bytes) };
  // For the audit trail, which the next start writes.
  writeWhole(join(home, NOTE), JSON.stringify(note));
  return note;
}

/** Hands on what was noted, and forgets it when that is done. */
export async function tellRewriting(home: string, tell: (note: Note) => Promise<void>): Promise<void> {
  const file = join(home, NOTE);
  if (!existsSync(file)) return;
  await tell(Note.parse(JSON.parse(readFileSync(file, "utf8"))));
  rmSync(file);
}

/** Gives free room in the store's file back to the disk, in steps between which everybody writes (BAK-11). */
export function createCompaction({ store, home, onError }: CompactionParts): Compaction {
  const file = join(home, HOME_FILES.store);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let running: StoreFile["running"] = null;
  let last: StoreFile["last"] = null;
  let ended: Promise<void> = Promise.resolve();
  let stopped = false;

  const run = async (begun: NonNullable<typeof running>, before: number, by: Caller | null) => {
    const started = performance.now();
    let why: string | null = null;
    try {
      await shrink(begun);
      why = await settle();
    } catch (error) {
      why = reasonOf(error) ?? (error instanceof Error ? error.message : String(error));
      onError(error);
    }
    const bytes = sizeOf(file);
    const given = Math.max(0, before - bytes);
    last = { id: begun.id, at: begun.at, given, ms: Math.round(performance.now() - started), why };
    running = null;
    if (given > 0) await store.write("noteCompaction", by, { bytes, given }).catch(onError);
  };

  const shrink = async (begun: NonNullable<typeof running>) => {
    let pages: number = PAGES.first;
    // What is deleted meanwhile is for the next time, so it ends.
    for (let done = 0; done < begun.total && !stopped; ) {
      const step = performance.now();
      const { ms, dropped } = await store.write("shrinkFile", null, { pages });
      if (dropped === 0) break;
      done += dropped * PAGE_BYTES;
      running = { ...begun, done: Math.min(done, begun.total) };
      pages = Math.round(Math.min(PAGES.most, Math.max(PAGES.least, pages * Math.min(2, STEP_MS / Math.max(ms, 0.1)))));
      const rest = Math.min(REST_MS.most, Math.max(REST_MS.least, performance.now() - step));
      await pause(sizeOf(`${file}-wal`) > LOG_BYTES ? LONG_LOG_REST_MS : rest);
    }
  };

  /** Until the file has the length that the store says. */
  const settle = async (): Promise<string | null> => {
    const until = performance.now() + SETTLED_WITHIN_MS;
    while (!stopped) {
      const { bytes } = await store.write("shrinkFile", null, { pages: 0 });
      await pause(SETTLE_EVERY_MS);
      if (sizeOf(file) <= bytes) return null;
      if (performance.now() > until) break;
    }
    return "somebody still reads what was there before, such as an export; the file gets shorter after that";
  };

  const state = async (): Promise<StoreFile> => {
    const [found, room] = await Promise.all([store.read("readFileRoom", null, undefined), roomOn(home)]);
    return { ...found, needs: roomFor(found), room, running, last };
  };

  return {
    state,
    begin: async (by) => {
      const { bytes, free, inParts, ...plan } = await state();
      if (running) throw new Refusal("conflict", "The store is being compacted already; one at a time");
      if (!inParts)
        throw new Refusal(
          "conflict",
          "The file of this store is one of an earlier version, which gives room back only while no server runs: stop the server, and run postil compact once. Later it works beside the server too",
        );
      const refusal = tooLittleRoom(plan);
      if (refusal !== null) throw new Refusal("conflict", refusal);
      const begun = { id: newId(), at: Date.now() * 1000, done: 0, total: free };
      running = begun;
      ended = run(begun, bytes, by);
      return begun.id;
    },
    stop: async () => {
      stopped = true;
      await ended;
    },
  };
}
