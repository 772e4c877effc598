import { taskSettingsToWire } from "@postil/contract/mapping/task-settings";
import type { Task } from "@postil/domain/datasets/dataset-links";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { readLabelingRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { readDatasetTexts, shownTexts } from "../../storage/task-dataset-texts.ts";
import { documentOf, readTaskRecords } from "../../storage/task-records.ts";
import { readTaskSettings } from "../../storage/task-settings.ts";
import { loadInputKeys, loadMetadataKinds } from "../../storage/task-targets.ts";

/** The definition of a task dataset without its records, as in the first row of a file. */
export type TaskDefinition = {
  readonly task: Task;
  /** Names of all inputs and metadata keys that its records have ever had. */
  readonly inputs: readonly string[];
  readonly metadata: readonly string[];
  /** True if the first record of the file may have several labels. */
  readonly multiLabel: boolean;
  /** JSON on one line. */
  readonly text: string;
};

export async function readTaskDefinition(
  { db }: Pick<Context, "db">,
  dataset: TaskDatasetRow,
  first: number | undefined,
): Promise<TaskDefinition> {
  const { key, name } = dataset;
  const task = dataset.task as Task; // what is stored was checked
  const settings = await readTaskSettings(db, key);
  const rules = await readLabelingRules(db, key);
  const [record] = first === undefined ? [] : await readTaskRecords(db, key, [first]);
  const document = record ? documentOf(record) : null;
  const text = JSON.stringify({
    version: 1,
    task,
    name,
    ...shownTexts(await readDatasetTexts(db, key)),
    settings: settings && taskSettingsToWire(settings),
    rules: rules.map(({ query, labels, description }) => ({ query, labels, description })),
  });
  return {
    task,
    inputs: await loadInputKeys(db, key),
    metadata: [...(await loadMetadataKinds(db, key)).keys()],
    multiLabel: document !== null && "inputs" in document && document.multi_label,
    text,
  };
}
