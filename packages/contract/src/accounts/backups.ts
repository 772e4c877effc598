import { z } from "zod";
import { route } from "../route.ts";
import { bool, text } from "../wire/leaf.ts";
import { id, int, time } from "../wire/replies.ts";

/** Backups of all data, for owners: Postil's own. */

const begun = { id, file: z.string(), at: time };

export const WireBackups = z.object({
  /** The last one that was made, verified and on the disk; null: there is none. */
  last: z.object({ ...begun, bytes: int, ms: int }).nullable(),
  /** The last one that failed, unless a later one was made. */
  failed: z.object({ ...begun, scheduled: z.boolean(), why: z.string() }).nullable(),
  running: z.object({ ...begun, scheduled: z.boolean(), done: int, total: int, verifying: z.boolean() }).nullable(),
  /** Null: the server makes none by itself. */
  schedule: z.object({ folder: z.string(), every_hours: int, keep: int, next_at: time }).nullable(),
});
export type WireBackups = z.output<typeof WireBackups>;

/** A path of most systems is shorter. */
const PATH = { min: 1, max: 4096 };

export const backupRoutes = {
  getBackups: route("GET", "/api/postil/v1/backups", {
    access: "owner",
    summary: "The last backup of all data, the last that failed, and when the next one is made",
    replies: { 200: WireBackups },
  }),
  makeBackup: route("POST", "/api/postil/v1/backups", {
    access: "owner",
    conflicts: true,
    summary: "Begin a backup of all data into the folder of the schedule; the command line gives another path",
    body: z.object({ path: text(PATH).nullable().default(null), force: bool.default(false) }),
    replies: { 202: z.object({ id }) },
  }),
};
