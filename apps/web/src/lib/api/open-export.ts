import type { CallInput } from "@postil/contract/call";
import "./manager-routes.ts";
import { api } from "./api.ts";
import { openStream } from "./open-stream.ts";

/** Starts the download of an export. Also returns a function that requests its progress. */
export async function openExport<Name extends "exportDataset" | "exportTaskDataset">(
  name: Name,
  request: CallInput<Name>,
  signal: AbortSignal,
) {
  const { body, headers } = await openStream(name, request, signal);
  const params = { export_id: headers.get("x-postil-export") ?? "" };
  return { body, progress: () => api.call("getExport", { params }, { quiet: true }) };
}
