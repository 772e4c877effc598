import { start } from "./0001-start.ts";
import { taskDatasets } from "./0002-task-datasets.ts";

/** In order; the number of those applied is the database's `user_version`. Entries are never changed once released. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: "start", sql: start },
  { name: "task datasets", sql: taskDatasets },
];
