import { Refusal } from "@postil/domain/refusal";
import { newId } from "../new-id.ts";
import { Interrupted, OutOfMemory, StorageFailure, StreamCut } from "../storage/failure.ts";
import type { ExportNote } from "./file-parts.ts";

export type ExportState = "running" | "done" | "stopped" | "failed";

export type Progress = ExportNote & {
  readonly id: string;
  readonly userId: string;
  readonly state: ExportState;
  /** The reason of a failure, if it is meant for people; otherwise null. */
  readonly detail: string | null;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
};

export type Exports = ReturnType<typeof createExports>;

/** Number of finished exports that are kept, the latest ones, so that their result can be read. */
const REMEMBERED = 100;

/** The exports of this process. Only the user who began an export can read its progress. All exports end with the process. */
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
      // Errors that are meant for people are shown; program errors are only in the log.
      const told =
        [StreamCut, StorageFailure, OutOfMemory, Interrupted].some((kind) => error instanceof kind) ||
        (error instanceof Refusal && error.code === "unprocessable");
      const detail = told && error instanceof Error ? error.message : null;
      set(id, { state, detail });
    },
    find: (id: string, userId: string): Progress | null => {
      const progress = known.get(id);
      return progress?.userId === userId ? progress : null;
    },
  };
}
