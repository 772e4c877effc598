import type { CallInput } from "@postil/contract/call";
import type { Task } from "@postil/domain/datasets/dataset-links";
import type { Call } from "./api-client.ts";
import { fillWhole, GivenUp } from "./unfinished.ts";

/** A task dataset to create, and its workspace. */
export type TaskDatasetPlan = Pick<CallInput<"createTaskDatasetV0">["body"], "tags" | "metadata"> & {
  readonly name: string;
  readonly task: Task;
  readonly workspace: string;
  /** Only for tasks with settings. Set before the records, because the server checks the labels of records against them. */
  readonly settings?: CallInput<"updateTaskSettingsV0">["body"] | null;
  /** Only for text classification. */
  readonly rules?: readonly CallInput<"createLabelingRuleV0">["body"][];
};

/** A record in the wire's names (contract api-v0 section 5). */
export type TaskRecordToFill = { readonly [key: string]: unknown };

export type FillTaskOptions = {
  readonly home: string;
  readonly onProgress?: (records: number) => void;
  readonly givenUp?: () => boolean;
};

const BULK = {
  TextClassification: "logTextRecordsV0",
  TokenClassification: "logTokenRecordsV0",
  Text2Text: "logText2TextRecordsV0",
} as const;

const BATCH = 500;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** Creates a task dataset with all of its records, or nothing. */
export async function fillTaskDataset(
  call: Call,
  plan: TaskDatasetPlan,
  records: Iterable<TaskRecordToFill> | AsyncIterable<TaskRecordToFill>,
  options: FillTaskOptions,
): Promise<number> {
  const { name, task, workspace, tags, metadata, settings, rules = [] } = plan;
  const at = { params: { name }, query: { workspace } };
  await call("createTaskDatasetV0", { body: { name, task, workspace, tags, metadata }, query: { workspace } });
  return fillWhole(call, options.home, `${workspace}.${name}`, async () => {
    if (settings && task !== "Text2Text")
      await call("updateTaskSettingsV0", { ...at, params: { name, task }, body: settings });
    const stored = await storeRecords(call, plan, records, options);
    for (const rule of rules) await call("createLabelingRuleV0", { ...at, body: rule });
    return stored;
  });
}

async function storeRecords(
  call: Call,
  { name, task, workspace }: TaskDatasetPlan,
  records: Iterable<TaskRecordToFill> | AsyncIterable<TaskRecordToFill>,
  { onProgress, givenUp }: FillTaskOptions,
): Promise<number> {
  let stored = 0;
  let batch: TaskRecordToFill[] = [];
  let characters = 0;
  const send = async () => {
    if (givenUp?.()) throw new GivenUp("Given up; everything made so far is removed.");
    // The schema accepts the records as they are sent, but its types describe the parsed result.
    const body = { records: batch } as unknown as CallInput<(typeof BULK)[Task]>["body"];
    await call(BULK[task], { params: { name }, query: { workspace }, body } as CallInput<(typeof BULK)[Task]>);
    stored += batch.length;
    onProgress?.(stored);
    [batch, characters] = [[], 0];
  };
  for await (const record of records) {
    const { length } = JSON.stringify(record);
    if (batch.length === BATCH || (batch.length > 0 && characters + length > BATCH_CHARACTERS)) await send();
    batch.push(record);
    characters += length;
  }
  if (batch.length > 0) await send();
  return stored;
}
