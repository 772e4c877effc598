import { isDeepStrictEqual } from "node:util";
import type { Question } from "@postil/domain/datasets/question";
import { Refusal } from "@postil/domain/refusal";
import { changeSettings, type SettingsChange } from "@postil/domain/settings/settings-change";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadQuestionForManager } from "./load-question.ts";
import { refuseMoreQuestions } from "./refuse-more-questions.ts";

/** What is undefined stays; `description: null` takes it away. */
export type UpdateQuestion = {
  readonly questionId: string;
  readonly title: string | undefined;
  readonly description: string | null | undefined;
  readonly settings: SettingsChange | undefined;
};

/** Changes a question, in drafts and published datasets (contract api-v1 row 15, 6.7; FSE-24, FSE-30). */
export async function updateQuestion(context: Context, input: UpdateQuestion): Promise<Question> {
  const { question } = await loadQuestionForManager(context, input.questionId);
  const before = questionFromRow(question);
  const { title = before.title, description = before.description } = input;
  const change = input.settings ? changeSettings(before.settings, input.settings) : { settings: before.settings };
  if ("fault" in change) throw new Refusal("unprocessable", change.fault);
  const { settings } = change;
  const same =
    title === before.title && description === before.description && isDeepStrictEqual(settings, before.settings);
  if (same) return before;
  const json = JSON.stringify(settings);
  const texts = { now: [title, description, json], before: [before.title, before.description, question.settings] };
  await refuseMoreQuestions(context, before.datasetId, texts.now, texts.before);
  const updatedAt = context.now();
  await context.db
    .updateTable("question")
    .set({ title, description, settings: json, updated_at: updatedAt })
    .where("key", "=", question.key)
    .execute();
  return { ...before, title, description, settings, updatedAt };
}
