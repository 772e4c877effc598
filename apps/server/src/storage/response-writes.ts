import { pickBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, seqAt } from "@postil/domain/queue/places";
import { type TeamBucket, teamBucket } from "@postil/domain/queue/progress";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import type { ResponseInput } from "@postil/domain/records/record";
import type { Kysely } from "kysely";
import { newId } from "../new-id.ts";
import { addActivity, type Change, type ResponseChange } from "./activity.ts";
import {
  addCounts,
  type BlockChange,
  bitsOf,
  changeAnswered,
  noCounts,
  TEAM_COLUMN,
  type UserCounts,
} from "./blocks.ts";
import { compiled } from "./compiled.ts";
import type { ResponseRow } from "./read-records.ts";
import type { Context } from "./store.ts";
import type { Tables } from "./tables.ts";

/** Writes responses with all derived data and the history, in the caller's transaction. */

/** The new response of one user to one record; null means that it is removed. */
type ResponseWrite = { readonly userKey: number; readonly after: ResponseInput | null };
/** The writes to one record, with all users' present responses to it. */
type RecordWrites = {
  readonly seq: number;
  readonly standing: readonly ResponseRow[];
  readonly writes: readonly ResponseWrite[];
};

const responsesOf = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db.selectFrom("response").selectAll().where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

const putResponse = compiled((db, row: ResponseRow) =>
  db
    .insertInto("response")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["dataset_key", "seq", "user_key"]).doUpdateSet(({ ref }) => ({
        status: ref("excluded.status"),
        values: ref("excluded.values"),
        updated_at: ref("excluded.updated_at"),
      })),
    ),
);

const removeResponse = compiled((db, datasetKey: number, seq: number, userKey: number) =>
  db
    .deleteFrom("response")
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq)
    .where("user_key", "=", userKey),
);

/** Responses to records of a dataset, by the record's number. */
export async function responsesTo(
  db: Kysely<Tables>,
  datasetKey: number,
  seqs: readonly number[],
): Promise<Map<number, ResponseRow[]>> {
  const found = new Map<number, ResponseRow[]>(seqs.map((seq) => [seq, []]));
  if (seqs.length === 0) return found;
  const rows = await responsesOf(db, datasetKey, [...found.keys()]);
  for (const row of rows) found.get(row.seq)?.push(row);
  return found;
}

/** Writes responses to any number of records. Returns the new rows, in the order of the writes. */
export async function writeResponses(
  { db, now }: Pick<Context, "db" | "now">,
  by: Change,
  records: readonly RecordWrites[],
): Promise<(ResponseRow | null)[]> {
  const changes = records.flatMap((record) => changesOf(by.datasetKey, record, now));
  const moves = records.flatMap(({ seq, standing, writes }) => {
    const statuses = new Map(standing.map((row) => [row.user_key, row.status]));
    return movesOf(
      seq,
      statuses,
      writes.map(({ userKey, after }) => ({ userKey, to: after?.status ?? null })),
    );
  });
  await storeRows(db, by.datasetKey, changes);
  await updateCounters(db, by.datasetKey, moves);
  for (const change of changes) await addActivity(db, by, change, now());
  return changes.map((change) => change.after);
}

function changesOf(datasetKey: number, { seq, standing, writes }: RecordWrites, now: Context["now"]): ResponseChange[] {
  const rows = new Map<number, ResponseRow | null>(standing.map((row) => [row.user_key, row]));
  return writes.map(({ userKey, after: wanted }) => {
    const before = rows.get(userKey) ?? null;
    const after = wanted && rowAfter(datasetKey, seq, userKey, before, wanted, now());
    rows.set(userKey, after);
    return { seq, userKey, before, after };
  });
}

function rowAfter(
  datasetKey: number,
  seq: number,
  userKey: number,
  before: ResponseRow | null,
  { status, values }: ResponseInput,
  at: number,
): ResponseRow {
  return {
    dataset_key: datasetKey,
    seq,
    user_key: userKey,
    id: before?.id ?? newId(),
    status,
    values: values === null ? null : JSON.stringify(values),
    inserted_at: before?.inserted_at ?? at,
    updated_at: at,
  };
}

async function storeRows(db: Kysely<Tables>, datasetKey: number, changes: readonly ResponseChange[]): Promise<void> {
  // If a call writes one response several times, only the last write is stored.
  const last = new Map(changes.map((change) => [`${change.seq} ${change.userKey}`, change]));
  for (const { seq, userKey, after } of last.values()) {
    if (after) await putResponse(db, after);
    else await removeResponse(db, datasetKey, seq, userKey);
  }
}

