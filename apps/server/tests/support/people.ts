import { randomUUID } from "node:crypto";
import { type Client, createClient } from "./client.ts";
import { OWNER, startForFile, type TestServer, type TestServerOptions } from "./start-test-server.ts";

/** A unique name. */
export const newName = (): string => `n${randomUUID().replaceAll("-", "").slice(0, 12)}`;

export const SPEAKERS = ["owner", "admin", "annotator", "admin elsewhere", "annotator elsewhere", "nobody"] as const;
/** The caller: the owner, two members of the workspace, two of another workspace, or a caller without a key. */
export type Speaker = (typeof SPEAKERS)[number];

export type Person = { readonly id: string; readonly username: string; readonly client: Client };
export type People = {
  readonly workspaceId: string;
  readonly elsewhereId: string;
  readonly clients: { readonly [S in Speaker]: Client };
  readonly ids: { readonly [S in Exclude<Speaker, "nobody">]: string };
};

export async function createUser(server: TestServer, role: "owner" | "admin" | "annotator"): Promise<Person> {
  const owner = createClient(server.url, OWNER.apiKey);
  const user = await owner.must("createUser", {
    body: { first_name: "Test", username: newName(), role, password: "long enough" },
  });
  return { id: user.id, username: user.username, client: createClient(server.url, user.api_key) };
}

/** Creates two workspaces with an admin and an annotator each. */
export async function createPeople(server: TestServer): Promise<People> {
  const owner = createClient(server.url, OWNER.apiKey);
  const inWorkspace = async () => {
    const { id } = await owner.must("createWorkspace", { body: { name: newName() } });
    const admin = await createUser(server, "admin");
    const annotator = await createUser(server, "annotator");
    for (const user of [admin, annotator])
      await owner.must("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: user.id } });
    return { id, admin, annotator };
  };
  const here = await inWorkspace();
  const elsewhere = await inWorkspace();
  return {
    workspaceId: here.id,
    elsewhereId: elsewhere.id,
    clients: {
      owner,
      admin: here.admin.client,
      annotator: here.annotator.client,
      "admin elsewhere": elsewhere.admin.client,
      "annotator elsewhere": elsewhere.annotator.client,
      nobody: createClient(server.url, null),
    },
    ids: {
      owner: server.ownerId,
      admin: here.admin.id,
      annotator: here.annotator.id,
      "admin elsewhere": elsewhere.admin.id,
      "annotator elsewhere": elsewhere.annotator.id,
    },
  };
}

/** Starts a server for the tests of one file, with people in two workspaces. */
export async function startPeople(options?: TestServerOptions) {
  const server = await startForFile(options);
  const people = await createPeople(server);
  return { server, people, ...people.clients };
}
