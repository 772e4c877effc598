import type { Snapshot } from "@postil/domain/datasets/snapshot";
import { entity, orNull, same, time } from "../wire/entity-mapping.ts";
import type { WireSnapshot } from "./snapshots.ts";

const taken = entity<NonNullable<Snapshot["taken"]>, NonNullable<WireSnapshot["taken"]>>()({
  takenAt: time("taken_at"),
  ...same("records", "answers", "position", "bytes", "hash"),
});

export const { toWire: snapshotToWire, fromWire: snapshotFromWire } = entity<Snapshot, WireSnapshot>()({
  ...same("id", "name", "by", "progress", "error"),
  askedAt: time("asked_at"),
  taken: ["taken", orNull(taken.toWire), orNull(taken.fromWire)],
});
