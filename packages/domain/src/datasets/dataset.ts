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

/** A dataset of the older family: one of the tasks of `dataset-links.ts`, known by workspace and name. */
export type TaskDataset = {
  /** `workspace.name` */
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly workspaceName: string;
  readonly tags: { readonly [key: string]: string };
  /** Whatever clients keep with the dataset. */
  readonly metadata: { readonly [key: string]: unknown };
  readonly createdAt: Micros;
  /** A user name; null when the server does not say. */
  readonly createdBy: string | null;
  readonly lastUpdatedAt: Micros;
};

/** One whose task is known, as a page of its own needs it. */
export type KnownTaskDataset = TaskDataset & { readonly task: Task };
