import { NewLabelingRule } from "@postil/contract/inputs/labeling-rules";
import { NewTaskDataset } from "@postil/contract/inputs/task-datasets";
import { ChangedTaskSettings } from "@postil/contract/inputs/task-settings";
import { z } from "zod";

/** What the first row of an exported task dataset tells of it, in words that the calls take that make one (docs/export.md). */
export const TaskDefinition = NewTaskDataset.pick({ name: true, task: true, tags: true, metadata: true }).extend({
  version: z.literal(1),
  settings: ChangedTaskSettings.nullable(),
  rules: z.array(NewLabelingRule),
});
export type TaskDefinition = z.output<typeof TaskDefinition>;
