import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { Caller, Context, Operation } from "../storage/store.ts";
import { sessionCalls } from "./accounts/sessions.ts";
import { signInCalls } from "./accounts/sign-in.ts";
import { noteExport } from "./audit.ts";

const { beginSession, endOwnSession } = sessionCalls.writes;
const { noteFailedSignIn } = signInCalls.writes;

/** Writes that are held in memory while the disk is full, until there is space: sign-in, sign-out, export (API-51). */
export const HELD_WRITES = { beginSession, endOwnSession, noteExport, noteFailedSignIn } as const;

export type HeldWrite = {
  readonly name: keyof typeof HELD_WRITES;
  readonly caller: Caller | null;
  readonly input: unknown;
  readonly at: Micros;
};

/** Writes the held events, each with its own time. Events that are refused now are left out. Not open to requests. */
export async function writeHeld(context: Context, held: readonly HeldWrite[]): Promise<void> {
  for (const { name, caller, input, at } of held) {
    const write: Operation = HELD_WRITES[name];
    try {
      await write({ ...context, caller, now: () => at }, input);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
