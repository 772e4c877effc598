import type { Call } from "../../client/api-client.ts";
import { fillTaskDataset } from "../../client/fill.ts";
import { HEADLINES } from "./headlines.ts";
import { PLAIN_WORDS } from "./plain-words.ts";
import type { TaskDemo } from "./task-demo.ts";
import { TRAVEL_NOTES } from "./travel-notes.ts";

/** One demo dataset for each task of the older family. */
export const TASK_DEMOS: readonly TaskDemo[] = [HEADLINES, TRAVEL_NOTES, PLAIN_WORDS];

/** Puts them into a workspace; those whose names are taken are left out. Returns the names of those that were made. */
export async function loadTaskDemos(call: Call, home: string, workspace: string): Promise<string[]> {
  const query = { workspace };
  const taken = new Set((await call("listTaskDatasetsV0", { query })).map(({ name }) => name));
  const toMake = TASK_DEMOS.filter(({ name }) => !taken.has(name));
  for (const { name, task, labels, rules, records } of toMake) {
    const plan = {
      name,
      task,
      workspace,
      settings:
        labels.length > 0 ? { label_schema: { labels: labels.map((label) => ({ id: label, name: label })) } } : null,
      rules: rules.map(({ query: words, label, description }) => ({ query: words, labels: [label], description })),
    };
    await fillTaskDataset(call, plan, records(), { home });
  }
  return toMake.map(({ name }) => name);
}
