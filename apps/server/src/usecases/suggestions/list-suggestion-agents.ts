import { sql } from "kysely";
import { suggestionTarget } from "../../storage/filter-targets.ts";
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
      agents: await agentsOf(context, dataset.key, suggestionTarget(key, "agent")),
    });
  }
  return found;
}

/** One look at the index for each agent there is, however many suggestions each made. */
async function agentsOf({ db }: Context, datasetKey: number, target: number): Promise<string[]> {
  const values = sql`from filter_value not indexed where dataset_key = ${datasetKey} and target = ${target}`;
  const { rows } = await sql<{ agent: string }>`
    with recursive found (agent) as (
      select min(value) ${values}
      union all
      select (select min(value) ${values} and value > found.agent) from found where found.agent is not null)
    select agent from found where agent is not null`.execute(db);
  return rows.map(({ agent }) => agent);
}
