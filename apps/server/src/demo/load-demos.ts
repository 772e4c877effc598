import type { Call } from "../client/api-client.ts";
import { fillDataset, fillTaskDataset } from "../client/fill.ts";
import { DEMO } from "./definition.ts";
import { demoRecord, readMessages, suggestionsFor } from "./messages.ts";
import { TASK_DEMOS } from "./tasks/task-demos.ts";

/** What the first start loads (API-37): a feedback dataset, and one for each task of the older family. */
export async function loadDemos(
  call: Call,
  home: string,
  workspace: { readonly id: string; readonly name: string },
): Promise<{ readonly datasetId: string; readonly records: number; readonly tasks: readonly string[] }> {
  const tasks = await loadTaskDemos(call, home, workspace.name);
  const records = readMessages().map((message, index) => ({
    ...demoRecord(message, index),
    suggestions: suggestionsFor(message).map((suggestion) => ({ ...suggestion, type: "model" as const })),
  }));
  // The last one is the first of the list, and the page labels these.
  return { ...(await fillDataset(call, DEMO, records, { home, workspaceId: workspace.id })), tasks };
}

/** Leaves out those whose names are taken. Returns the names of those that were made. */
async function loadTaskDemos(call: Call, home: string, workspace: string): Promise<string[]> {
  const query = { workspace };
  const taken = new Set((await call("listTaskDatasetsV0", { query })).map(({ name }) => name));
  const toMake = TASK_DEMOS.filter(({ name }) => !taken.has(name));
  for (const { name, task, labels, rules, records } of toMake) {
    const schema = { label_schema: { labels: labels.map((label) => ({ id: label, name: label })) } };
    const plan = {
      name,
      task,
      workspace,
      settings: labels.length > 0 ? schema : null,
      rules: rules.map(({ query: words, label, description }) => ({ query: words, labels: [label], description })),
    };
    await fillTaskDataset(call, plan, records(), { home });
  }
  return toMake.map(({ name }) => name);
}
