import { setTimeout as wait } from "node:timers/promises";
import type { WireAdding, WireUpload } from "@postil/contract/datasets/uploads";
import { timeToWire } from "@postil/contract/wire/mapping";
import { Refusal } from "@postil/domain/refusal";
import { Interrupted } from "../storage/failure.ts";
import type { MadeDataset, ServerCall } from "./import-calls.ts";
import type { AddTarget, Into, RefusedAlike, RefusedRow, Wish } from "./messages.ts";
import { FileFailure, Stopped } from "./readers.ts";

/** A file that somebody sent, its import, and what its sender is told of both. */

/** Who sent a file. */
export type Person = { readonly id: string; readonly key: number };

/** A file that somebody sent, and its import. */
export type Upload = {
  readonly id: string;
  readonly person: Person;
  readonly file: string;
  /** True if it is only the beginning of that file. */
  readonly isBeginning: boolean;
  readonly bytes: number;
  state: WireUpload["state"];
  read: number;
  total: number | null;
  stored: number;
  refused: number;
  merged: number;
  numbers: WireUpload["numbers"];
  refusedRows: readonly RefusedRow[];
  refusedAlike: readonly RefusedAlike[];
  tableBytes: number;
  detail: string | null;
  datasetId: string | null;
  taskDataset: WireUpload["task_dataset"];
  adding: WireAdding | null;
  /** What the dry run was asked. */
  tried: { readonly wish: Wish; readonly asked: Pick<AddTarget, "existing" | "overwrite"> } | null;
  /** Epoch milliseconds. */
  startedAt: number | null;
  endedAt: number | null;
  usedAt: number;
  /** True while a call that begins an import is under way. */
  begins: boolean;
  /** The import that runs; resolves when nothing of it is left to do. */
  running: { readonly stop: AbortController; readonly over: Promise<void> } | null;
};

/** What an import needs of the server. */
export type ImportMeans = {
  /** Makes a call in the name of the person. */
  readonly call: ServerCall;
  /** Removes the dataset of an import that did not end; of rows that were added to a dataset all stay. */
  readonly takeBack: (importId: string) => Promise<void>;
  /** After a call was refused: the right of the person, or the dataset. */
  readonly whatIsLost: () => Promise<"right" | "dataset">;
  /** Called when the import is over, whatever became of it. */
  readonly over: () => void;
};

/** What is known of an import before it has read a row. */
export const NOTHING_READ = {
  ...{ read: 0, total: null, stored: 0, refused: 0, merged: 0, refusedRows: [], refusedAlike: [], tableBytes: 0 },
  ...{ numbers: "line" as const, detail: null, datasetId: null, taskDataset: null, endedAt: null },
};

/** What names a dataset that is there. */
const placeOf = ({ family, target }: Into): MadeDataset => {
  if (family === "feedback") return { datasetId: target.dataset.id, taskDataset: null };
  const { workspace, name, task } = target;
  return { datasetId: null, taskDataset: { workspace, name, task } };
};

/** What becomes of a file when its rows were added, or only tried. */
export const endOfAdd = ({ isDry, into }: AddTarget) =>
  isDry ? ({ state: "tried", ...NO_DATASET } as const) : ({ state: "done", ...placeOf(into) } as const);
const NO_DATASET: MadeDataset = { datasetId: null, taskDataset: null };

const goesInto = (adding: WireAdding | null, into: Into): boolean => {
  const { datasetId, taskDataset } = placeOf(into);
  const there = adding?.task_dataset ?? null;
  return (
    adding?.dataset_id === datasetId && there?.workspace === taskDataset?.workspace && there?.name === taskDataset?.name
  );
};

type End = { readonly state: "stopped" | "failed"; readonly detail: string | null };

/** Refusals of calls that hide what is there: the person may have lost the right, or the dataset is gone. */
const LOST: ReadonlySet<number | null> = new Set([401, 403, 404]);

const UNAVAILABLE = 503;
const INTERRUPTED = {
  away: "The server stood still, or was cut off from its database, for a while.",
  other: "The database could not carry out a part of the import.",
  importing: "What was stored is removed: import the file again.",
  adding: "What was added before stays: add the file again for the rest.",
};

/** The database cannot be asked now. */
function unlessInterrupted(error: unknown): "unknown" {
  if (error instanceof Interrupted) return "unknown";
  throw error;
}

