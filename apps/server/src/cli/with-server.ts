import { createCall, createOpen, overHttp } from "../client/api-client.ts";
import { readSettings, type Settings } from "../config.ts";
import { HomeHeld, isNewHome, readHolder } from "../home.ts";
import { localAddress, publicAddress } from "../listen.ts";
import { StartFailure } from "../start-failure.ts";
import { type RunningServer, type SubCommand, type Surroundings, type Words, wordsOf } from "./command.ts";

/** The settings, with a warning for each unknown variable. Fails with all mistakes at once. */
export function settingsOrFail({ env, complain }: Surroundings): Settings {
  const result = readSettings(env);
  if ("mistakes" in result) throw new StartFailure(result.mistakes.join("\n"));
  for (const warning of result.warnings) complain(warning);
  return result.settings;
}

/** What is done with the server; returns the lines to print. */
type Work = (server: RunningServer) => Promise<string | readonly string[]>;

export const printFromServer = (around: Surroundings, work: Work): Promise<number> =>
  withServer(around, async (server) => {
    for (const line of [await work(server)].flat()) around.print(line);
    return 0;
  });

/** A command of words alone, without options. `check` runs before there is a server. */
export const onServer =
  <const N extends readonly string[]>(names: N, check: (words: Words<N>) => Work): SubCommand =>
  async (args, around, usage) =>
    printFromServer(around, check(wordsOf(args, names, usage)));

/**
 * Runs a command against the API of the server that has the home open. Without one, starts a server on a free port of this
 * machine for the duration of the command. `prepare` needs no server and runs while the server starts.
 */
export async function withServer<T, P = undefined>(
  around: Surroundings,
  command: (server: RunningServer, prepared: P) => Promise<T>,
  prepare?: () => Promise<P>,
): Promise<T> {
  const settings = settingsOrFail(around);
  await checkHome(around, settings);
  const opening = openOrJoin(around, settings);
  // The await below reports the failure, unless `prepare` fails first.
  opening.catch(() => undefined);
  try {
    const prepared = (await prepare?.()) as P; // undefined only if P is undefined
    return await command(await opening, prepared);
  } finally {
    const server = await opening.catch(() => null);
    await server?.close();
  }
}

async function openOrJoin(around: Surroundings, settings: Settings): Promise<RunningServer> {
  const opens = { ...settings, host: "127.0.0.1", port: 0 };
  const onFree = () => tellHome(around, settings);
  try {
    // Logs go to stderr, because stdout is for the output of the command.
    const server = await around.openServer(opens, { log: process.stderr, page: false, onFree });
    return { ...server, publicAddress: publicAddress(settings, localAddress(settings.host, settings.port)) };
  } catch (error) {
    if (!(error instanceof HomeHeld)) throw error;
    return join(settings, error);
  }
}

/** Talks to the running server with the key that this server wrote into the home. */
function join(settings: Settings, held: HomeHeld): RunningServer {
  const { holder } = held;
  if (!holder) throw held;
  const headers = { "x-postil-api-key": holder.key };
  const call = createCall(overHttp(holder.address), headers);
  const open = createOpen(holder.address, headers);
  return {
    publicAddress: holder.publicly,
    home: settings.home,
    lasting: true,
    call,
    open,
    owner: null,
    close: async () => {},
  };
}

/**
 * Runs before a command opens the default home. If a server with another home answers, the user probably means that server,
 * and the command would create or fill a second home silently (API-50). Fails unless the user confirms this home.
 */
async function checkHome({ env, ask }: Surroundings, { home, host, port }: Settings): Promise<void> {
  if (env.POSTIL_HOME || port === 0) return;
  const holder = readHolder(home);
  if (holder !== null && new URL(holder.address).port === String(port)) return;
  const address = localAddress(host, port);
  if (!(await isPostil(address))) return;
  const what = `A Postil server answers at ${address}, and its data is not in ${home}.`;
  if (ask !== null && (await ask(`${what} Is ${home} meant all the same?`))) return;
  throw new StartFailure(`${what} Set POSTIL_HOME to the home of that server, or to ${home} if this one is meant.`);
}

const tellHome = ({ complain }: Pick<Surroundings, "complain">, { home, databaseUrl }: Settings): void =>
  complain(
    databaseUrl === null && isNewHome(home)
      ? `${home} is a new home: all data will be there. POSTIL_HOME names another one.`
      : `No server has ${home} open: this command opens it by itself.`,
  );

const PROBE_MS = 1000;

async function isPostil(address: string): Promise<boolean> {
  const reply = await fetch(`${address}/api/postil/v1/version`, { signal: AbortSignal.timeout(PROBE_MS) }).catch(
    () => null,
  );
  const told: unknown = reply?.ok ? await reply.json().catch(() => null) : null;
  return typeof told === "object" && told !== null && "wire" in told;
}

/** The address of a new dataset, or, if no server keeps running, how to see it. */
export const whereToSee = (server: RunningServer, datasetId: string): string =>
  seenAt(server, `/dataset/${datasetId}/annotation-mode`);

export const seenAt = ({ publicAddress, lasting, home }: RunningServer, path: string): string =>
  lasting ? publicAddress + path : `They are in ${home}; start Postil (npm start) to see them.`;
