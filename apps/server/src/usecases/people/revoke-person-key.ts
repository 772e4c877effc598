import type { ApiKey } from "@postil/domain/accounts/api-keys";
import type { Context } from "../../storage/store.ts";
import { removeKey } from "../api-keys/remove-key.ts";
import { requirePerson } from "./require-person.ts";

export type RevokePersonKey = { readonly userId: string; readonly keyId: string };

/** Revokes a named key of a person (ROL-12): of a machine that was lost, or of somebody who cannot do it themselves. */
export async function revokePersonKey(context: Context, { userId, keyId }: RevokePersonKey): Promise<ApiKey> {
  return removeKey(context, { keyId, userId, person: await requirePerson(context, userId) });
}