/** How often the database is asked to take back an import, and the pause between two tries, ms. */
const TAKES_BACK = { tries: 60, pause: 1000 };

/** Takes back what an import has stored, as soon as the database can be reached. `ends`: the server ends. */
export async function takeBackAtLast(
  { takeBack }: Pick<ImportMeans, "takeBack">,
  importId: string,
  ends: AbortSignal,
  pause: number = TAKES_BACK.pause,
): Promise<void> {
  for (let left = TAKES_BACK.tries - 1; ; left--) {
    try {
      return await takeBack(importId);
    } catch (error) {
      if (!(error instanceof Interrupted) || left === 0 || ends.aborted) throw error;
      await wait(pause, undefined, { ref: false, signal: ends }).catch(() => {});
    }
  }
}

/** `wasAway`: other servers may have taken this one for ended while the import ran. */
export async function endOf(
  error: unknown,
  { whatIsLost }: ImportMeans,
  { adding }: Upload,
  wasAway: boolean,
): Promise<End> {
  if (error instanceof Stopped) return { state: "stopped", detail: null };
  if (!(error instanceof FileFailure))
    return { state: "failed", detail: "Something went wrong on the server; its log says what." };
  const [why, then] = [wasAway ? "away" : "other", adding ? "adding" : "importing"] as const;
  const interrupted = { state: "failed", detail: `${INTERRUPTED[why]} ${INTERRUPTED[then]}` } as const;
  // Another server takes back what the import of one that is away has stored, and the reply says no more than that it is gone.
  if (error.status === UNAVAILABLE || (wasAway && LOST.has(error.status))) return interrupted;
  const lost = LOST.has(error.status) ? await whatIsLost().catch(unlessInterrupted) : null;
  if (lost === "unknown") return interrupted;
  if (lost === "dataset") return { state: "stopped", detail: "The dataset was deleted while it was filled." };
  if (lost === "right" && adding)
    return { state: "failed", detail: "You may not change this dataset any more; what was added before stays." };
  if (lost === "right")
    return {
      state: "failed",
      detail: "You may not create datasets in this workspace any more; what was stored is removed.",
    };
  return { state: "failed", detail: error.message };
}

const NO_COUNTS = { added: 0, updated: 0, unchanged: 0, left: 0, refused: 0 };

/** The counts of the dry run before are kept beside those of the import. */
export function addingOf(
  { state, refused, adding }: Upload,
  { into, existing, overwrite, isDry }: AddTarget,
): WireAdding {
  const before = state === "tried" && goesInto(adding, into) && !isDry ? adding : null;
  const { datasetId, taskDataset } = placeOf(into);
  const { added, updated, unchanged, left } = before ?? NO_COUNTS;
  return {
    ...{
      ...{ dataset_id: datasetId, task_dataset: taskDataset, dry_run: isDry, existing, overwrite },
      ...NO_COUNTS,
      overwrites: 0,
      by_id: true,
      answered_texts: 0,
      samples: [],
    },
    tried: before && { added, updated, unchanged, left, refused },
  };
}

/** What was tried is added as it was tried, also by a page that was opened again meanwhile. */
export function asTried({ state, file, tried, adding }: Upload, target: AddTarget) {
  if (state !== "tried" || tried === null || !goesInto(adding, target.into))
    throw new Refusal("conflict", `"${file}" was not tried on this dataset since it was sent or added: try it first.`);
  return { wish: tried.wish, target: target.isDry ? target : { ...target, ...tried.asked } };
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : timeToWire(ms * 1000));

export const uploadToWire = (upload: Upload): WireUpload => ({
  id: upload.id,
  file: upload.file,
  is_beginning: upload.isBeginning,
  bytes: upload.bytes,
  state: upload.state,
  read: upload.read,
  total: upload.total,
  stored: upload.stored,
  refused: upload.refused,
  merged: upload.merged,
  numbers: upload.numbers,
  refused_rows: [...upload.refusedRows],
  refused_alike: [...upload.refusedAlike],
  detail: upload.detail,
  dataset_id: upload.datasetId,
  task_dataset: upload.taskDataset,
  // Samples are looked at when the dry run is over.
  adding: upload.adding && { ...upload.adding, samples: upload.state === "tried" ? upload.adding.samples : [] },
  started_at: timeOf(upload.startedAt),
  ended_at: timeOf(upload.endedAt),
  used_at: timeToWire(upload.usedAt * 1000),
});
