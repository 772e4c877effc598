import type { UsageCount } from "@postil/domain/records/option-usage";
import { type RawBuilder, sql } from "kysely";
import { compiled } from "../compiled.ts";
import type { AskedQuestion } from "../engine-values.ts";
import type { Db } from "../tables.ts";

/** The start of the stored state after an answer (activity.ts, domain/tasks/record-history.ts). */
const ANSWERED = ["submitted", "Validated"].map((status) => `{"status":"${status}"%`);

const state = (side: "before" | "after", member: "status" | "annotation") =>
  sql`json_extract(${sql.ref(`later.${side}`)}, ${sql.lit(`$.${member}`)})`;

/**
 * Later changes that replace an answer. For a response: any later change of it. For a task record: any change of its status
 * or annotation, by any user.
 */
const overtakes = sql<boolean>`case answer.kind when 'task_record_changed'
  then ${state("before", "status")} is not ${state("after", "status")}
    or ${state("before", "annotation")} is not ${state("after", "annotation")}
  else later.user_key = answer.user_key end`;

export const standingAnswers = compiled((db, from: number) =>
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
            .where(overtakes),
        ),
      ),
    )
    .groupBy(["actor_key", "dataset_key"]),
);

/** About 2.5 s for a million responses. */
export async function countOptionUse(db: Db, datasetKey: number, { name, type }: AskedQuestion): Promise<UsageCount[]> {
  const { value, count } = counted(type);
  // The name has only characters without meaning in a JSON path, except the hyphen, so it is quoted.
  const { rows } = await sql<UsageCount>`
    select ${value} as value, response.status as status, ${count} as count
    from response, json_each(response."values", ${`$."${name}".value`}) as each
    where response.dataset_key = ${datasetKey}
    group by 1, 2
  `.execute(db);
  return rows;
}

type Counted = { readonly value: RawBuilder<unknown>; readonly count: RawBuilder<unknown> };

/** The option in an element of an answer. A list has several elements; any other answer is a single element. */
function counted(type: AskedQuestion["type"]): Counted {
  const count = sql`count(*)`;
  switch (type) {
    case "ranking":
      return { value: sql`json_extract(each.value, '$.value')`, count };
    case "span":
      // Several spans of one answer may have the same label.
      return { value: sql`json_extract(each.value, '$.label')`, count: sql`count(distinct response.id)` };
    default:
      return { value: sql`each.value`, count };
  }
}

/** The same expression as in the index `user_brought_cost`. Only hashes that were checked on import begin like this. */
const COST = sql`min(substr(password_hash, 5, 2))`;
const BROUGHT = sql`substr(password_hash, 1, 2) = '$2'`;

export async function readImportedHashCosts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ cost: string }>`
    with recursive brought (cost) as (
      select ${COST} from user where ${BROUGHT}
      union all
      select (select ${COST} from user where ${BROUGHT} and substr(password_hash, 5, 2) > brought.cost)
      from brought where brought.cost is not null)
    select cost from brought where cost is not null`.execute(db);
  return rows.map(({ cost }) => Number(cost));
}
