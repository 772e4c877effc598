import { opensByProvider } from "@postil/domain/accounts/policies";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { NO_PASSWORD } from "./passwords.ts";

/** Whether the caller has a password, and the provider that opens their account: one without either may choose a password. */
export type OwnPassword = { readonly set: boolean; readonly provider: string | null };

export async function getOwnPassword(context: Context): Promise<OwnPassword> {
  const caller = requireAccount(context);
  const { password_hash, provider } = await context.db
    .selectFrom("user")
    .select(["password_hash", "provider"])
    .where("key", "=", caller.key)
    .executeTakeFirstOrThrow();
  return { set: password_hash !== NO_PASSWORD, provider: opensByProvider(caller) ? provider : null };
}
