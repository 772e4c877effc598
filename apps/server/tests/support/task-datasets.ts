import type { Task } from "@postil/domain/datasets/dataset";
import { expect } from "vitest";
import type { Answer, Sending } from "./client.ts";
import { newName, type People, startPeople } from "./people.ts";
import type { TestServerOptions } from "./start-test-server.ts";

/** A task dataset in the workspace, and the parameters that name it in calls. */
export type TaskDatasetThere = {
  readonly name: string;
  readonly at: Sending & { readonly params: { readonly name: string } };
};

export const typed = (name: string, params: unknown) => ({ detail: { code: `argilla.api.errors::${name}`, params } });

export const forbidden = { status: 403, body: typed("ForbiddenOperationError", {}) };
export const missing = (name: string, type = "ServiceDataset") => ({
  status: 404,
  body: typed("EntityNotFoundError", { name, type }),
});
export const wrongTask = (task: Task) => ({
  status: 400,
  body: typed("WrongTaskError", { message: `Provided task ${task} cannot be applied to dataset` }),
});
export const isClosed = (name: string) => ({ status: 400, body: typed("ClosedDatasetError", { name }) });

/** The errors in a schema refusal. */
export function errorsOf({ status, body }: Answer): readonly unknown[] {
  expect(status, JSON.stringify(body)).toBe(422);
  return (body as { detail: { params: { errors: unknown[] } } }).detail.params.errors;
}

export async function createTaskDataset(people: People, workspace: string, task: Task): Promise<TaskDatasetThere> {
  const name = newName();
  await people.clients.owner.must("createTaskDatasetV0", { body: { name, task, workspace } });
  return { name, at: { params: { name }, query: { workspace } } };
}

/** Starts a server for a test file, with people in two workspaces. Task dataset calls use the workspaces' names. */
export async function startTaskPeople(options?: TestServerOptions) {
  const { server, people } = await startPeople(options);
  const nameOf = async (workspace_id: string): Promise<string> =>
    (await people.clients.owner.must("getWorkspace", { params: { workspace_id } })).name;
  const [workspace, elsewhere] = [await nameOf(people.workspaceId), await nameOf(people.elsewhereId)];
  return { server, people, workspace, elsewhere };
}
