import { addBit, type Bits, countBits, emptyBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, placeOf } from "@postil/domain/queue/places";
import { teamBucket } from "@postil/domain/queue/progress";
import { RESPONSE_STATUSES, type ResponseStatus } from "@postil/domain/records/labeled-record";
import { bitsOf, noCounts, TEAM_COLUMN, type UserCounts } from "./blocks.ts";
import type { FamilyOfRecords, Note, SearchedDataset } from "./family.ts";
import { deleteRows, insertRows, rowsOf, updateRows } from "./statements.ts";
import type { Db } from "./tables.ts";

/** Bitmaps and counts of a dataset, recomputed from records and responses: a rebuild writes them, a check compares them. */

/** One block of places: which records exist, and by user and status which are answered. */
type DerivedBlock = {
  readonly block: number;
  readonly live: Bits;
  readonly answered: ReadonlyMap<number, ReadonlyMap<ResponseStatus, Bits>>;
  /** Numbers of records that do not exist although they have responses. */
  readonly orphans: readonly number[];
};

type DerivedDataset = { readonly records: number; readonly counts: ReadonlyMap<number, UserCounts> };

type Answer = { readonly seq: number; readonly user_key: number; readonly status: ResponseStatus };

/**
 * Reads a dataset 8192 records at a time, so that memory use does not grow with the dataset. Calls `onBlock` for each block
 * and returns the counts. A record's part in the team's groups is added to its first responder: only the sum over all users
 * is defined.
 */
async function deriveDataset(
  db: Db,
  { table }: FamilyOfRecords,
  dataset: SearchedDataset,
  onBlock: (block: DerivedBlock) => Promise<void>,
): Promise<DerivedDataset> {
  const counts = new Map<number, UserCounts>();
  let records = 0;
  for (let from = 0; from < dataset.next_seq; from += BLOCK_SIZE) {
    const to = from + BLOCK_SIZE;
    const seqs = await db
      .selectFrom(table)
      .select("seq")
      .where("dataset_key", "=", dataset.key)
      .where("seq", ">=", from)
      .where("seq", "<", to)
      .execute();
    const answers: readonly Answer[] = await rowsOf(db, "response", { dataset_key: dataset.key })
      .select(["seq", "user_key", "status"])
      .where("seq", ">=", from)
      .where("seq", "<", to)
      .orderBy("seq")
      .orderBy("user_key")
      .execute();
    const there = new Set(seqs.map(({ seq }) => seq));
    records += there.size;
    countAnswers(counts, answers);
    await onBlock({
      block: placeOf(from).block,
      live: bitsAt(there),
      answered: answeredBits(answers),
      orphans: [...new Set(answers.map(({ seq }) => seq))].filter((seq) => !there.has(seq)),
    });
  }
  return { records, counts };
}

function bitsAt(seqs: Iterable<number>): Bits {
  const bits = emptyBits(BLOCK_SIZE);
  for (const seq of seqs) addBit(bits, placeOf(seq).spot);
  return bits;
}

function answeredBits(answers: readonly Answer[]): Map<number, Map<ResponseStatus, Bits>> {
  const users = new Map<number, Map<ResponseStatus, Bits>>();
  for (const { seq, user_key, status } of answers) {
    const own = users.get(user_key) ?? new Map<ResponseStatus, Bits>();
    users.set(user_key, own);
    const bits = own.get(status) ?? emptyBits(BLOCK_SIZE);
    own.set(status, bits);
    addBit(bits, placeOf(seq).spot);
  }
  return users;
}

function countAnswers(counts: Map<number, UserCounts>, answers: readonly Answer[]): void {
  const byRecord = new Map<number, Answer[]>();
  for (const answer of answers) {
    const own = counts.get(answer.user_key) ?? noCounts();
    counts.set(answer.user_key, own);
    own[answer.status]++;
    const same = byRecord.get(answer.seq) ?? [];
    byRecord.set(answer.seq, same);
    same.push(answer);
  }
  for (const same of byRecord.values()) {
    const bucket = teamBucket(same.map(({ status }) => status));
    const first = counts.get(same[0]?.user_key ?? -1);
    if (first && bucket !== "pending") first[TEAM_COLUMN[bucket]]++;
  }
}

