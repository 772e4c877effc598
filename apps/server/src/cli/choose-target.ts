import type { Call } from "../client/api-client.ts";
import { FIRST_WORKSPACE, isNewHome } from "../home.ts";
import { StartFailure } from "../start-failure.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import { findWorkspace } from "./find.ts";
import { settingsOrFail } from "./start.ts";

/** Where a command puts a new dataset: the workspace named, else the oldest. */
export async function chooseWorkspace(call: Call, name: string | null) {
  if (name !== null) return findWorkspace(call, name);
  const { items } = await call("listMyWorkspaces", {});
  const [oldest] = items;
  if (oldest) return oldest;
  throw new StartFailure("There is no workspace yet: make one with `postil workspaces create NAME`.");
}

/**
 * Whether an import is only tried and there is no home yet: it would be made by a server, so the file is looked at alone. Fails on a
 * workspace that the first start would not make.
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
export const whereToSee = (server: RunningServer, datasetId: string): string =>
  seenAt(server, `/dataset/${datasetId}/annotation-mode`);

export const seenAt = ({ publicAddress, lasting, home }: RunningServer, path: string): string =>
  lasting ? publicAddress + path : `They are in ${home}; start Postil (npm start) to see them.`;
