import type { HistoryPerson } from "@postil/domain/records/response-history";
import type { Kysely } from "kysely";
import type { Tables } from "../../storage/tables.ts";

/** Which steps of a record's history are asked for. */
type AskedActivity = {
  readonly datasetKey: number;
  readonly seq: number;
  /** Null: everybody's. */
  readonly userKey: number | null;
  readonly before: number | null;
  readonly limit: number;
};

/** One more than asked for, so that it shows whether there are older ones. */
export function activityOf(db: Kysely<Tables>, { datasetKey, seq, userKey, before, limit }: AskedActivity) {
  return db
    .selectFrom("activity")
    .leftJoin("user as actor", "actor.key", "activity.actor_key")
    .leftJoin("user as author", "author.key", "activity.user_key")
    .select(["activity.key", "activity.at", "activity.before", "activity.after", "activity.shown_ms"])
    .select(["actor.id as actor_id", "actor.username as actor_name", "actor.deleted_at as actor_deleted"])
    .select(["author.id as author_id", "author.username as author_name", "author.deleted_at as author_deleted"])
    .where("activity.dataset_key", "=", datasetKey)
    .where("activity.seq", "=", seq)
    .$if(userKey !== null, (query) => query.where("activity.user_key", "=", userKey))
    .$if(before !== null, (query) => query.where("activity.key", "<", before))
    .orderBy("activity.key", "desc")
    .limit(limit + 1)
    .execute();
}

/** The name of a deleted user is free for somebody else, so the history does not say it any more. */
export function personOf(id: string | null, username: string | null, deletedAt: number | null): HistoryPerson | null {
  return id === null || username === null || deletedAt !== null ? null : { id, username };
}
