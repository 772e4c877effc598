import type { Call } from "../client/api-client.ts";
import { loadDemo } from "./load-demo.ts";
import { loadTaskDemos } from "./tasks/load-task-demos.ts";

/** What the first start loads: a feedback dataset, and one for each task of the older family. */
export async function loadDemos(
  call: Call,
  home: string,
  workspace: { readonly id: string; readonly name: string },
): Promise<{ readonly datasetId: string; readonly records: number; readonly tasks: readonly string[] }> {
  const tasks = await loadTaskDemos(call, home, workspace.name);
  // The last one is the first of the list, and the page labels these.
  return { ...(await loadDemo(call, home, workspace.id)), tasks };
}
