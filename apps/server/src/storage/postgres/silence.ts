import { performance } from "node:perf_hooks";
import { type ClientBase, DatabaseError } from "pg";
import { createClient, cutOff, type Within } from "./database.ts";
import { isSilence, Silent } from "./failure.ts";

/**
 * A network that is cut without a word leaves a statement without an answer, and the system asks again for a quarter of an hour.
 * A statement may also just take long. So the store asks the server on a new connection, and waits on while the server works on
 * the statement.
 */

/** Nearly all statements take milliseconds, ms. */
const SILENT_AFTER = 10_000;
const LOOKS_EVERY = 2500;
/** How long the server may take for a new connection and its one statement, ms. */
const ANSWERS_WITHIN = 5000;

const BUSY = "select pid from pg_stat_activity where datname = current_database() and state = 'active'";

export type Silence = {
  /** Fails with {@link Silent} if no answer comes. */
  readonly within: Within;
  readonly stop: () => void;
};

type Waiting = { readonly since: number; readonly client: ClientBase; wasIdle: boolean };

export function watchSilence(url: string): Silence {
  const waiting = new Set<Waiting>();
  let isLooking = false;
  const look = async () => {
    const late = [...waiting].filter(({ since }) => performance.now() - since > SILENT_AFTER);
    if (isLooking || late.length === 0) return;
    isLooking = true;
    const found = await askServer(url);
    isLooking = false;
    for (const one of late) {
      if (!waiting.has(one)) continue;
      if (found === "silent") cutOff(one.client, new Silent());
      if (typeof found === "string" || found.has(processOf(one.client))) continue;
      // The answer may be on its way, unless it still is at the next look.
      if (one.wasIdle) cutOff(one.client, new Silent());
      one.wasIdle = true;
    }
  };
  const timer = setInterval(() => void look(), LOOKS_EVERY).unref();
  return {
    within: async (client, asked) => {
      const one = { since: performance.now(), client, wasIdle: false };
      waiting.add(one);
      try {
        return await asked();
      } finally {
        waiting.delete(one);
      }
    },
    stop: () => clearInterval(timer),
  };
}

/** The driver's types leave it out. */
const processOf = (client: ClientBase): number => (client as unknown as { readonly processID: number }).processID;

/** The processes of the server that are at work; "answers" if it does not tell, or a pooler between gives them other numbers. */
async function askServer(url: string): Promise<ReadonlySet<number> | "answers" | "silent"> {
  const client = createClient(url, ANSWERS_WITHIN);
  client.on("error", () => {});
  const late = setTimeout(() => cutOff(client, new Silent()), ANSWERS_WITHIN);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(BUSY);
    const busy = new Set(rows.map(({ pid }) => pid));
    return busy.has(processOf(client)) ? busy : "answers";
  } catch (error) {
    return !(error instanceof DatabaseError) && isSilence(error) ? "silent" : "answers";
  } finally {
    clearTimeout(late);
    cutOff(client);
  }
}
