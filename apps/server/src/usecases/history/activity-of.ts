import type { HistoryPerson } from "@postil/domain/records/response-history";
import type { Kysely } from "kysely";
import { sizeOfTexts } from "../../storage/sqlite/record-sizes.ts";
import type { Tables } from "../../storage/tables.ts";
import { partsBySize } from "../../storage/task-record-sizes.ts";

/** Which steps of a record's history are asked for. */
type AskedActivity = {
  readonly datasetKey: number;
  readonly seq: number;
  /** Null: everybody's. */
  readonly userKey: number | null;
  readonly before: number | null;
  readonly limit: number;
};

/** The steps of one reply have at most so many bytes, but for a step that has more by itself; the others are asked for next (API-40). */
const HISTORY_BYTES = 8 * 2 ** 20;

/** The latest steps of a record's history, as many as one reply holds; `more`: there are older ones. */
export async function activityOf(db: Kysely<Tables>, asked: AskedActivity) {
  const { limit } = asked;
  const steps = stepsOf(db, asked);
  const sizes = await steps
    .select(["activity.key", sizeOfTexts("activity.before", "activity.after").as("bytes")])
    .limit(limit + 1)
    .execute();
  const [first = []] = partsBySize(sizes.slice(0, limit), ({ bytes }) => bytes, HISTORY_BYTES);
  const rows = await steps
    .leftJoin("user as actor", "actor.key", "activity.actor_key")
    .leftJoin("user as author", "author.key", "activity.user_key")
    .select(["activity.key", "activity.at", "activity.before", "activity.after", "activity.shown_ms"])
    .select(["actor.id as actor_id", "actor.username as actor_name", "actor.deleted_at as actor_deleted"])
    .select(["author.id as author_id", "author.username as author_name", "author.deleted_at as author_deleted"])
    .limit(first.length)
    .execute();
  return { rows, more: sizes.length > first.length };
}

const stepsOf = (db: Kysely<Tables>, { datasetKey, seq, userKey, before }: AskedActivity) =>
  db
    .selectFrom("activity")
    .where("activity.dataset_key", "=", datasetKey)
    .where("activity.seq", "=", seq)
    .$if(userKey !== null, (query) => query.where("activity.user_key", "=", userKey))
    .$if(before !== null, (query) => query.where("activity.key", "<", before))
    .orderBy("activity.key", "desc");

/** The name of a deleted user is free for somebody else, so the history does not say it any more. */
export function personOf(id: string | null, username: string | null, deletedAt: number | null): HistoryPerson | null {
  return id === null || username === null || deletedAt !== null ? null : { id, username };
}
