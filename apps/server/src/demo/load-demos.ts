import type { Call } from "../client/api-client.ts";
import { fillDataset } from "../client/fill.ts";
import { DEMO } from "./definition.ts";
import { readMessages } from "./messages.ts";
import { demoRecord } from "./records.ts";
import { suggestionsFor } from "./suggestions.ts";
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

/** Puts the demo dataset into a workspace (API-37: a seeding command for a demo set-up). */
function loadDemo(call: Call, home: string, workspaceId: string): ReturnType<typeof fillDataset> {
  const records = readMessages().map((message, index) => ({
    ...demoRecord(message, index),
    suggestions: suggestionsFor(message).map((suggestion) => ({ ...suggestion, type: "model" as const })),
  }));
  return fillDataset(call, DEMO, records, { home, workspaceId });
}
