import { addBit, type Bits, emptyBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, placeOf } from "@postil/domain/queue/places";
import { teamBucket } from "@postil/domain/queue/progress";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import { noCounts, TEAM_COLUMN, type UserCounts } from "./user-counts.ts";

/** Recomputes the derived rows of a dataset from records and responses. */

/** One block of places: which records exist, and by user and status which are answered. */
export type DerivedBlock = {
  readonly block: number;
  readonly live: Bits;
  readonly answered: ReadonlyMap<number, ReadonlyMap<ResponseStatus, Bits>>;
  /** Numbers of records that do not exist although they have responses. */
  readonly orphans: readonly number[];
};

export type DerivedDataset = { readonly records: number; readonly counts: ReadonlyMap<number, UserCounts> };

/** A dataset of either family, and the table that holds its records. */
export type CountedDataset = {
  readonly key: number;
  readonly next_seq: number;
  readonly records: "record" | "task_record";
};

type Answer = { readonly seq: number; readonly user_key: number; readonly status: ResponseStatus };

/**
 * Reads a dataset 8192 records at a time, so that memory use does not grow with the dataset. Calls `onBlock` for each block
 * and returns the counts. A record's part in the team's groups is added to its first responder: only the sum over all users
 * is defined.
 */
export async function deriveDataset(
  db: Kysely<Tables>,
  dataset: CountedDataset,
  onBlock: (block: DerivedBlock) => Promise<void>,
): Promise<DerivedDataset> {
  const counts = new Map<number, UserCounts>();
  let records = 0;
  for (let from = 0; from < dataset.next_seq; from += BLOCK_SIZE) {
    const to = from + BLOCK_SIZE;
    const seqs = await db
      .selectFrom(dataset.records)
      .select("seq")
      .where("dataset_key", "=", dataset.key)
      .where("seq", ">=", from)
      .where("seq", "<", to)
      .execute();
    const answers: readonly Answer[] = await db
      .selectFrom("response")
      .select(["seq", "user_key", "status"])
      .where("dataset_key", "=", dataset.key)
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
