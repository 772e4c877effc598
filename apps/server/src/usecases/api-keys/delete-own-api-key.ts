import type { ApiKey } from "@postil/domain/accounts/api-keys";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { removeKey } from "./remove-key.ts";

/** Revokes a key of the caller's. */
export const deleteOwnApiKey = async (context: Context, { keyId }: { readonly keyId: string }): Promise<ApiKey> =>
  removeKey(context, { keyId, userId: requireAccount(context).id });
