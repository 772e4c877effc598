import { readSettings, type Settings } from "../config.ts";
import { closeOnSignal } from "../lifecycle.ts";
import { StartFailure } from "../start-failure.ts";
import { VERSION } from "../version.ts";
import type { Command, RunningServer, Surroundings } from "./command.ts";

/** `postil start`: runs the server until a signal stops it. */
export const start: Command = async (_args, around) => {
  const settings = settingsOrFail(around);
  const server = await around.openServer(settings, { log: process.stdout, page: true });
  const closed = closeOnSignal(server.close);
  around.print(`Postil ${VERSION}  ${server.publicAddress}\n${howToSignIn(server, settings, around)}`);
  await closed;
  return 0;
};

/**
 * The link signs in anyone who reads it. If a log may keep the output, the link is printed only for an owner without another
 * way to sign in (AUT-41).
 */
function howToSignIn({ owner, publicAddress }: RunningServer, { signInLink }: Settings, around: Surroundings): string {
  if (owner === null) return NO_OWNER;
  const prints = signInLink === "auto" ? around.readByPerson || !owner.hasPassword : signInLink === "always";
  return prints ? `Sign in once  ${owner.signInLink()}` : `Sign in  ${publicAddress}/sign-in`;
}

const NO_OWNER = "There is no owner to sign in; `postil users create NAME --role owner` makes one.";

/** The settings, with a warning for each unknown variable. Fails with all mistakes at once. */
export function settingsOrFail({ env, complain }: Surroundings): Settings {
  const result = readSettings(env);
  if ("mistakes" in result) throw new StartFailure(result.mistakes.join("\n"));
  for (const warning of result.warnings) complain(warning);
  return result.settings;
}
