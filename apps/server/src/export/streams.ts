import type { StreamOperations } from "../storage/store.ts";
import { exportDataset } from "./export-dataset.ts";
import { exportPerson } from "./export-person.ts";
import { exportTaskDataset } from "./export-task-dataset.ts";

/** The table of reads that come in parts, by name. */
export const streams = { exportDataset, exportTaskDataset, exportPerson } as const satisfies StreamOperations;

export type Streams = typeof streams;
