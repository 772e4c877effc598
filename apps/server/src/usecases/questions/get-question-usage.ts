import { type OptionUsage, type UsageCount, usageOf } from "@postil/domain/datasets/option-usage";
import type { QuestionSettings } from "@postil/domain/datasets/question";
import { type RawBuilder, sql } from "kysely";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadQuestionForManager } from "./load-question.ts";

/**
 * How many responses, everybody's, use each option of a question; nothing for a text question. For managers of the dataset.
 * Reads every response of the dataset once: some 2.5 s for a million of them, which is why it has the lane of such reads.
 */
export async function getQuestionUsage(
  context: Context,
  { questionId }: { readonly questionId: string },
): Promise<OptionUsage[]> {
  const { question: row, dataset } = await loadQuestionForManager(context, questionId);
  const question = questionFromRow(row);
  const counted = whatToCount(question.settings);
  if (counted === null) return [];
  // The name is of letters that mean nothing inside a JSON path, but for the hyphen, hence the quotes.
  const { rows } = await sql<UsageCount>`
    select ${counted.value} as value, response.status as status, ${counted.count} as count
    from response, json_each(response."values", ${`$."${question.name}".value`}) as each
    where response.dataset_key = ${dataset.key}
    group by 1, 2
  `.execute(context.db);
  return usageOf(question.settings, rows);
}

type Counted = { readonly value: RawBuilder<unknown>; readonly count: RawBuilder<unknown> };

/** The option in an element of an answer: a list has several elements, any other answer is its own only one. */
function whatToCount({ type }: QuestionSettings): Counted | null {
  const count = sql`count(*)`;
  switch (type) {
    case "text":
      return null;
    case "ranking":
      return { value: sql`json_extract(each.value, '$.value')`, count };
    case "span":
      // A label may stand on several spans of one answer.
      return { value: sql`json_extract(each.value, '$.label')`, count: sql`count(distinct response.id)` };
    default:
      return { value: sql`each.value`, count };
  }
}
