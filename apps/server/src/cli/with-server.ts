import { createCall, overHttp } from "../client/api-client.ts";
import type { Settings } from "../config.ts";
import { HomeHeld, readSecret } from "../home.ts";
import { createTokens } from "../http/tokens.ts";
import { StartFailure } from "../start-failure.ts";
import type { RunningServer, Surroundings } from "./command.ts";
import { settingsOrFail } from "./start.ts";

/**
 * Runs a command against the API: of the server that has the home open, else of one started here for the time of the
 * command, on a free port of this machine. What `prepare` does needs no server and runs while one starts.
 */
export async function withServer<T, P = undefined>(
  around: Surroundings,
  command: (server: RunningServer, prepared: P) => Promise<T>,
  prepare?: () => Promise<P>,
): Promise<T> {
  const opening = openOrJoin(around, settingsOrFail(around));
  // Told by the await below, unless preparing fails first.
  opening.catch(() => undefined);
  try {
    const prepared = (await prepare?.()) as P; // undefined only where P is
    return await command(await opening, prepared);
  } finally {
    const server = await opening.catch(() => null);
    await server?.close();
  }
}

async function openOrJoin({ openServer }: Surroundings, settings: Settings): Promise<RunningServer> {
  try {
    return await openServer({ ...settings, host: "127.0.0.1", port: 0 });
  } catch (error) {
    if (!(error instanceof HomeHeld)) throw error;
    return join(settings, error);
  }
}

/** Long enough for the largest import; it is made anew for every command. */
const TOKEN_SECONDS = 24 * 3600;

/** Speaks to the running server in the owner's name, by a token signed with the secret of the home. */
async function join(settings: Settings, held: HomeHeld): Promise<RunningServer> {
  const { holder } = held;
  if (!holder) throw held;
  if (holder.owner === null)
    throw new StartFailure("The server that runs has no owner, so there is nobody to act for.");
  const secret = settings.authSecret ?? readSecret(settings.home);
  const tokens = createTokens(new TextEncoder().encode(secret), TOKEN_SECONDS);
  const token = await tokens.issue({ id: holder.owner, firstName: "", username: "", role: "owner" });
  const call = createCall(overHttp(holder.address), { authorization: `Bearer ${token}` });
  return { address: holder.address, lasting: true, call, signInLink: () => null, close: async () => {} };
}
