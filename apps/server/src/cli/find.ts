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
