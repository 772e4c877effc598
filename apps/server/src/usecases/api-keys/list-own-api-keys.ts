import type { Keys } from "@postil/domain/accounts/api-keys";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { listKeys } from "./list-keys.ts";

/** The caller's keys. */
export const listOwnApiKeys = async (context: Context): Promise<Keys> => listKeys(context, requireAccount(context).id);
