import type { Settings } from "../config.ts";
import { isNewHome, readHolder } from "../home.ts";
import { localAddress } from "../public-address.ts";
import { StartFailure } from "../start-failure.ts";
import type { Surroundings } from "./command.ts";

/**
 * Before a command opens a home that nobody named: where a server answers that keeps its data elsewhere, that one is probably meant, and
 * a second home would be made or filled without a word (API-50). Fails unless somebody says that this home is meant.
 */
export async function checkHome({ env, ask }: Surroundings, { home, host, port }: Settings): Promise<void> {
  if (env.POSTIL_HOME || port === 0) return;
  const holder = readHolder(home);
  if (holder !== null && new URL(holder.address).port === String(port)) return;
  const address = localAddress(host, port);
  if (!(await isPostil(address))) return;
  const what = `A Postil server answers at ${address}, and its data is not in ${home}.`;
  if (ask !== null && (await ask(`${what} Is ${home} meant all the same?`))) return;
  throw new StartFailure(`${what} Set POSTIL_HOME to the home of that server, or to ${home} if this one is meant.`);
}

/** Says which home a command opens by itself, and when it makes one. */
export const tellHome = ({ complain }: Pick<Surroundings, "complain">, home: string): void =>
  complain(
    isNewHome(home)
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
