import { expect } from "vitest";
import { type Client, createClient } from "./client.ts";
import { runOnStore } from "./command-line.ts";
import { times } from "./effort.ts";
import { API_KEY, newHome, type PostilProcess, removeHome, runPostil } from "./process.ts";

/** The number of kills in each of these tests: the run's default, or POSTIL_KILLS (CONTRIBUTING.md). */
export const KILLS = Number(process.env.POSTIL_KILLS ?? times(20));

/** Null: the connection broke before the response. */
export async function unlessBroken<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    // fetch throws this error when its server is killed, which these tests do on purpose.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Decides when to kill: after a random number of answered calls, at least `atLeast`, and a short random pause. */
export function createFuse() {
  let left = 0;
  let burnt: (() => void) | null = null;
  return {
    answered: (): void => {
      if (--left === 0) burnt?.();
    },
    burn: async (atLeast: number): Promise<void> => {
      left = Math.ceil(atLeast * (1 + Math.random()));
      await new Promise<void>((resolve) => {
        burnt = resolve;
      });
      await new Promise((resolve) => setTimeout(resolve, 30 * Math.random()));
    },
  };
}

export async function expectDoctorFindsNothing(home: string, env?: { readonly [name: string]: string }): Promise<void> {
  const { code, out, err } = await runOnStore(home, ["doctor"], env);
  expect([code, out], err).toEqual([0, "All counters and bitmaps are right.\n"]);
}

/** A home with a server that a test ends and starts again. `start` returns its owner's client. */
export function createKillable(env?: { readonly [name: string]: string }) {
  const home = newHome();
  let server: PostilProcess | null = null;
  const end = async (signal: "SIGKILL" | "SIGTERM" = "SIGKILL") => {
    server?.child.kill(signal);
    return server?.ended;
  };
  const start = async (): Promise<Client> => {
    server = runPostil(home, [], env);
    return createClient(await server.address, API_KEY);
  };
  const remove = async (): Promise<void> => {
    await end();
    removeHome(home);
  };
  return { home, start, end, remove };
}
export type Killable = ReturnType<typeof createKillable>;
