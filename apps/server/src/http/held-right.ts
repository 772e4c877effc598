import { Refusal } from "@postil/domain/refusal";
import type { Caller } from "../storage/store.ts";
import type { Accounts } from "./accounts.ts";
import type { Requester } from "./handler.ts";

/** A right that something lives by which goes on long after it was asked for. */
export type HeldRight = {
  /** Aborted, with the refusal, when whoever asked has lost the right or is gone. */
  readonly lost: AbortSignal;
  release(): void;
};

/** `may` refuses a caller who has not got it; asked again after every change of who may do what. */
export function holdRight(
  accounts: Accounts,
  { shown }: Pick<Requester, "shown">,
  may: (caller: Caller) => Promise<void>,
): HeldRight {
  const losing = new AbortController();
  const look = async () => {
    try {
      const found = shown && (await accounts.again(shown));
      if (!found) throw new Refusal("unauthorized", "Could not validate credentials");
      await may(found.caller);
    } catch (error) {
      // What is gone itself is taken from nobody by that.
      if (!(error instanceof Refusal && error.code === "not_found")) losing.abort(error);
    }
  };
  return { lost: losing.signal, release: accounts.onForget(() => void look()) };
}
