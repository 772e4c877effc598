import { Refusal } from "@postil/domain/refusal";
import { labelsIn } from "@postil/domain/tasks/annotation-part-labels";
import { labelUnknown, strangerTo } from "@postil/domain/tasks/label-schema";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { documentOf, taskRecordsAfter } from "../../storage/task-records.ts";
import { readTaskSettings } from "../../storage/task-settings.ts";

/** Refuses labels outside the schema, and records of one label where others may have several (contract api-v0 5.3, TST-17). */
export async function refuseOtherKinds(
  { db }: Context,
  { key, name }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const settings = await readTaskSettings(db, key);
  const stranger = settings?.labelSchema && strangerTo(settings.labelSchema, labelsOf(records));
  if (stranger !== undefined && stranger !== null) throw new Refusal("bad_request", labelUnknown(stranger));
  if (!("inputs" in first)) return;
  const [stored] = await taskRecordsAfter(db, key, "", 1);
  const document = stored && documentOf(stored);
  if (!document || !("inputs" in document) || document.multi_label === first.multi_label) return;
  const [there, given] = document.multi_label ? ["multi-label", "single-label"] : ["single-label", "multi-label"];
  throw new Refusal(
    "bad_request",
    `The records of dataset \`${name}\` are ${there}, those that were sent are ${given}.`,
  );
}

/** Of the main predictions and annotations; other agents' are not looked at. */
function* labelsOf(records: readonly LoggedRecord[]): Generator<string> {
  for (const { prediction, annotation } of records) {
    if (prediction) yield* labelsIn(prediction);
    if (annotation) yield* labelsIn(annotation);
  }
}
