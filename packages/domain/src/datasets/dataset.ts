import type { Micros } from "../time.ts";
import type { Task } from "./dataset-links.ts";

export const DATASET_STATUSES = ["draft", "ready"] as const;

export type DatasetStatus = (typeof DATASET_STATUSES)[number];

export type Dataset = {
  readonly id: string;
  readonly name: string;
  readonly guidelines: string | null;
  readonly allowExtraMetadata: boolean;
  readonly status: DatasetStatus;
  readonly workspaceId: string;
  readonly lastActivityAt: Micros;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/**
 * A dataset of the older family: it has one of the tasks of `dataset-links.ts` and is identified by workspace and name.
 */
export type TaskDataset = {
  /** `workspace.name` */
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly workspaceName: string;
  readonly tags: { readonly [key: string]: string };
  /** Any data that clients store with the dataset. */
  readonly metadata: { readonly [key: string]: unknown };
  readonly createdAt: Micros;
  /** A user name; null if the server does not send it. */
  readonly createdBy: string | null;
  readonly lastUpdatedAt: Micros;
};

/** A task dataset with a known task, which has its own page. */
export type KnownTaskDataset = TaskDataset & { readonly task: Task };
