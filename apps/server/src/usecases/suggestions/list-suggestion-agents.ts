import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { loadQuestions } from "../records/load-questions.ts";

export type QuestionAgents = {
  readonly question: { readonly id: string; readonly name: string };
  readonly agents: string[];
};

/** The agents of each question's suggestions, sorted, without duplicates; questions as they were made (FFI-16). */
export async function listSuggestionAgents(
  context: Context,
  { datasetId }: { datasetId: string },
): Promise<QuestionAgents[]> {
  const dataset = await loadDatasetForMember(context, datasetId);
  const questions = await loadQuestions(context.db, datasetId);
  const rows = await context.db
    .selectFrom("suggestion")
    .select(["question_key", "agent"])
    .distinct()
    .where("dataset_key", "=", dataset.key)
    .where("agent", "is not", null)
    .orderBy("agent")
    .execute();
  return questions.map(({ id, name, key }) => ({
    question: { id, name },
    agents: rows.flatMap(({ question_key, agent }) => (question_key === key && agent !== null ? [agent] : [])),
  }));
}
