import { ApiRefusal, type Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";

/** Users type names, but the API needs ids. */

type Workspace = { readonly id: string; readonly name: string };

export async function findWorkspace(call: Call, name: string): Promise<Workspace> {
  const { items } = await call("listMyWorkspaces", {});
  const found = items.find((workspace) => workspace.name === name);
  if (found) return found;
  throw new StartFailure(`There is no workspace "${name}"; there are: ${items.map((one) => one.name).join(", ")}.`);
}

/** The workspace for a new dataset: the named one, else the oldest. */
export async function chooseWorkspace(call: Call, name: string | null): Promise<Workspace> {
  if (name !== null) return findWorkspace(call, name);
  const [oldest] = (await call("listMyWorkspaces", {})).items;
  if (oldest) return oldest;
  throw new StartFailure("There is no workspace yet: make one with `postil workspaces create NAME`.");
}

/** Checked before anything is created. `advice` tells the user what to do instead. */
export async function refuseTakenName(call: Call, workspace: Workspace, name: string, advice: string): Promise<void> {
  const { items } = await call("listMyDatasets", { query: { workspace_id: workspace.id } });
  if (!items.some((dataset) => dataset.name === name)) return;
  throw new StartFailure(`Workspace "${workspace.name}" has a dataset "${name}" already; ${advice}.`);
}

export async function findUser(call: Call, username: string) {
  const { items } = await call("listUsers", {});
  const found = items.find((user) => user.username === username);
  if (found) return found;
  throw new StartFailure(`There is no user "${username}"; \`postil users list\` shows those there are.`);
}

/** Gives a refused call with this status a message with the names that the user typed. */
export async function refusedAs<T>(status: number, says: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof ApiRefusal && error.status === status ? new StartFailure(says) : error;
  }
}
