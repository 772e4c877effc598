import { addBit, type Bits, countBits, emptyBits, removeBit } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, placeOf } from "@postil/domain/queue/places";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import type { Insertable } from "kysely";
import { compiled } from "./compiled.ts";
import type { DatasetRef } from "./keys.ts";
import { rowsOf } from "./statements.ts";
import type { AnsweredBlockTable, Db, Seqs, UserCountsTable } from "./tables.ts";

/**
 * Bitmaps per block of 8192 places: which records exist, and which records a user has answered with a status; and the counts
 * of each user. They are derived from `record` and `response`, and written in the transaction that changes those.
 */

/** The bits of a row as a separate copy: the engine's own buffer may be unaligned. */
export const bitsOf = (bytes: Uint8Array): Bits => new Uint32Array(new Uint8Array(bytes).buffer);
const bytesOf = (bits: Bits): Uint8Array => new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength);

type BlockRow = { readonly block: number; readonly count: number; readonly bits: Uint8Array };
export type BlockChange = { readonly seq: number; readonly there: boolean };

/**
 * The changed blocks after the changes. `stored` holds the blocks before: they are read, changed here and written back as a
 * whole. Nobody else writes a block in between: the dataset is locked, or the person whose answers these are.
 */
function changedBlocks(stored: readonly BlockRow[], changes: readonly BlockChange[]): BlockRow[] {
  const known = new Map(stored.map((row) => [row.block, bitsOf(row.bits)]));
  const touched = new Map<number, Bits>();
  for (const { seq, there } of changes) {
    const { block, spot } = placeOf(seq);
    const bits = touched.get(block) ?? known.get(block) ?? emptyBits(BLOCK_SIZE);
    touched.set(block, bits);
    if (there) addBit(bits, spot);
    else removeBit(bits, spot);
  }
  return [...touched].map(([block, bits]) => ({ block, count: countBits(bits), bits: bytesOf(bits) }));
}

const blocksOf = (changes: readonly BlockChange[]) => [...new Set(changes.map(({ seq }) => placeOf(seq).block))];

/** Writes that these records exist, or that they do not, and the number of all records. */
export async function changeLive(
  db: Db,
  { table, key: datasetKey }: DatasetRef,
  seqs: Seqs,
  there: boolean,
): Promise<void> {
  if (seqs.length === 0) return;
  await db.lock.dataset(datasetKey);
  const changes = seqs.map((seq) => ({ seq, there }));
  const stored = await rowsOf(db, "live_block", { dataset_key: datasetKey })
    .select(["block", "count", "bits"])
    .where("block", "in", blocksOf(changes))
    .execute();
  const after = changedBlocks(stored, changes);
  const sum = (rows: readonly BlockRow[]) => rows.reduce((total, row) => total + row.count, 0);
  await db
    .insertInto("live_block")
    .values(after.map((row) => ({ dataset_key: datasetKey, ...row })))
    .onConflict((conflict) =>
      conflict.columns(["dataset_key", "block"]).doUpdateSet(({ ref }) => ({
        count: ref("excluded.count"),
        bits: ref("excluded.bits"),
      })),
    )
    .execute();
  const growth = sum(after) - sum(stored);
  await db
    .updateTable(table)
    .set(({ eb }) => ({ record_count: eb("record_count", "+", growth) }))
    .where("key", "=", datasetKey)
    .execute();
}

const answeredBlocks = compiled(
  (db, datasetKey: number, userKey: number, status: ResponseStatus, blocks: readonly number[]) =>
    rowsOf(db, "answered_block", { dataset_key: datasetKey, user_key: userKey, status })
      .select(["block", "count", "bits"])
      .where("block", "in", blocks),
);

const putAnswered = compiled((db, row: Insertable<AnsweredBlockTable>) =>
  db
    .insertInto("answered_block")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["dataset_key", "user_key", "status", "block"]).doUpdateSet(({ ref }) => ({
        count: ref("excluded.count"),
        bits: ref("excluded.bits"),
      })),
    ),
);

/** Writes which records a user has answered with a status. */
export async function changeAnswered(
  db: Db,
  {
    datasetKey,
    userKey,
    status,
  }: { readonly datasetKey: number; readonly userKey: number; readonly status: ResponseStatus },
  changes: readonly BlockChange[],
): Promise<void> {
  const stored = await answeredBlocks(db, datasetKey, userKey, status, blocksOf(changes));
  for (const row of changedBlocks(stored, changes)) {
    await putAnswered(db, { dataset_key: datasetKey, user_key: userKey, status, ...row });
  }
}

/** A user's own responses by status, and that user's part in the team's groups. As a change, values may be negative. */
export type UserCounts = { -readonly [K in Exclude<keyof UserCountsTable, "dataset_key" | "user_key">]: number };

export const noCounts = (): UserCounts => ({
  draft: 0,
  submitted: 0,
  discarded: 0,
  team_submitted: 0,
  team_discarded: 0,
  team_conflicting: 0,
});

/** The columns of the team's groups; pending is the rest. */
export const TEAM_COLUMN = {
  submitted: "team_submitted",
  discarded: "team_discarded",
  conflicting: "team_conflicting",
} as const;

export const addCounts = compiled((db, row: UserCountsTable) =>
  db
    .insertInto("user_counts")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["dataset_key", "user_key"]).doUpdateSet(({ eb, ref }) => ({
        draft: eb("user_counts.draft", "+", ref("excluded.draft")),
        submitted: eb("user_counts.submitted", "+", ref("excluded.submitted")),
        discarded: eb("user_counts.discarded", "+", ref("excluded.discarded")),
        team_submitted: eb("user_counts.team_submitted", "+", ref("excluded.team_submitted")),
        team_discarded: eb("user_counts.team_discarded", "+", ref("excluded.team_discarded")),
        team_conflicting: eb("user_counts.team_conflicting", "+", ref("excluded.team_conflicting")),
      })),
    ),
);
