import { DELETED_KINDS } from "@postil/domain/datasets/bin";
import { DATASET_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, time } from "../wire/replies.ts";

const WireDeleted = z.object({
  id,
  kind: z.enum(DELETED_KINDS),
  /** `deleting`, `restoring`: a job is doing it. */
  state: z.enum(["deleting", "kept", "restoring"]),
  /** Of the dataset that was deleted, or that the records were in; the user name of a person. */
  name: z.string(),
  /** The beginning of the first record; the whole name of a person; empty for a dataset. */
  preview: z.string(),
  task: z.string(),
  /** Null if the workspace is deleted too. */
  workspace_id: id.nullable(),
  workspace: z.string(),
  records: int,
  /** Null for a task dataset. */
  answers: int.nullable(),
  deleted_at: time,
  /** Null: an administrator at the server's own machine. */
  deleted_by: z.object({ username: z.string(), name: z.string() }).nullable(),
  kept_until: time,
});

export type WireDeleted = z.output<typeof WireDeleted>;

const WireRestoration = WireDeleted.extend({
  offered_name: z.string(),
  /** When the dataset was made that has the name now; null if the name is free. */
  taken_at: time.nullable(),
  /** Records whose ids other records have now, which stay deleted. */
  taken: int,
  people: int,
  drafts: int,
  left: z.array(z.object({ name: z.string(), answers: int })),
});
export type WireRestoration = z.output<typeof WireRestoration>;

const WireRestored = z.object({
  /** Of the dataset; of a task dataset `workspace.name`. */
  id: z.string(),
  name: z.string(),
  task: z.string(),
  workspace: z.string(),
  /** How many records came back; null for a dataset, and for many records, which a job brings back. */
  restored: int.nullable(),
  /** How many stay deleted, because other records have their ids now. */
  left: int,
});

/** Datasets and records that were deleted and can be restored: Postil's own. */

export const binRoutes = {
  listDeleted: route("GET", "/api/postil/v1/bin", "privileged", {
    summary:
      "The deleted datasets and records that can be restored, in the workspaces the caller manages, the latest first",
    replies: { 200: itemsOf(WireDeleted).extend({ keep_days: int }) },
  }),
  getDeleted: route("GET", "/api/postil/v1/bin/:deleted_id", "manager", {
    summary: "A deletion, and what its restoration would do now",
    replies: { 200: WireRestoration },
  }),
  restoreDeleted: route("POST", "/api/postil/v1/bin/:deleted_id/restore", "manager", {
    conflicts: true,
    summary:
      "Restore what was deleted as it was; a dataset whose name is taken or whose workspace is gone, under others",
    body: z.object({ name: text({ min: 1, max: DATASET_NAME.max }).optional(), workspace_id: uuid.optional() }),
    replies: { 200: WireRestored },
  }),
  removeDeleted: route("DELETE", "/api/postil/v1/bin/:deleted_id", "manager", {
    conflicts: true,
    summary: "Remove a deleted dataset, or deleted records, for good",
  }),
};
