import type { Suggestion } from "@postil/domain/records/record";
import type { SuggestionInput } from "@postil/domain/records/record-input";
import { suggestionsWholeFault } from "@postil/domain/records/size-limits";
import { suggestionFault } from "@postil/domain/records/suggestion-rules";
import { Refusal } from "@postil/domain/refusal";
import { filterTargets } from "../../storage/filter-targets.ts";
import { readStoredSizes } from "../../storage/read-stored-sizes.ts";
import { suggestionFromRow } from "../../storage/record-rows.ts";
import type { Context } from "../../storage/store.ts";
import { upsertSuggestions } from "../../storage/suggestion-writes.ts";
import { loadQuestions } from "../records/load-questions.ts";
import { loadRecordForManager } from "../records/load-record.ts";

export type UpsertSuggestion = { readonly recordId: string; readonly suggestion: SuggestionInput };
export type UpsertedSuggestion = { readonly suggestion: Suggestion; readonly created: boolean };

/** The suggestion of a record for a question: made, or replaced as a whole (contract api-v1 row 44, ROL-10). */
export async function upsertSuggestion(context: Context, input: UpsertSuggestion): Promise<UpsertedSuggestion> {
  const { recordId, suggestion } = input;
  const record = await loadRecordForManager(context, recordId);
  const questions = await loadQuestions(context.db, record.dataset_id);
  const question = questions.find(({ id }) => id === suggestion.questionId);
  if (!question) throw new Refusal("unprocessable", `Question with id \`${suggestion.questionId}\` not found`);
  const keys = {
    dataset: record.dataset_key,
    questions: new Map(questions.map(({ id, key }) => [id, key])),
    vectors: new Map<string, number>(),
    users: new Map<string, number>(),
    fields: [],
    targets: filterTargets([], [question]),
  };
  const on = await readStoredSizes(context.db, keys, [record.seq]);
  const fault =
    suggestionFault(question, suggestion, JSON.parse(record.fields)) ??
    suggestionsWholeFault([suggestion], on.get(record.seq));
  if (fault !== null) throw new Refusal("unprocessable", fault);
  const there = context.db
    .selectFrom("suggestion")
    .selectAll()
    .where("dataset_key", "=", record.dataset_key)
    .where("seq", "=", record.seq)
    .where("question_key", "=", question.key);
  const before = await there.executeTakeFirst();
  await upsertSuggestions(context, keys, [{ seq: record.seq, suggestions: [suggestion] }]);
  const after = await there.executeTakeFirstOrThrow();
  return { suggestion: suggestionFromRow(after, question.id), created: before === undefined };
}
