import type { Caller, Context } from "../storage/store.ts";
import { forbidden } from "./refuse.ts";
import { requireCaller } from "./require-caller.ts";

/** The caller, who must have an account. Nothing is stored in the name of the operator on the server's own machine. */
export function requireAccount(context: Context): Caller {
  const caller = requireCaller(context);
  if (caller.key === 0) throw forbidden();
  return caller;
}
