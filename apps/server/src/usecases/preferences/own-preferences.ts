import type { Member } from "@postil/domain/preferences/merge";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

export type NamedMember = Member & { readonly name: string };

/** Of the caller, by their names. */
export async function readOwnPreferences(context: Context): Promise<NamedMember[]> {
  const rows = await context.db
    .selectFrom("preference")
    .select(["name", "value", "changed_at"])
    .where("user_key", "=", requireCaller(context).key)
    .orderBy("name")
    .execute();
  return rows.map(({ name, value, changed_at }) => ({ name, value: JSON.parse(value), changedAt: changed_at }));
}
