import { DATASET_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, time } from "../wire/replies.ts";

const WireDeleted = z.object({
  id,
  name: z.string(),
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
  people: int,
  drafts: int,
  left: z.array(z.object({ name: z.string(), answers: int })),
});
export type WireRestoration = z.output<typeof WireRestoration>;

/** Datasets that were deleted and can be restored: Postil's own. */

export const binRoutes = {
  listDeleted: route("GET", "/api/postil/v1/bin", {
    access: "privileged",
    summary: "The deleted datasets that can be restored, in the workspaces the caller manages, the latest first",
    replies: { 200: itemsOf(WireDeleted).extend({ keep_days: int }) },
  }),
  getDeleted: route("GET", "/api/postil/v1/bin/:deleted_id", {
    access: "manager",
    summary: "A deleted dataset, and what its restoration would do now",
    replies: { 200: WireRestoration },
  }),
  restoreDeleted: route("POST", "/api/postil/v1/bin/:deleted_id/restore", {
    access: "manager",
    conflicts: true,
    summary: "Restore a deleted dataset as it was; if its name is taken or its workspace is gone, under others",
    body: z.object({ name: text({ min: 1, max: DATASET_NAME.max }).optional(), workspace_id: uuid.optional() }),
    /** `id`: `workspace.name` for a task dataset. */
    replies: { 200: z.object({ id: z.string(), name: z.string(), task: z.string(), workspace: z.string() }) },
  }),
  removeDeleted: route("DELETE", "/api/postil/v1/bin/:deleted_id", {
    access: "manager",
    summary: "Remove a deleted dataset for good",
    replies: { 204: z.null() },
  }),
};
