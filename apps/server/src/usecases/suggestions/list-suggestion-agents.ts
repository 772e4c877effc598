import { suggestionTarget } from "../../storage/filter-targets.ts";
import { distinctTexts } from "../../storage/sqlite/value-figures.ts";
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
  const found: QuestionAgents[] = [];
  for (const { id, name, key } of questions) {
    found.push({
      question: { id, name },
      agents: await distinctTexts(context.db, { datasetKey: dataset.key, target: suggestionTarget(key, "agent") }),
    });
  }
  return found;
}
