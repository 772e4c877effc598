import type { ResponseStatus } from "@postil/domain/entities";
import type { ResponseInput } from "@postil/domain/record-input";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { newId } from "./new-id.ts";
import type { ResponseRow } from "./record-rows.ts";
import { keepBooks, movesOf, type ResponseMove } from "./response-books.ts";
import type { Context } from "./store.ts";
import type { ActivityTable, Tables } from "./tables.ts";

/** Responses with all that is derived from them and the history of the change, in the transaction of the caller. */

/** One user's response to one record as it shall be; null: none. */
export type ResponseWrite = { readonly userKey: number; readonly after: ResponseInput | null };
/** The writes to one record, with everybody's responses to it as they are. */
export type RecordWrites = {
  readonly seq: number;
  readonly standing: readonly ResponseRow[];
  readonly writes: readonly ResponseWrite[];
};
export type Change = {
  readonly datasetKey: number;
  /** Who makes the change. */
  readonly actorKey: number;
  /** How long the record was on the screen, in milliseconds, when the page said so. */
  readonly shownMs: number | null;
};

type Activity = Omit<ActivityTable, "key">;
type Entry = {
  readonly seq: number;
  readonly userKey: number;
  readonly before: ResponseRow | null;
  readonly after: ResponseRow | null;
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

const addActivity = compiled((db, row: Activity) => db.insertInto("activity").values(row));

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

/** Writes responses to any number of records. Returns the rows as they now are, in the order of the writes. */
export async function writeResponses(
  { db, now }: Pick<Context, "db" | "now">,
  change: Change,
  records: readonly RecordWrites[],
): Promise<(ResponseRow | null)[]> {
  const entries: Entry[] = [];
  const moves: ResponseMove[] = [];
  for (const { seq, standing, writes } of records) {
    const before = new Map(standing.map((row) => [row.user_key, row]));
    for (const { userKey, after } of writes) {
      const old = before.get(userKey) ?? null;
      const row = after && rowAfter(change.datasetKey, seq, userKey, old, after, now());
      entries.push({ seq, userKey, before: old, after: row });
      if (row) before.set(userKey, row);
    }
    const statuses = new Map<number, ResponseStatus>(standing.map((row) => [row.user_key, row.status]));
    moves.push(
      ...movesOf(
        seq,
        statuses,
        writes.map(({ userKey, after }) => ({ userKey, to: after?.status ?? null })),
      ),
    );
  }
  await storeRows(db, change.datasetKey, entries);
  await keepBooks(db, change.datasetKey, moves);
  for (const entry of entries) await addActivity(db, activityOf(change, entry, now()));
  return entries.map((entry) => entry.after);
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

async function storeRows(db: Kysely<Tables>, datasetKey: number, entries: readonly Entry[]): Promise<void> {
  // Of several writes to one response in a call, the last counts.
  const last = new Map(entries.map((entry) => [`${entry.seq} ${entry.userKey}`, entry]));
  for (const { seq, userKey, after } of last.values()) {
    if (after) await putResponse(db, after);
    else await removeResponse(db, datasetKey, seq, userKey);
  }
}

/** What the history keeps of a response. */
const remembered = (row: ResponseRow | null): string | null =>
  row && `{"status":"${row.status}","values":${row.values ?? "null"}}`;

function activityOf(
  { datasetKey, actorKey, shownMs }: Change,
  { seq, userKey, before, after }: Entry,
  at: number,
): Activity {
  return {
    dataset_key: datasetKey,
    seq,
    user_key: userKey,
    actor_key: actorKey,
    at,
    kind: after === null ? "response_deleted" : before === null ? "response_created" : "response_updated",
    before: remembered(before),
    after: remembered(after),
    shown_ms: shownMs,
  };
}
