import type { Call } from "../client/api-client.ts";
import { FIRST_WORKSPACE, isNewHome } from "../home.ts";
import { StartFailure } from "../start-failure.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import { findWorkspace } from "./find.ts";
import { settingsOrFail } from "./start.ts";

/** The workspace for a new dataset: the named one, else the oldest. */
export async function chooseWorkspace(call: Call, name: string | null) {
  if (name !== null) return findWorkspace(call, name);
  const { items } = await call("listMyWorkspaces", {});
  const [oldest] = items;
  if (oldest) return oldest;
  throw new StartFailure("There is no workspace yet: make one with `postil workspaces create NAME`.");
}

/**
 * True for a dry run without a home: a server would create the home, so only the file is checked. Fails if the first start
 * would not create the named workspace.
 */
export function isTriedAlone(
  { dryRun, workspace }: { readonly dryRun: boolean; readonly workspace: string | null },
  around: Surroundings,
): boolean {
  if (!dryRun) return false;
  const { home } = settingsOrFail(around);
  if (!isNewHome(home)) return false;
  if (workspace !== null && workspace !== FIRST_WORKSPACE)
    throw new StartFailure(
      `There is no workspace "${workspace}"; ${home} is a new home, which begins with "${FIRST_WORKSPACE}".`,
    );
  return true;
}

/** Checked before anything is created. `advice` tells the user what to do instead. */
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

/** The address of a new dataset, or, if no server keeps running, how to see it. */
export const whereToSee = (server: RunningServer, datasetId: string): string =>
  seenAt(server, `/dataset/${datasetId}/annotation-mode`);

export const seenAt = ({ publicAddress, lasting, home }: RunningServer, path: string): string =>
  lasting ? publicAddress + path : `They are in ${home}; start Postil (npm start) to see them.`;
