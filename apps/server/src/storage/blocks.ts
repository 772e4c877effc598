import { addBit, type Bits, countBits, emptyBits, removeBit } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, placeOf } from "@postil/domain/queue/places";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import { compiled } from "./compiled.ts";
import type { DatasetRef } from "./keys.ts";
import { partsBySize } from "./parts.ts";
import { putRows, rowsOf } from "./statements.ts";
import type { AnsweredBlockTable, Db, Seqs, UserCountsTable } from "./tables.ts";

/**
 * Bitmaps per block of 8192 places: which records exist, and which records a user has answered with a status; and the counts
 * of each user. They are derived from `record` and `response`, and written in the transaction that changes those.
 */

/** The bits of a row as a separate copy: the engine's own buffer may be unaligned. */
export const bitsOf = (bytes: Uint8Array): Bits => new Uint32Array(new Uint8Array(bytes).buffer);
const bytesOf = (bits: Bits): Uint8Array => new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength);

type BlockRow = { readonly block: number; readonly count: number; readonly bits: Uint8Array };
type BlockChange = { readonly seq: number; readonly there: boolean };

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
  (
    db,
    datasetKey: number,
    userKeys: readonly number[],
    statuses: readonly ResponseStatus[],
    blocks: readonly number[],
  ) =>
    rowsOf(db, "answered_block", { dataset_key: datasetKey })
      .select(["user_key", "status", "block", "count", "bits"])
      .where("user_key", "in", userKeys)
      .where("status", "in", statuses)
      .where("block", "in", blocks),
);

const putAnswered = putRows("answered_block", {
  columns: ["dataset_key", "user_key", "status", "block", "count", "bits"],
  over: { key: ["dataset_key", "user_key", "status", "block"], take: ["count", "bits"] },
});

/** The records that a user answers with a status, or no longer. */
type AnsweredChange = {
  readonly userKey: number;
  readonly status: ResponseStatus;
  readonly places: readonly BlockChange[];
};

/** Blocks that are read and written together; a block is a kilobyte. */
const BLOCKS_TOGETHER = 1000;

/** Writes which records users have answered with which status. A user and a status occur once. */
export async function changeAnswered(db: Db, datasetKey: number, changes: readonly AnsweredChange[]): Promise<void> {
  for (const some of partsBySize(changes, ({ places }) => blocksOf(places).length, BLOCKS_TOGETHER)) {
    const users = [...new Set(some.map(({ userKey }) => userKey))];
    const statuses = [...new Set(some.map(({ status }) => status))];
    const blocks = blocksOf(some.flatMap(({ places }) => places));
    const stored = Map.groupBy(await answeredBlocks(db, datasetKey, users, statuses, blocks), answeredBy);
    const rows = some.flatMap(({ userKey: user_key, status, places }) => {
      const known = stored.get(answeredBy({ user_key, status })) ?? [];
      return changedBlocks(known, places).map((row) => ({ dataset_key: datasetKey, user_key, status, ...row }));
    });
    await putAnswered(db, rows);
  }
}

const answeredBy = ({ user_key, status }: Pick<AnsweredBlockTable, "user_key" | "status">) => `${user_key} ${status}`;

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

const COUNTS = ["draft", "submitted", "discarded", ...Object.values(TEAM_COLUMN)] as const;
const COUNTED = ["dataset_key", "user_key"] as const;
export const addCounts = putRows("user_counts", {
  columns: [...COUNTED, ...COUNTS],
  over: { key: COUNTED, add: COUNTS },
});
