import { labelsIn } from "@postil/domain/tasks/annotation-part-labels";
import {
  type AnswerOutcome,
  judgeAnswer,
  logOfAnswer,
  stateOf,
  type TaskAnswer,
} from "@postil/domain/tasks/answer-record";
import { labelUnknown, strangerTo } from "@postil/domain/tasks/label-schema";
import { logRecord } from "@postil/domain/tasks/log-record";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings } from "../../storage/task-settings.ts";
import { layOverTaskDataset } from "./datasets.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "./load-task-dataset.ts";
import { sizeCheck, writeOver } from "./write-records.ts";

type AnswerTaskRecords = TaskDatasetAt & { readonly answers: readonly TaskAnswer[] };

/**
 * Sets status and annotation of each record separately, and only if the record is unchanged since the client saw it. The rest
 * of the record stays as it is stored (TST-19). Every member may do this (ROL-11). Returns an outcome for each answer, in
 * their order.
 */
async function answerTaskRecords(
  context: Context,
  { answers, ...at }: AnswerTaskRecords,
): Promise<readonly AnswerOutcome[]> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const settings = await readTaskSettings(context.db, dataset.key);
  const tooLarge = await sizeCheck(context, dataset.key);
  const lastUpdated = timeToText(context.now());

  function strangerIn({ annotation }: LoggedRecord): string | null {
    const schema = settings?.labelSchema;
    return schema && annotation ? strangerTo(schema, labelsIn(annotation)) : null;
  }
  const outcomes = answers.map(
    ({ id }): AnswerOutcome => ({ outcome: "missing", detail: `There is no record with the id ${id}` }),
  );
  const items = answers.map((answer, index) => ({ ...answer, index }));
  const written = await writeOver(context, dataset, items, ({ index, ...answer }, { document, lastLog }) => {
    const refuse = (detail: string) => {
      outcomes[index] = { outcome: "refused", detail };
      return null;
    };
    const leave = (outcome: "answered" | "changed", now: TaskDocument) => {
      outcomes[index] = { outcome, record: { ...stateOf(now), lastUpdated: now.last_updated } };
      return null;
    };
    if (document === null) return null;
    const verdict = judgeAnswer(document, answer);
    if (verdict !== "write") return leave(verdict === "none" ? "answered" : "changed", document);
    const log = logOfAnswer(document, answer);
    if ("fault" in log) return refuse(log.fault);
    const stranger = strangerIn(log.record);
    if (stranger !== null) return refuse(labelUnknown(stranger));
    const result = logRecord(document, log.record, { id: document.id, lastUpdated, earlier: lastLog });
    const { vectors: _, ...stored } = result.document; // vectors are stored separately
    const size = tooLarge(result, JSON.stringify(stored).length);
    if (size !== null) return refuse(size);
    leave("answered", result.document);
    return result;
  });
  if (written > 0) await layOverTaskDataset(context, dataset, { tags: {}, metadata: {} });
  return outcomes;
}

export const answerTaskRecordCalls = {
  writes: { answerTaskRecords },
} as const;
