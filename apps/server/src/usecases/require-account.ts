import type { Caller, Context } from "../storage/store.ts";
import { forbidden } from "./refuse.ts";
import { requireCaller } from "./require-caller.ts";

/** The caller, who is a person with an account: in the name of whoever works on the server's own machine nothing is kept. */
export function requireAccount(context: Context): Caller {
  const caller = requireCaller(context);
  if (caller.key === 0) throw forbidden();
  return caller;
}
