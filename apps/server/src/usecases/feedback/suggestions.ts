import { reasonText } from "@postil/domain/records/reason";
import type { Suggestion, SuggestionInput } from "@postil/domain/records/record";
import { suggestionFault, suggestionsWholeFault } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { datasetNamedBy } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { filterTargets, suggestionTarget } from "../../storage/feedback-family.ts";
import { suggestionFromRow } from "../../storage/read-records.ts";
import { readStoredSizes } from "../../storage/record-sizes.ts";
import { removeSuggestions, upsertSuggestions } from "../../storage/record-writes.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import { refuseUnfinished, requireCaller, requireManager } from "../refuse.ts";
import { deletableIds } from "./change-records.ts";
import { namesOfDataset } from "./datasets.ts";
import { loadDatasetForMember, loadQuestions, loadRecordForManager, loadRecordForMember } from "./load.ts";

/** The suggestions of a record, oldest first (contract api-v1 row 43, ROL-09). */
async function listSuggestions(context: Context, { recordId }: { recordId: string }): Promise<Suggestion[]> {
  const record = await loadRecordForMember(context, recordId);
  const rows = await context.db
    .selectFrom("suggestion")
    .innerJoin("question", "question.key", "suggestion.question_key")
    .selectAll("suggestion")
    .select("question.id as question_id")
    .where("dataset_key", "=", record.dataset_key)
    .where("seq", "=", record.seq)
    .orderBy("suggestion.inserted_at")
    .execute();
  return rows.map((row) => suggestionFromRow(row, row.question_id));
}

type QuestionAgents = {
  readonly question: { readonly id: string; readonly name: string };
  readonly agents: string[];
};

/** The agents of each question's suggestions, sorted, each once; questions in the order of their creation (FFI-16). */
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
      agents: await context.db.values.textsInOrder({ datasetKey: dataset.key, target: suggestionTarget(key, "agent") }),
    });
  }
  return found;
}

type UpsertSuggestion = { readonly recordId: string; readonly suggestion: SuggestionInput };
type UpsertedSuggestion = { readonly suggestion: Suggestion; readonly created: boolean };

/** Creates the suggestion of a record for a question, or replaces it as a whole (contract api-v1 row 44, ROL-10). */
async function upsertSuggestion(context: Context, input: UpsertSuggestion): Promise<UpsertedSuggestion> {
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
  const reason = suggestionFault(question, suggestion, JSON.parse(record.fields));
  const fault = reason ? reasonText(reason) : suggestionsWholeFault([suggestion], on.get(record.seq));
  if (fault !== null) throw new Refusal("unprocessable", fault);
  const there = rowsOf(context.db, "suggestion", {
    dataset_key: record.dataset_key,
    seq: record.seq,
    question_key: question.key,
  }).selectAll();
  const before = await there.executeTakeFirst();
  await upsertSuggestions(context, keys, [{ seq: record.seq, suggestions: [suggestion] }]);
  const after = await there.executeTakeFirstOrThrow();
  return { suggestion: suggestionFromRow(after, question.id), created: before === undefined };
}

/** Deletes one suggestion and returns it (contract api-v1 row 46, ROL-10). */
async function deleteSuggestion(context: Context, input: { suggestionId: string }): Promise<Suggestion> {
  requireCaller(context);
  const { db } = context;
  const suggestions = db
    .selectFrom("suggestion")
    .innerJoin("dataset", "dataset.key", "suggestion.dataset_key")
    .innerJoin("question", "question.key", "suggestion.question_key")
    .selectAll("suggestion")
    .select(["dataset.workspace_id", "dataset.import_id", "question.id as question_id"])
    .where("suggestion.id", "=", input.suggestionId);
  const row =
    (await suggestions.where("suggestion.dataset_key", "=", datasetNamedBy(input.suggestionId)).executeTakeFirst()) ??
    (await suggestions.executeTakeFirst());
  const missing = () => new Refusal("not_found", `Suggestion with id \`${input.suggestionId}\` not found`);
  if (!row) throw missing();
  refuseUnfinished(context, row, missing);
  requireManager(context, row.workspace_id);
  await removeSuggestions(db, row, [row.question_key]);
  await noteDeleted(context, row.dataset_key, 1);
  return suggestionFromRow(row, row.question_id);
}

/** Ids of a query; null means that some were not valid ids. */
type DeleteSuggestions = { readonly recordId: string; readonly ids: readonly string[] | null };

/** Deletes suggestions of a record by id; those of other records are skipped (contract api-v1 row 45, ROL-10). */
async function deleteSuggestions(context: Context, { recordId, ids }: DeleteSuggestions): Promise<void> {
  const record = await loadRecordForManager(context, recordId);
  const rows = await rowsOf(context.db, "suggestion", { dataset_key: record.dataset_key, seq: record.seq })
    .select("question_key")
    .where("id", "in", deletableIds(ids, "suggestions"))
    .execute();
  await removeSuggestions(
    context.db,
    record,
    rows.map((row) => row.question_key),
  );
  if (rows.length > 0) await noteDeleted(context, record.dataset_key, rows.length);
}

async function noteDeleted(context: Context, datasetKey: number, suggestions: number): Promise<void> {
  const told = { ...(await namesOfDataset(context, datasetKey)), suggestions };
  await noteAudit(context, { kind: "suggestions_deleted", told });
}

export const suggestionCalls = {
  reads: { listSuggestions, listSuggestionAgents },
  writes: { upsertSuggestion, deleteSuggestion, deleteSuggestions },
} as const;
