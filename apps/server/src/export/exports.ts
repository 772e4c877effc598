import { newId } from "../new-id.ts";
import { Interrupted, OutOfMemory, StorageFailure, StreamCut } from "../storage/failure.ts";
import type { ExportNote } from "./file-parts.ts";

export type ExportState = "running" | "done" | "stopped" | "failed";

/** How far an export is. */
export type Progress = ExportNote & {
  readonly id: string;
  readonly userId: string;
  readonly state: ExportState;
  /** Why it failed. */
  readonly detail: string | null;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
};

export type Exports = ReturnType<typeof createExports>;

/** Of those that are over the latest are remembered, so that whoever asked last hears how it ended. */
const REMEMBERED = 100;

/** The exports of this process: each can be asked for by who began it, and all end with the process. */
export function createExports() {
  const known = new Map<string, Progress>();
  const stopping = new AbortController();

  const set = (id: string, change: Partial<Progress>) => {
    const progress = known.get(id);
    if (progress) known.set(id, { ...progress, ...change });
  };
  const forgetOld = () => {
    const over = [...known.values()].filter(({ state }) => state !== "running");
    for (const { id } of over.slice(0, Math.max(0, over.length - REMEMBERED))) known.delete(id);
  };
  return {
    /** Aborted when the process ends. */
    ending: stopping.signal,
    stop: (): void => stopping.abort(),
    begin: (userId: string, note: ExportNote): string => {
      const id = newId();
      known.set(id, { ...note, id, userId, state: "running", detail: null, bytes: 0, startedAt: Date.now() });
      forgetOld();
      return id;
    },
    advance: (id: string, note: ExportNote): void => set(id, note),
    sent: (id: string, bytes: number): void => set(id, { bytes }),
    end: (id: string, state: ExportState, error?: unknown): void => {
      // In words where they are meant for people; what is wrong in the program stands in the log.
      const told = [StreamCut, StorageFailure, OutOfMemory, Interrupted].some((kind) => error instanceof kind);
      const detail = told && error instanceof Error ? error.message : null;
      set(id, { state, detail });
    },
    find: (id: string, userId: string): Progress | null => {
      const progress = known.get(id);
      return progress?.userId === userId ? progress : null;
    },
  };
}
