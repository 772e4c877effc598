import { DISK_KINDS, MEMORY_PARTS } from "@postil/domain/accounts/warnings";
import { z } from "zod";
import { route } from "../route.ts";
import { bool, text } from "../wire/leaf.ts";
import { id, int, time } from "../wire/replies.ts";

/** Backups of all data, and what owners are told of their server: Postil's own. */

const begun = { id, file: z.string(), at: time };

const WireBackups = z.object({
  /** The data is in a PostgreSQL database, and backups of it are made there. */
  elsewhere: z.boolean(),
  /** Null: only the command makes backups, and says where. */
  folder: z.string().nullable(),
  /** The last one that was made, verified and on the disk; null: there is none. */
  last: z.object({ ...begun, bytes: int, ms: int }).nullable(),
  /** The last one that failed, unless a later one was made. */
  failed: z.object({ ...begun, scheduled: z.boolean(), why: z.string() }).nullable(),
  running: z.object({ ...begun, scheduled: z.boolean(), done: int, total: int, verifying: z.boolean() }).nullable(),
  /** Null: the server makes none by itself. */
  schedule: z.object({ folder: z.string(), every_hours: int, keep: int, next_at: time }).nullable(),
});
export type WireBackups = z.output<typeof WireBackups>;

/** What is about to go wrong, one of each kind at most. Sizes are bytes. */
const WireWarning = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(DISK_KINDS), free: int, total: int }),
  z.object({ kind: z.literal("memory"), of: z.enum(MEMORY_PARTS), used: int, limit: int }),
  /** `seconds`: how far the clock is behind the newest time in the data, or by how much it was set. */
  z.object({ kind: z.literal("clock"), how: z.enum(["behind", "forward", "back"]), seconds: int }),
  z.object({ kind: z.literal("certificate"), host: z.string(), until: time, expired: z.boolean() }),
]);
export type WireWarning = z.output<typeof WireWarning>;

const WireServerState = z.object({ backups: WireBackups, warnings: z.array(WireWarning) });
export const WireStoreFile = z.object({
  bytes: int,
  free: int,
  /** False: it can be compacted only while no server runs. */
  in_parts: z.boolean(),
  /** Of the disk, in bytes. */
  needs: int,
  room: int,
  running: z.object({ id, at: time, done: int, total: int }).nullable(),
  last: z.object({ id, at: time, given: int, ms: int, why: z.string().nullable() }).nullable(),
});
export type WireStoreFile = z.output<typeof WireStoreFile>;

/** A path of most systems is shorter. */
const PATH = { min: 1, max: 4096 };

export const backupRoutes = {
  getServerState: route("GET", "/api/postil/v1/server-state", "owner", {
    summary: "The last backup of all data, and what is about to go wrong: disks, memory, clock, certificate",
    replies: { 200: WireServerState },
  }),
  makeBackup: route("POST", "/api/postil/v1/backups", "owner", {
    conflicts: true,
    summary: "Begin a backup of all data into the folder of the server; the command line gives another path",
    body: z.object({ path: text(PATH).nullable().default(null), force: bool.default(false) }),
    replies: { 202: z.object({ id }) },
  }),
  getStoreFile: route("GET", "/api/postil/v1/store-file", "owner", {
    conflicts: true,
    summary: "How long the file of the store is, how much of it is free, and how far a compaction is",
    replies: { 200: WireStoreFile },
  }),
  compactStore: route("POST", "/api/postil/v1/store-file/compaction", "owner", {
    conflicts: true,
    summary: "Begin to give the free room in the store's file back to the disk",
    replies: { 202: z.object({ id }) },
  }),
};
