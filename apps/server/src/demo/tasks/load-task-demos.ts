import type { Call } from "../../client/api-client.ts";
import { fillTaskDataset } from "../../client/fill-task-dataset.ts";
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
    await fillTaskDataset(call, { name, task, workspace }, records(), { home });
    if (task !== "Text2Text" && labels.length > 0) {
      const body = { label_schema: { labels: labels.map((label) => ({ id: label, name: label })) } };
      await call("updateTaskSettingsV0", { params: { name, task }, query, body });
    }
    for (const { query: words, label, description } of rules)
      await call("createLabelingRuleV0", {
        params: { name },
        query,
        body: { query: words, labels: [label], description },
      });
  }
  return toMake.map(({ name }) => name);
}
