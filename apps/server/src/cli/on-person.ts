import type { Call } from "../client/api-client.ts";
import type { Command } from "./command.ts";
import { findUser } from "./find.ts";
import { positionals } from "./read-arguments.ts";
import { USERS_USAGE } from "./users-usage.ts";
import { withServer } from "./with-server.ts";

/** A command that takes only a username. `act` returns the line to print. */
export const onPerson =
  (act: (call: Call, userId: string, username: string) => Promise<string>): Command =>
  async (args, around) => {
    const [username] = positionals(args, ["USERNAME"], USERS_USAGE);
    return withServer(around, async ({ call }) => {
      const { id } = await findUser(call, username);
      around.print(await act(call, id, username));
      return 0;
    });
  };
