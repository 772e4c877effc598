import type { UsageCount } from "@postil/domain/records/option-usage";
import { type RawBuilder, sql } from "kysely";
import type { AskedQuestion } from "../engine-values.ts";
import { standingAnswersWith } from "../sql/answers.ts";
import type { Db } from "../tables.ts";

const state = (side: "before" | "after", member: "status" | "annotation") =>
  sql`json_extract(${sql.ref(`later.${side}`)}, ${sql.lit(`$.${member}`)})`;

export const standingAnswers = standingAnswersWith(
  (member) => sql`${state("before", member)} is not ${state("after", member)}`,
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
