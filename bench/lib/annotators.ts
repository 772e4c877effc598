import type { Connection } from "./connection.ts";

/** Makes annotators of a workspace, and gives the API key of each. */
export async function makeAnnotators(
  owner: Connection,
  workspaceId: string,
  count: number,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const body = { first_name: `Annotator ${index}`, username: `annotator${index}`, password: "annotator-password" };
    const user = await made<{ id: string; api_key: string }>(owner, "/api/v1/users", body);
    await made(owner, `/api/v1/workspaces/${workspaceId}/users`, { user_id: user.id });
    keys.push(user.api_key);
  }
  return keys;
}

async function made<Reply>(owner: Connection, path: string, body: unknown): Promise<Reply> {
  const { status, body: reply } = await owner.ask("POST", path, body);
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${reply.slice(0, 300)}`);
  return JSON.parse(reply) as Reply;
}
