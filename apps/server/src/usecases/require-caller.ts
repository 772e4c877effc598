import { Refusal } from "@postil/domain/refusal";
import type { Caller, Context } from "../storage/store.ts";

/** Use cases that need a known caller call this first. */
export function requireCaller({ caller }: Context): Caller {
  if (!caller) throw new Refusal("unauthorized", "Could not validate credentials");
  return caller;
}
