import type { StreamOperations } from "../storage/store.ts";
import { exportDataset } from "./export-dataset.ts";
import { exportPerson } from "./export-person.ts";
import { exportSnapshot } from "./export-snapshot.ts";
import { exportTaskDataset } from "./export-task-dataset.ts";
import { readSnapshot } from "./take-snapshot.ts";

/** The table of reads that come in parts, by name. */
export const streams = {
  exportDataset,
  exportTaskDataset,
  exportPerson,
  exportSnapshot,
  readSnapshot,
} as const satisfies StreamOperations;

export type Streams = typeof streams;
