import { countsAsMember } from "@postil/domain/accounts/policies";
import type { Role } from "@postil/domain/accounts/users";
import { StartFailure } from "../start-failure.ts";
import type { Command } from "./command.ts";
import { findUser, findWorkspace } from "./find.ts";
import { positionals } from "./read-arguments.ts";
import { refusedAs } from "./refused-as.ts";
import { withServer } from "./with-server.ts";

/** Commands that change the members of workspaces, for both `postil users` and `postil workspaces`. */

type Named = { readonly username: string; readonly role: Role };

/** The API would accept an owner, but the membership would have no effect. */
function refuseNoMember({ username, role }: Named): void {
  if (countsAsMember({ role })) return;
  throw new StartFailure(`${username} is an owner: they reach every workspace and are members of none.`);
}

export const addTo =
  (usage: string): Command =>
  async (args, around) => {
    const [workspace, username] = positionals(args, ["WORKSPACE", "USERNAME"], usage);
    return withServer(around, async ({ call }) => {
      const { id } = await findWorkspace(call, workspace);
      const user = await findUser(call, username);
      refuseNoMember(user);
      const added = call("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: user.id } });
      await refusedAs(409, `${username} is in workspace ${workspace} already.`, added);
      around.print(`${username} is now in workspace ${workspace}.`);
      return 0;
    });
  };

export const removeFrom =
  (usage: string): Command =>
  async (args, around) => {
    const [workspace, username] = positionals(args, ["WORKSPACE", "USERNAME"], usage);
    return withServer(around, async ({ call }) => {
      const { id } = await findWorkspace(call, workspace);
      const user = await findUser(call, username);
      refuseNoMember(user);
      const removed = call("removeWorkspaceUser", { params: { workspace_id: id, user_id: user.id } });
      await refusedAs(404, `${username} is not in workspace ${workspace}.`, removed);
      around.print(`${username} is no longer in workspace ${workspace}; account and answers stay.`);
      return 0;
    });
  };
