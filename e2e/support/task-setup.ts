import type { Api } from "./api.ts";

/** A task dataset on the stage, in a workspace of its own. */
export type TaskSetup = { readonly workspace: string; readonly workspaceId: string; readonly dataset: string };

type TaskSetupOptions = {
  readonly task: "TextClassification" | "TokenClassification" | "Text2Text";
  /** its schema; without it nothing is set */
  readonly labels?: readonly string[];
  readonly records?: readonly unknown[];
  readonly tags?: { readonly [name: string]: string };
  readonly metadata?: { readonly [name: string]: unknown };
};

let setups = 0;

export async function setUpTask(api: Api, options: TaskSetupOptions): Promise<TaskSetup> {
  const { task, labels, records = [], tags = {}, metadata = {} } = options;
  const workspace = `desk-${process.pid}-${setups++}`;
  const dataset = `inbox-${setups}`;
  const { id: workspaceId } = await api.post("/api/v1/workspaces", { name: workspace });
  const setup = { workspace, workspaceId, dataset };
  await api.post("/api/datasets", { name: dataset, workspace, task, tags, metadata });
  if (labels !== undefined) await api.put(`${taskPath(setup, `/${task}/settings`)}`, { label_schema: { labels } });
  await logRecords(api, setup, task, records);
  return setup;
}

/** The path of a call about the dataset. */
export const taskPath = ({ dataset, workspace }: TaskSetup, rest = ""): string =>
  `/api/datasets/${dataset}${rest}?workspace=${workspace}`;

const MOST_AT_ONCE = 500;

export async function logRecords(
  api: Api,
  setup: TaskSetup,
  task: TaskSetupOptions["task"],
  records: readonly unknown[],
): Promise<void> {
  for (let from = 0; from < records.length; from += MOST_AT_ONCE)
    await api.post(taskPath(setup, `/${task}:bulk`), { records: records.slice(from, from + MOST_AT_ONCE) });
}

/** A record of text classification with what a machine and a person say of it. */
export const classified = (
  id: number,
  text: string,
  predicted: readonly string[],
  annotated: readonly string[] = [],
) => ({
  id,
  inputs: { text },
  multi_label: true,
  ...(predicted.length === 0
    ? {}
    : { prediction: { agent: "model", labels: predicted.map((label) => ({ class: label, score: 0.9 })) } }),
  ...(annotated.length === 0
    ? {}
    : {
        annotation: { agent: "mara", labels: annotated.map((label) => ({ class: label, score: 1 })) },
        status: "Validated",
      }),
});
