import { readSettings, type Settings } from "../config.ts";
import { closeOnSignal } from "../lifecycle.ts";
import { StartFailure } from "../start-failure.ts";
import { VERSION } from "../version.ts";
import type { Command, Surroundings } from "./command.ts";

/** `postil start`: the server, until a signal ends it. */
export const start: Command = async (_args, around) => {
  const settings = settingsOrFail(around);
  const server = await around.openServer(settings, { log: process.stdout, page: true });
  const closed = closeOnSignal(server.close);
  const link = server.signInLink();
  const address = `Postil ${VERSION}  ${publicAddress(settings, server.address)}`;
  around.print(`${address}\n${link ? `Sign in once  ${link}` : NO_OWNER}`);
  await closed;
  return 0;
};

const NO_OWNER = "There is no owner to sign in; `postil users create NAME --role owner` makes one.";

/** Where people find a server that answers at `address`, without a slash at the end. */
export function publicAddress({ baseUrl }: Settings, address: string): string {
  return (baseUrl.origin ?? address) + baseUrl.path.slice(0, -1);
}

/** The settings, with a warning for each variable that is none; fails with all mistakes at once. */
export function settingsOrFail({ env, complain }: Surroundings): Settings {
  const result = readSettings(env);
  if ("mistakes" in result) throw new StartFailure(result.mistakes.join("\n"));
  for (const warning of result.warnings) complain(warning);
  return result.settings;
}