/** Data derived from responses: each user's answered blocks and counts, and each user's part in the team's groups. */

/** One response that was added, changed or removed (null means none), and how its record moved for the team. */
type ResponseMove = {
  readonly seq: number;
  readonly userKey: number;
  readonly from: ResponseStatus | null;
  readonly to: ResponseStatus | null;
  readonly teamFrom: TeamBucket;
  readonly teamTo: TeamBucket;
};

type StatusChange = { readonly userKey: number; readonly to: ResponseStatus | null };

/** The moves of one record, one change after the other. `standing` has all users' statuses before the changes. */
function movesOf(
  seq: number,
  standing: ReadonlyMap<number, ResponseStatus>,
  changes: readonly StatusChange[],
): ResponseMove[] {
  const statuses = new Map(standing);
  return changes.map(({ userKey, to }) => {
    const from = statuses.get(userKey) ?? null;
    const teamFrom = teamBucket(statuses.values());
    if (to === null) statuses.delete(userKey);
    else statuses.set(userKey, to);
    return { seq, userKey, from, to, teamFrom, teamTo: teamBucket(statuses.values()) };
  });
}

type CounterChanges = { readonly counts: UserCounts; readonly answered: Map<ResponseStatus, BlockChange[]> };

function enter({ counts, answered }: CounterChanges, { seq, from, to, teamFrom, teamTo }: ResponseMove): void {
  if (teamFrom !== "pending") counts[TEAM_COLUMN[teamFrom]]--;
  if (teamTo !== "pending") counts[TEAM_COLUMN[teamTo]]++;
  if (from === to) return;
  const note = (status: ResponseStatus, there: boolean) => {
    counts[status] += there ? 1 : -1;
    const changes = answered.get(status) ?? [];
    answered.set(status, changes);
    changes.push({ seq, there });
  };
  if (from) note(from, false);
  if (to) note(to, true);
}

/** Applies the moves. Users are in ascending order, so that two writers cannot deadlock. */
async function updateCounters(db: Kysely<Tables>, datasetKey: number, moves: readonly ResponseMove[]): Promise<void> {
  const byUser = new Map<number, CounterChanges>();
  for (const move of moves) {
    const own = byUser.get(move.userKey) ?? { counts: noCounts(), answered: new Map() };
    byUser.set(move.userKey, own);
    enter(own, move);
  }
  for (const [userKey, { counts, answered }] of [...byUser].sort(([a], [b]) => a - b)) {
    for (const [status, changes] of answered) await changeAnswered(db, { datasetKey, userKey, status }, changes);
    if (Object.values(counts).some((count) => count !== 0)) {
      await addCounts(db, { dataset_key: datasetKey, user_key: userKey, ...counts });
    }
  }
}

type WriteContext = Pick<Context, "db" | "now">;

/** The datasets in which a user has drafts. */
export const datasetsWithDrafts = ({ db }: Pick<Context, "db">, userKey: number) =>
  db
    .selectFrom("user_counts")
    .innerJoin("dataset", "dataset.key", "user_counts.dataset_key")
    .select(["dataset.key", "dataset.id", "dataset.workspace_id", "user_counts.draft as drafts"])
    .where("user_key", "=", userKey)
    .where("draft", ">", 0)
    .execute();

type DraftsOf = { readonly datasetKey: number; readonly userKey: number };

/**
 * Removes at most `most` drafts of a user, with the data derived from them. Returns their number; 0 if there are none left.
 */
export async function removeDrafts(
  context: WriteContext,
  drafts: DraftsOf,
  actorKey: number,
  most: number,
): Promise<number> {
  const { datasetKey, userKey } = drafts;
  const seqs = await someDrafts(context, drafts, most);
  const standing = await responsesTo(context.db, datasetKey, seqs);
  const writes = [{ userKey, after: null }];
  await writeResponses(
    context,
    { datasetKey, actorKey, shownMs: null },
    seqs.map((seq) => ({ seq, standing: standing.get(seq) ?? [], writes })),
  );
  return seqs.length;
}

/** The numbers of records, in one block, of which the user has a draft. */
async function someDrafts(
  { db }: WriteContext,
  { datasetKey, userKey }: DraftsOf,
  most: number,
): Promise<readonly number[]> {
  const row = await db
    .selectFrom("answered_block")
    .select(["block", "bits"])
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey)
    .where("status", "=", "draft")
    .where("count", ">", 0)
    .limit(1)
    .executeTakeFirst();
  if (!row) return [];
  return pickBits(bitsOf(row.bits), 0, BLOCK_SIZE, 0, most).map((spot) => seqAt({ block: row.block, spot }));
}
