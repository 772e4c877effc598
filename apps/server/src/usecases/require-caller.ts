import { Refusal } from "@postil/domain/refusal";
import type { Caller, Context } from "../storage/store.ts";

/** The first line of a use case that is not open to anybody. */
export function requireCaller({ caller }: Context): Caller {
  if (!caller) throw new Refusal("unauthorized", "Could not validate credentials");
  return caller;
}
