import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";

/** People name things; the API wants ids. */

export async function findWorkspace(call: Call, name: string) {
  const { items } = await call("listMyWorkspaces", {});
  const found = items.find((workspace) => workspace.name === name);
  if (found) return found;
  throw new StartFailure(`There is no workspace "${name}"; there are: ${items.map((one) => one.name).join(", ")}.`);
}

export async function findUser(call: Call, username: string) {
  const { items } = await call("listUsers", {});
  const found = items.find((user) => user.username === username);
  if (found) return found;
  throw new StartFailure(`There is no user "${username}"; \`postil users list\` shows those there are.`);
}

/** The ids of users by their names; without one of them its responses would be nobody's. */
export async function findUserIds(call: Call, names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (names.size === 0) return new Map();
  const { items } = await call("listUsers", {});
  const ids = new Map(items.map(({ username, id }) => [username, id]));
  const missing = [...names].filter((name) => !ids.has(name));
  if (missing.length === 0) return ids;
  throw new StartFailure(
    `The file holds responses of users that are not here: ${missing.join(", ")}. Make them with \`postil users create NAME\`, or export without responses.`,
  );
}

const IS_OF_A_TASK =
  "is a dataset of the older family, which this command cannot write; an Argilla 1.x client reads it: rg.load(...).";

/** A feedback dataset by its name, which may stand once in each workspace. */
export async function findDataset(call: Call, name: string, workspaceName: string | null) {
  const workspace = workspaceName === null ? null : await findWorkspace(call, workspaceName);
  const query = workspace === null ? {} : { query: { workspace_id: workspace.id } };
  const { items } = await call("listMyDatasets", query);
  const [found, ...others] = items.filter((dataset) => dataset.name === name);
  if (!found) {
    const place = workspace === null ? "" : ` in workspace "${workspace.name}"`;
    const tasks = await call("listTaskDatasetsV0", workspace === null ? {} : { query: { workspace: workspace.name } });
    if (tasks.some((dataset) => dataset.name === name)) throw new StartFailure(`"${name}"${place} ${IS_OF_A_TASK}`);
    throw new StartFailure(`There is no dataset "${name}"${place}.`);
  }
  if (others.length === 0) return found;
  throw new StartFailure(`${others.length + 1} workspaces have a dataset "${name}"; say which with --workspace.`);
}
