import { type Bits, countBits, emptyBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE } from "@postil/domain/queue/places";
import { RESPONSE_STATUSES } from "@postil/domain/records/labeled-record";
import type { Kysely } from "kysely";
import { bitsOf } from "./blocks.ts";
import type { Note } from "./compare-search.ts";
import { type CountedDataset, type DerivedBlock, type DerivedDataset, deriveDataset } from "./derive.ts";
import { compareSearch } from "./search-derived.ts";
import type { Tables } from "./tables.ts";
import { compareTaskSearch, loadTaskDatasets } from "./task-derived.ts";
import { noCounts, TEAM_COLUMN, type UserCounts } from "./user-counts.ts";

/** A derived row that differs from its source data. `what` names the row for people. */
export type Difference = {
  readonly datasetId: string;
  readonly what: string;
  readonly stored: number;
  readonly counted: number;
};

type Dataset = CountedDataset & { readonly record_count: number };

/** Recomputes all derived data from records and responses, and returns the differences. An empty list means no error. */
export async function recount(db: Kysely<Tables>): Promise<Difference[]> {
  const found: Difference[] = [];
  const noteOf =
    (datasetId: string): Note =>
    (what, stored, counted) =>
      found.push({ datasetId, what, stored, counted });
  const datasets = await db.selectFrom("dataset").select(["key", "id", "status", "next_seq", "record_count"]).execute();
  for (const dataset of datasets) {
    await compareCounters(db, { ...dataset, records: "record" }, noteOf(dataset.id));
    await compareSearch(db, dataset, noteOf(dataset.id));
  }
  for (const dataset of await loadTaskDatasets(db)) {
    await compareCounters(db, { ...dataset, records: "task_record" }, noteOf(dataset.id));
    await compareTaskSearch(db, dataset, noteOf(dataset.id));
  }
  return found;
}

async function compareCounters(db: Kysely<Tables>, dataset: Dataset, note: Note): Promise<void> {
  const seen = new Set<number>();
  const derived = await deriveDataset(db, dataset, async (block) => {
    seen.add(block.block);
    await compareBlock(db, dataset, block, note);
  });
  await compareCounts(db, dataset, derived, note);
  await findStray(db, dataset, seen, note);
}

/** Number of places that differ. */
function distance(a: Bits, b: Bits): number {
  return countBits(a.map((word, index) => word ^ (b[index] ?? 0)));
}

type Stored = { readonly count: number; readonly bits: Uint8Array };

function compareBits(what: string, stored: Stored | undefined, counted: Bits, note: Note): void {
  const bits = stored ? bitsOf(stored.bits) : emptyBits(BLOCK_SIZE);
  const differing = distance(bits, counted);
  if (differing > 0) note(`${what}: places that differ`, differing, 0);
  if ((stored?.count ?? 0) !== countBits(counted)) note(`${what}: count`, stored?.count ?? 0, countBits(counted));
}

async function compareBlock(db: Kysely<Tables>, { key }: Dataset, derived: DerivedBlock, note: Note): Promise<void> {
  const { block, live, answered, orphans } = derived;
  const stored = await db
    .selectFrom("live_block")
    .select(["count", "bits"])
    .where("dataset_key", "=", key)
    .where("block", "=", block)
    .executeTakeFirst();
  compareBits(`block ${block}`, stored, live, note);
  for (const seq of orphans) note(`responses to record number ${seq}, which is not there`, 1, 0);
  const rows = await db
    .selectFrom("answered_block")
    .select(["user_key", "status", "count", "bits"])
    .where("dataset_key", "=", key)
    .where("block", "=", block)
    .execute();
  for (const user of new Set([...answered.keys(), ...rows.map((row) => row.user_key)])) {
    for (const status of RESPONSE_STATUSES) {
      const row = rows.find((candidate) => candidate.user_key === user && candidate.status === status);
      const counted = answered.get(user)?.get(status) ?? emptyBits(BLOCK_SIZE);
      compareBits(`block ${block}, ${status} by user ${user}`, row, counted, note);
    }
  }
}

const OWN = ["draft", "submitted", "discarded"] as const;
const TEAM = Object.values(TEAM_COLUMN);

async function compareCounts(db: Kysely<Tables>, dataset: Dataset, derived: DerivedDataset, note: Note): Promise<void> {
  if (dataset.record_count !== derived.records) note("records", dataset.record_count, derived.records);
  const rows = await db.selectFrom("user_counts").selectAll().where("dataset_key", "=", dataset.key).execute();
  const stored = new Map<number, UserCounts>(rows.map((row) => [row.user_key, row]));
  for (const user of new Set([...stored.keys(), ...derived.counts.keys()])) {
    const [a, b] = [stored.get(user) ?? noCounts(), derived.counts.get(user) ?? noCounts()];
    for (const status of OWN) if (a[status] !== b[status]) note(`${status} of user ${user}`, a[status], b[status]);
  }
  const sum = (counts: ReadonlyMap<number, UserCounts>, bucket: (typeof TEAM)[number]) =>
    [...counts.values()].reduce((total, own) => total + own[bucket], 0);
  for (const bucket of TEAM) {
    const [a, b] = [sum(stored, bucket), sum(derived.counts, bucket)];
    if (a !== b) note(bucket, a, b);
  }
}

/** Finds rows with record numbers that the dataset has not given out. */
async function findStray(
  db: Kysely<Tables>,
  { key, next_seq, records }: Dataset,
  seen: ReadonlySet<number>,
  note: Note,
): Promise<void> {
  const last = await db
    .selectFrom(records)
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("dataset_key", "=", key)
    .executeTakeFirst();
  if (last?.seq != null && last.seq >= next_seq) note("next record number", next_seq, last.seq + 1);
  const live = await db.selectFrom("live_block").select(["block", "count"]).where("dataset_key", "=", key).execute();
  const answered = await db
    .selectFrom("answered_block")
    .select(["block", "count"])
    .where("dataset_key", "=", key)
    .execute();
  for (const { block, count } of [...live, ...answered]) {
    if (!seen.has(block) && count > 0) note(`block ${block}, where no record can be`, count, 0);
  }
}
