import type { Call } from "../client/api-client.ts";
import { fillDataset } from "../client/fill-dataset.ts";
import { DEMO } from "./definition.ts";
import { readMessages } from "./messages.ts";
import { demoRecord } from "./records.ts";
import { suggestionsFor } from "./suggestions.ts";

/** Puts the demo dataset into a workspace (API-37: a seeding command for a demo set-up). */
export function loadDemo(call: Call, home: string, workspaceId: string): ReturnType<typeof fillDataset> {
  const records = readMessages().map((message, index) => ({
    ...demoRecord(message, index),
    suggestions: suggestionsFor(message).map((suggestion) => ({ ...suggestion, type: "model" as const })),
  }));
  return fillDataset(call, DEMO, records, { home, workspaceId });
}
