import { sql } from "kysely";
import { compiled } from "../compiled.ts";
import type { Values } from "../engine-values.ts";
import type { Db } from "../tables.ts";
import type { Methods } from "./facets.ts";
import type { Sql } from "./records-by-value.ts";

/** The start of the stored state after an answer (activity.ts, domain/tasks/record-history.ts). */
const ANSWERED = ["submitted", "Validated"].map((status) => `{"status":"${status}"%`);

/** True if a member of the stored state differs in a change `later`: before it and after it. */
type Differs = (member: "status" | "annotation") => Sql;

/**
 * Later changes that replace an answer. For a response: any later change of it. For a task record: any change of its status
 * or annotation, by any user.
 */
const overtakes = (differs: Differs) => sql<boolean>`case answer.kind when 'task_record_changed'
  then ${differs("status")}
    or ${differs("annotation")}
  else later.user_key = answer.user_key end`;

export const standingAnswersWith = (differs: Differs): Methods<Values>["standingAnswers"] =>
  compiled((db, from: number) =>
    db
      .selectFrom("activity as answer")
      .select(["actor_key", "dataset_key", ({ fn }) => fn.count<number>("seq").distinct().as("records")])
      .where("key", ">=", from)
      // Only a user's own answer counts; records that were logged with annotations are loaded, not answered.
      .whereRef("actor_key", "=", "user_key")
      .where((where) => where.or([where("kind", "<>", "task_record_changed"), where("before", "is not", null)]))
      .where((where) => where.or(ANSWERED.map((pattern) => where("after", "like", pattern))))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("activity as later")
              .select("later.key")
              .whereRef("later.dataset_key", "=", "answer.dataset_key")
              .whereRef("later.seq", "=", "answer.seq")
              .whereRef("later.key", ">", "answer.key")
              .where(overtakes(differs)),
          ),
        ),
      )
      .groupBy(["actor_key", "dataset_key"]),
  );

/** The same expression as in the index `user_brought_cost`. Only hashes that were checked on import begin like this. */
const COST = sql`min(substr(password_hash, 5, 2))`;
const BROUGHT = sql`substr(password_hash, 1, 2) = '$2'`;

export async function readImportedHashCosts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ cost: string }>`
    with recursive brought (cost) as (
      select ${COST} from "user" where ${BROUGHT}
      union all
      select (select ${COST} from "user" where ${BROUGHT} and substr(password_hash, 5, 2) > brought.cost)
      from brought where brought.cost is not null)
    select cost from brought where cost is not null`.execute(db);
  return rows.map(({ cost }) => Number(cost));
}

export async function exactTargetsIn(db: Db, datasetKey: number): Promise<ReadonlySet<number>> {
  const least = sql`select min(target) from filter_value where dataset_key = ${datasetKey} and target < 0`;
  const { rows } = await sql<{ target: number }>`
    with recursive found (target) as (
      ${least} union all select (${least} and target > found.target) from found where found.target is not null)
    select target from found where target is not null`.execute(db);
  return new Set(rows.map(({ target }) => target));
}
