import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { Caller, Context, Operation } from "../storage/store.ts";
import { sessionCalls } from "./accounts/sessions.ts";
import { signInCalls } from "./accounts/sign-in.ts";
import { noteExport } from "./audit.ts";

const { beginSession, endOwnSession } = sessionCalls.writes;
const { noteFailedSignIn } = signInCalls.writes;

/** What people do with a full disk and what is held in memory until there is room: coming in, leaving, exporting (API-51). */
export const HELD_WRITES = { beginSession, endOwnSession, noteExport, noteFailedSignIn } as const;

export type HeldWrite = {
  readonly name: keyof typeof HELD_WRITES;
  readonly caller: Caller | null;
  readonly input: unknown;
  /** When it happened. */
  readonly at: Micros;
};

/** Writes what was held, each with its own time; what is refused by now is left out. Not open to requests. */
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
