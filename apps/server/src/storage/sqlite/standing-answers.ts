import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/** What the state after an answer begins with (activity.ts, domain/tasks/record-history.ts). */
const ANSWERED = ["submitted", "Validated"].map((status) => `{"status":"${status}"%`);

const state = (side: "before" | "after", member: "status" | "annotation") =>
  sql`json_extract(${sql.ref(`later.${side}`)}, ${sql.lit(`$.${member}`)})`;

/** Of a response whatever came later; of a task record what changed its status or annotation, whoever did it. */
const overtakes = sql<boolean>`case answer.kind when 'task_record_changed'
  then ${state("before", "status")} is not ${state("after", "status")}
    or ${state("before", "annotation")} is not ${state("after", "annotation")}
  else later.user_key = answer.user_key end`;

/**
 * How many records each user has answered in each dataset from a row of the activity on, as far as their answers stand: neither
 * withdrawn nor discarded since, nor annotated otherwise by somebody else.
 */
export const standingAnswers = compiled((db, from: number) =>
  db
    .selectFrom("activity as answer")
    .select(["actor_key", "dataset_key", ({ fn }) => fn.count<number>("seq").distinct().as("records")])
    .where("key", ">=", from)
    // Their own answer; records that were logged with annotations are loaded, not answered.
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
