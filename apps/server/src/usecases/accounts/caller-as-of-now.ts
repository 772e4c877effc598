import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { findCaller } from "./find-caller.ts";

/**
 * Reads the caller again at the time when the call runs. A caller who had to wait may have been deleted, signed out or given
 * other rights in the meantime.
 */
export async function withCallerAsOfNow(context: Context): Promise<Context> {
  const { caller } = context;
  // The operator on the server's own machine is in no table.
  if (!caller || caller.key === 0) return context;
  const session = caller.from?.session ?? null;
  const found = await findCaller(context, { userId: caller.id, ...(session === null ? {} : { session }) });
  if (!found) throw new Refusal("unauthorized", "Could not validate credentials", { type: "user", name: caller.id });
  const { role, workspaceIds } = found.caller;
  return { ...context, caller: { ...caller, role, workspaceIds } };
}
