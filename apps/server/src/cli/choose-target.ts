import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { RunningServer } from "./command.ts";
import { findWorkspace } from "./find.ts";

/** Where a command puts a new dataset: the workspace named, else the oldest. */
export async function chooseWorkspace(call: Call, name: string | null) {
  if (name !== null) return findWorkspace(call, name);
  const { items } = await call("listMyWorkspaces", {});
  const [oldest] = items;
  if (oldest) return oldest;
  throw new StartFailure("There is no workspace yet: make one with `postil workspaces create NAME`.");
}

/** Before anything is made; `advice` says what to do instead. */
export async function refuseTakenName(
  call: Call,
  workspace: { readonly id: string; readonly name: string },
  name: string,
  advice: string,
): Promise<void> {
  const { items } = await call("listMyDatasets", { query: { workspace_id: workspace.id } });
  if (!items.some((dataset) => dataset.name === name)) return;
  throw new StartFailure(`Workspace "${workspace.name}" has a dataset "${name}" already; ${advice}.`);
}

/** The address of a new dataset, or how to see it when nothing goes on running. */
export const whereToSee = ({ address, lasting }: RunningServer, datasetId: string): string =>
  lasting ? `${address}/dataset/${datasetId}/annotation-mode` : "Start Postil (npm start) to see them.";
