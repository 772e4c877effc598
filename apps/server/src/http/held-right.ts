import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { Caller } from "../storage/store.ts";
import type { Accounts } from "./accounts.ts";
import type { Requester } from "./handler.ts";

/** A right that something lives by which goes on long after it was asked for. */
export type HeldRight = {
  /** Aborted, with the refusal, when whoever asked has lost the right or is gone. */
  readonly lost: AbortSignal;
  release(): void;
};

/** A timer of more than this, 24 days, would go off at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `may` refuses a caller who has not got it; asked again after every change of who may do what, and when the key or the session
 * ends that they showed.
 */
export function holdRight(
  accounts: Pick<Accounts, "again" | "onForget">,
  { shown, until }: Pick<Requester, "shown" | "until">,
  may: (caller: Caller) => Promise<void>,
): HeldRight {
  const losing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const lookAt = (end: Micros | null) => {
    clearTimeout(timer);
    if (end === null || released) return;
    const ms = Math.max(1, Math.ceil(end / 1000 - Date.now()));
    timer = setTimeout(() => void look(), Math.min(ms, LONGEST_MS)).unref();
  };
  const look = async () => {
    try {
      const found = shown && (await accounts.again(shown));
      if (!found) throw new Refusal("unauthorized", "Could not validate credentials");
      // A session that was renewed meanwhile ends later.
      lookAt(found.until);
      await may(found.caller);
    } catch (error) {
      // What is gone itself is taken from nobody by that.
      if (!(error instanceof Refusal && error.code === "not_found")) losing.abort(error);
    }
  };
  const stopListening = accounts.onForget(() => void look());
  lookAt(until);
  const release = () => {
    released = true;
    clearTimeout(timer);
    stopListening();
  };
  return { lost: losing.signal, release };
}
