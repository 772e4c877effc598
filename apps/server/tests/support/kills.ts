import { expect } from "vitest";
import { times } from "./effort.ts";
import { postil } from "./process.ts";

/** How often the power goes in each of these tests: as the run has it, or as often as it is asked for (CONTRIBUTING.md). */
export const KILLS = Number(process.env.POSTIL_KILLS ?? times(20));

/** Null: the connection broke before the answer. */
export async function unlessBroken<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    // What fetch throws when its server is killed, which is what these tests are about.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Says when to kill: once some more calls were answered, however long these take, and at any point of the next ones. */
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

export async function expectDoctorFindsNothing(home: string): Promise<void> {
  const { code, out } = await postil(home, ["doctor"]);
  expect([code, out]).toEqual([0, "All counters and bitmaps are right.\n"]);
}
