import { mayMakeKey } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { type Micros, timeToText } from "@postil/domain/time";
import type { Caller } from "../../storage/store.ts";

/** With a key that expires none is made that is good for longer (AUT-32). `expiresAt`: of the new one; null: never. */
export function refuseLongerKey(caller: Caller, expiresAt: Micros | null): void {
  if (mayMakeKey(caller, expiresAt)) return;
  const until = timeToText(caller.expiringKey?.until ?? 0);
  throw new Refusal(
    "unprocessable",
    `This API key expires at ${until} UTC and cannot make one that is good for longer; sign in to do so`,
  );
}
