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
  const address = `Postil ${VERSION}  ${server.publicAddress}`;
  around.print(`${address}\n${link ? `Sign in once  ${link}` : NO_OWNER}`);
  await closed;
  return 0;
};

const NO_OWNER = "There is no owner to sign in; `postil users create NAME --role owner` makes one.";

/** The settings, with a warning for each variable that is none; fails with all mistakes at once. */
export function settingsOrFail({ env, complain }: Surroundings): Settings {
  const result = readSettings(env);
  if ("mistakes" in result) throw new StartFailure(result.mistakes.join("\n"));
  for (const warning of result.warnings) complain(warning);
  return result.settings;
}
