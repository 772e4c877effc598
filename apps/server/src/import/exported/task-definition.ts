import { NewLabelingRule } from "@postil/contract/inputs/labeling-rules";
import { NewTaskDataset } from "@postil/contract/inputs/task-datasets";
import { ChangedTaskSettings } from "@postil/contract/inputs/task-settings";
import { z } from "zod";

/**
 * The description of the dataset in the first row of an exported task dataset. It has the form of the API calls that create
 * one (docs/export.md).
 */
export const TaskDefinition = NewTaskDataset.pick({ name: true, task: true, tags: true, metadata: true }).extend({
  version: z.literal(1),
  settings: ChangedTaskSettings.nullable(),
  rules: z.array(NewLabelingRule),
});
export type TaskDefinition = z.output<typeof TaskDefinition>;
