import { memberRefusal, toForget } from "@postil/domain/preferences/members";
import { type Change, takeChange } from "@postil/domain/preferences/merge";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { type NamedMember, readOwnPreferences } from "./own-preferences.ts";

type NamedChange = Change & { readonly name: string };

/** Takes what a browser changed, each by itself; returns what stands, also of what others changed. */
export async function changeOwnPreferences(
  context: Context,
  changes: readonly NamedChange[],
): Promise<readonly NamedMember[]> {
  const caller = requireAccount(context);
  for (const { name, value } of changes) {
    const refused = memberRefusal(name, value);
    if (refused !== null) throw new Refusal("unprocessable", refused);
  }
  const stored = new Map((await readOwnPreferences(context)).map((member) => [member.name, member]));
  for (const { name, ...change } of changes) {
    const before = stored.get(name) ?? null;
    const after = takeChange(before, change, context.now());
    if (after === before) continue;
    stored.set(name, { name, ...after });
    await keep(context, caller.key, { name, ...after });
  }
  const forgotten = toForget([...stored.values()]);
  for (const name of forgotten) stored.delete(name);
  if (forgotten.length > 0) {
    await context.db
      .deleteFrom("preference")
      .where("user_key", "=", caller.key)
      .where("name", "in", forgotten)
      .execute();
  }
  return [...stored.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function keep({ db }: Context, userKey: number, { name, value, changedAt }: NamedMember): Promise<void> {
  const kept = { value: JSON.stringify(value), changed_at: changedAt };
  await db
    .insertInto("preference")
    .values({ user_key: userKey, name, ...kept })
    .onConflict((row) => row.columns(["user_key", "name"]).doUpdateSet(kept))
    .execute();
}
