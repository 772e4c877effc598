import { type OptionUsage, usageOf } from "@postil/domain/datasets/option-usage";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import { countOptionUse } from "../../storage/sqlite/option-use.ts";
import type { Context } from "../../storage/store.ts";
import { loadQuestionForManager } from "./load-question.ts";

/**
 * How many responses, everybody's, use each option of a question; nothing for a text question. For managers of the dataset.
 * Reads every response of the dataset, which is why it has the lane of such reads.
 */
export async function getQuestionUsage(
  context: Context,
  { questionId }: { readonly questionId: string },
): Promise<OptionUsage[]> {
  const { question: row, dataset } = await loadQuestionForManager(context, questionId);
  const { name, settings } = questionFromRow(row);
  const { type } = settings;
  if (type === "text") return [];
  return usageOf(settings, await countOptionUse(context.db, dataset.key, { name, type }));
}
