import { pickBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, seqAt } from "@postil/domain/queue/places";
import { type TeamBucket, teamBucket } from "@postil/domain/queue/progress";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import type { ResponseInput } from "@postil/domain/records/record";
import { newIdIn } from "../new-id.ts";
import { addActivity, type Change, type ResponseChange } from "./activity.ts";
import { addCounts, bitsOf, changeAnswered, noCounts, TEAM_COLUMN, type UserCounts } from "./blocks.ts";
import { compiled } from "./compiled.ts";
import type { ResponseRow } from "./read-records.ts";
import { dropRows, putRows, rowsOf } from "./statements.ts";
import type { Context, HasDb, WriteContext } from "./store.ts";
import type { Db, Seqs } from "./tables.ts";

/** The writes to one record, with all users' present responses to it. */
type RecordWrites = {
  readonly seq: number;
  readonly standing: readonly ResponseRow[];
  /** The new response of a user; null means that it is removed. */
  readonly writes: readonly { readonly userKey: number; readonly after: ResponseInput | null }[];
};

const responsesOf = compiled((db, datasetKey: number, seqs: Seqs) =>
  db.selectFrom("response").selectAll().where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

const RESPONSE = ["dataset_key", "seq", "user_key"] as const;
const SAID = ["status", "values", "updated_at"] as const;
const putResponses = putRows("response", {
  columns: [...RESPONSE, "id", "inserted_at", ...SAID],
  over: { key: RESPONSE, take: SAID },
});
const dropResponses = dropRows("response", RESPONSE);

/** Responses to records of a dataset, by the record's number. The records are locked: whoever asks writes to them next. */
export async function responsesTo(db: Db, datasetKey: number, seqs: Seqs): Promise<Map<number, ResponseRow[]>> {
  const found = new Map<number, ResponseRow[]>(seqs.map((seq) => [seq, []]));
  if (seqs.length === 0) return found;
  await db.lock.records(datasetKey, seqs);
  const rows = await responsesOf(db, datasetKey, [...found.keys()]);
  for (const row of rows) found.get(row.seq)?.push(row);
  return found;
}

/**
 * Writes responses to any number of records with all derived data and the history, in the caller's transaction. Returns the
 * new rows, in the order of the writes.
 */
export async function writeResponses(
  { db, now }: WriteContext,
  by: Change,
  records: readonly RecordWrites[],
): Promise<(ResponseRow | null)[]> {
  const changes = records.flatMap((record) => changesOf(by.datasetKey, record, now));
  await storeRows(db, by.datasetKey, changes);
  await updateCounters(db, by.datasetKey, changes);
  await addActivity({ db, now }, by, changes);
  return changes.map((change) => change.after);
}

/** Takes the responses of some records out of the counters, or into them again: the rows move. Returns how many. */
export async function countResponses(
  { db }: HasDb,
  { datasetKey, storedAt }: { readonly datasetKey: number; readonly storedAt: number },
  seqs: Seqs,
  there: boolean,
): Promise<number> {
  const changes = [...(await responsesTo(db, storedAt, seqs))].flatMap(([seq, rows]) =>
    rows.map((row, at): TeamChange => {
      const [before, after] = [at, at + 1].map((from) => teamBucket(rows.slice(from).map(({ status }) => status)));
      const change = { seq, userKey: row.user_key, before: row, after: null };
      const [teamFrom = "pending", teamTo = "pending"] = [before, after];
      return there
        ? { ...change, before: null, after: row, teamFrom: teamTo, teamTo: teamFrom }
        : { ...change, teamFrom, teamTo };
    }),
  );
  await updateCounters(db, datasetKey, changes);
  return changes.length;
}

/** A change of a response, and how its record moved for the team. */
type TeamChange = ResponseChange & { readonly teamFrom: TeamBucket; readonly teamTo: TeamBucket };

/** The changes of one record, one write after the other. */
function changesOf(datasetKey: number, { seq, standing, writes }: RecordWrites, now: Context["now"]): TeamChange[] {
  const rows = new Map(standing.map((row) => [row.user_key, row]));
  const bucket = () => teamBucket([...rows.values()].map(({ status }) => status));
  return writes.map(({ userKey, after: wanted }) => {
    const before = rows.get(userKey) ?? null;
    const after = wanted && rowAfter(datasetKey, seq, userKey, before, wanted, now());
    const teamFrom = bucket();
    if (after) rows.set(userKey, after);
    else rows.delete(userKey);
    return { seq, userKey, before, after, teamFrom, teamTo: bucket() };
  });
}

function rowAfter(
  datasetKey: number,
  seq: number,
  userKey: number,
  before: ResponseRow | null,
  { status, values, origin }: ResponseInput,
  at: number,
): ResponseRow {
  return {
    dataset_key: datasetKey,
    seq,
    user_key: userKey,
    id: before?.id ?? origin?.id ?? newIdIn(datasetKey),
    status,
    values: values === null ? null : JSON.stringify(values),
    inserted_at: before?.inserted_at ?? origin?.insertedAt ?? at,
    updated_at: origin?.updatedAt ?? at,
  };
}

async function storeRows(db: Db, datasetKey: number, changes: readonly ResponseChange[]): Promise<void> {
  // If a call writes one response several times, only the last write is stored.
  const last = [...new Map(changes.map((change) => [`${change.seq} ${change.userKey}`, change])).values()];
  const gone = last.filter(({ after }) => after === null);
  await dropResponses(
    db,
    gone.map(({ seq, userKey: user_key }) => ({ dataset_key: datasetKey, seq, user_key })),
  );
  await putResponses(
    db,
    last.flatMap(({ after }) => after ?? []),
  );
}

/** What changes for one user: the counts, and the records answered with each status. */
type CounterChanges = {
  readonly counts: UserCounts;
  readonly answered: Map<ResponseStatus, { readonly seq: number; readonly there: boolean }[]>;
};

function enter({ counts, answered }: CounterChanges, { seq, before, after, teamFrom, teamTo }: TeamChange): void {
  if (teamFrom !== "pending") counts[TEAM_COLUMN[teamFrom]]--;
  if (teamTo !== "pending") counts[TEAM_COLUMN[teamTo]]++;
  const [from, to] = [before?.status, after?.status];
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

async function updateCounters(db: Db, datasetKey: number, changes: readonly TeamChange[]): Promise<void> {
  const byUser = new Map<number, CounterChanges>();
  for (const change of changes) {
    const own = byUser.get(change.userKey) ?? { counts: noCounts(), answered: new Map() };
    byUser.set(change.userKey, own);
    enter(own, change);
  }
  await db.lock.people(datasetKey, byUser.keys());
  const users = [...byUser];
  const answered = users.flatMap(([userKey, own]) =>
    [...own.answered].map(([status, places]) => ({ userKey, status, places })),
  );
  await changeAnswered(db, datasetKey, answered);
  const counts = users.map(([user_key, own]) => ({ dataset_key: datasetKey, user_key, ...own.counts }));
  await addCounts(
    db,
    counts.filter(({ dataset_key: _, user_key: __, ...changed }) => Object.values(changed).some((one) => one !== 0)),
  );
}

/** The datasets in which a user has drafts, and the deleted ones that can be restored. */
export async function datasetsWithDrafts({ db }: HasDb, userKey: number) {
  const counts = db.selectFrom("user_counts").where("user_key", "=", userKey).where("draft", ">", 0);
  const living = await counts
    .innerJoin("dataset", "dataset.key", "user_counts.dataset_key")
    .select(["dataset.key", "dataset.id", "dataset.workspace_id", "user_counts.draft as drafts"])
    .execute();
  const deleted = await counts
    .innerJoin("deleted_dataset as gone", "gone.key", "user_counts.dataset_key")
    .select(["gone.key", "gone.dataset_id as id", "gone.workspace_id", "user_counts.draft as drafts"])
    .execute();
  return [...living, ...deleted];
}

type DraftsOf = { readonly datasetKey: number; readonly userKey: number };

/** Removes at most `most` drafts of a user, with derived data. Returns their number; 0 if there are none left. */
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
  const row = await rowsOf(db, "answered_block", { dataset_key: datasetKey, user_key: userKey, status: "draft" })
    .select(["block", "bits"])
    .where("count", ">", 0)
    .limit(1)
    .executeTakeFirst();
  if (!row) return [];
  return pickBits(bitsOf(row.bits), 0, BLOCK_SIZE, 0, most).map((spot) => seqAt({ block: row.block, spot }));
}
