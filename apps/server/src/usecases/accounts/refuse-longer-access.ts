import { mayGiveAccess } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { type Micros, timeToText } from "@postil/domain/time";
import type { Caller } from "../../storage/store.ts";

/**
 * An expiring key cannot give access that lasts longer than the key (AUT-32). `until`: the end of the access; null means that
 * it has no end.
 */
export function refuseLongerAccess(caller: Caller, until: Micros | null): void {
  if (mayGiveAccess(caller, until)) return;
  const expires = timeToText(caller.expiringKey?.until ?? 0);
  throw new Refusal(
    "unprocessable",
    `This API key expires at ${expires} UTC and cannot give access that lasts longer; sign in to do so`,
  );
}
