import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { Caller } from "../storage/store.ts";
import type { Accounts } from "./accounts.ts";
import type { Requester } from "./handler.ts";

/** A right that long-running work depends on after the request was accepted. */
export type HeldRight = {
  /** Aborted, with the refusal, when the caller has lost the right or is gone. */
  readonly lost: AbortSignal;
  release(): void;
};

/** A timer with a longer delay than this, 24 days, would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `may` refuses a caller who does not have the right. It is called again after every change of who may do what, and when the
 * caller's key or session ends.
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
      // A session that was renewed in the meantime ends later.
      lookAt(found.until);
      await may(found.caller);
    } catch (error) {
      // If the object itself was deleted, the caller has not lost a right.
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