const row = (bits: Bits) => ({ count: countBits(bits), bits: new Uint8Array(bits.buffer) });

/** Writes them anew, in the caller's transaction. */
export async function rebuildCounters(db: Db, family: FamilyOfRecords, dataset: SearchedDataset): Promise<void> {
  const dataset_key = dataset.key;
  for (const table of ["live_block", "answered_block", "user_counts"] as const) {
    await deleteRows(db, table, { dataset_key });
  }
  const { records, counts } = await deriveDataset(db, family, dataset, async ({ block, live, answered }) => {
    await insertRows(db, "live_block", { dataset_key, block, ...row(live) });
    for (const [user_key, statuses] of answered) {
      for (const [status, bits] of statuses) {
        await insertRows(db, "answered_block", { dataset_key, user_key, status, block, ...row(bits) });
      }
    }
  });
  for (const [user_key, own] of counts) {
    await insertRows(db, "user_counts", { dataset_key, user_key, ...own });
  }
  await updateRows(db, family.datasets, { key: dataset_key }, { record_count: records });
  await updateRows(db, "deleted_dataset", { key: dataset_key }, { records });
}

/** Reports where they differ. */
export async function compareCounters(
  db: Db,
  family: FamilyOfRecords,
  dataset: SearchedDataset,
  note: Note,
): Promise<void> {
  const seen = new Set<number>();
  const derived = await deriveDataset(db, family, dataset, async (block) => {
    seen.add(block.block);
    await compareBlock(db, dataset, block, note);
  });
  await compareCounts(db, dataset, derived, note);
  await findStray(db, family, dataset, seen, note);
}

type Stored = { readonly count: number; readonly bits: Uint8Array };

function compareBits(what: string, stored: Stored | undefined, counted: Bits, note: Note): void {
  const bits = stored ? bitsOf(stored.bits) : emptyBits(BLOCK_SIZE);
  const differing = countBits(bits.map((word, index) => word ^ (counted[index] ?? 0)));
  if (differing > 0) note(`${what}: places that differ`, differing, 0);
  if ((stored?.count ?? 0) !== countBits(counted)) note(`${what}: count`, stored?.count ?? 0, countBits(counted));
}

async function compareBlock(db: Db, { key }: SearchedDataset, derived: DerivedBlock, note: Note): Promise<void> {
  const { block, live, answered, orphans } = derived;
  const stored = await rowsOf(db, "live_block", { dataset_key: key, block })
    .select(["count", "bits"])
    .executeTakeFirst();
  compareBits(`block ${block}`, stored, live, note);
  for (const seq of orphans) note(`responses to record number ${seq}, which is not there`, 1, 0);
  const rows = await rowsOf(db, "answered_block", { dataset_key: key, block })
    .select(["user_key", "status", "count", "bits"])
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

async function compareCounts(db: Db, dataset: SearchedDataset, derived: DerivedDataset, note: Note): Promise<void> {
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
  db: Db,
  { table }: FamilyOfRecords,
  { key, next_seq }: SearchedDataset,
  seen: ReadonlySet<number>,
  note: Note,
): Promise<void> {
  const last = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("dataset_key", "=", key)
    .executeTakeFirst();
  if (last?.seq != null && last.seq >= next_seq) note("next record number", next_seq, last.seq + 1);
  const live = await db.selectFrom("live_block").select(["block", "count"]).where("dataset_key", "=", key).execute();
  const answered = await rowsOf(db, "answered_block", { dataset_key: key }).select(["block", "count"]).execute();
  for (const { block, count } of [...live, ...answered]) {
    if (!seen.has(block) && count > 0) note(`block ${block}, where no record can be`, count, 0);
  }
}
