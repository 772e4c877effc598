import type { Call } from "../client/api-client.ts";
import { fillDataset } from "../client/fill-dataset.ts";
import { DEMO } from "./definition.ts";
import { readMessages } from "./messages.ts";
import { demoRecord } from "./records.ts";
import { suggestionsFor } from "./suggestions.ts";

/** Puts the demo dataset into the caller's oldest workspace (API-37: a seeding command for a demo set-up). */
export async function loadDemo(call: Call): Promise<void> {
  const { items: workspaces } = await call("listMyWorkspaces", {});
  const [workspace] = workspaces;
  if (!workspace) throw new Error("The demo needs a workspace.");
  const records = readMessages().map((message, index) => ({
    ...demoRecord(message, index),
    suggestions: suggestionsFor(message).map((suggestion) => ({ ...suggestion, type: "model" as const })),
  }));
  await fillDataset(call, DEMO, records, { workspaceId: workspace.id });
}
