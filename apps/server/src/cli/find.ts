import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset-links";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";

/** Users type names, but the API needs ids. */

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

/** The ids of users by name. Fails if a user is missing, because responses need a user. */
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

/** A dataset of either family, with the identifiers that its API calls use. */
export type FoundDataset =
  | { readonly family: "feedback"; readonly id: string; readonly name: string; readonly task: string }
  | { readonly family: "task"; readonly workspace: string; readonly name: string; readonly task: string };

/** Finds a dataset by name. Each workspace can have the name once in each family. */
export async function findDataset(
  call: Call,
  name: string,
  { workspace: workspaceName, task }: { readonly workspace: string | null; readonly task: string | null },
): Promise<FoundDataset> {
  const workspace = workspaceName === null ? null : await findWorkspace(call, workspaceName);
  const named = (await datasetsOf(call, workspace)).filter((dataset) => dataset.name === name);
  const [found, ...others] = task === null ? named : named.filter((dataset) => dataset.task === task);
  const place = workspace === null ? "" : ` in workspace "${workspace.name}"`;
  if (!found) throw new StartFailure(`There is no ${task === null ? "" : `${task} `}dataset "${name}"${place}.`);
  if (others.length === 0) return found;
  const tasks = new Set([found, ...others].map((one) => one.task));
  if (tasks.size === 1)
    throw new StartFailure(`${others.length + 1} workspaces have a dataset "${name}"; say which with --workspace.`);
  throw new StartFailure(
    `There are ${others.length + 1} datasets "${name}"${place}, of the tasks ${[...tasks].join(", ")}; say which with --task${workspace === null ? " or --workspace" : ""}.`,
  );
}

async function datasetsOf(
  call: Call,
  workspace: { readonly id: string; readonly name: string } | null,
): Promise<readonly FoundDataset[]> {
  const { items } = await call("listMyDatasets", workspace === null ? {} : { query: { workspace_id: workspace.id } });
  const tasks = await call("listTaskDatasetsV0", workspace === null ? {} : { query: { workspace: workspace.name } });
  return [
    ...items.map(({ id, name }) => ({ family: "feedback" as const, id, name, task: FEEDBACK_TASK })),
    ...tasks.map(({ name, task, workspace: of }) => ({ family: "task" as const, workspace: of ?? "", name, task })),
  ];
}
