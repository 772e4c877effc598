import { memberRefusal, toForget } from "@postil/domain/preferences/members";
import { type Change, type Member, takeChange } from "@postil/domain/preferences/merge";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { requireCaller } from "../require-caller.ts";

type Named = { readonly name: string };

/** The caller's preferences, sorted by name; they are the same in every browser. */
async function getOwnPreferences(context: Context): Promise<(Member & Named)[]> {
  const rows = await context.db
    .selectFrom("preference")
    .select(["name", "value", "changed_at"])
    .where("user_key", "=", requireCaller(context).key)
    .orderBy("name")
    .execute();
  return rows.map(({ name, value, changed_at }) => ({ name, value: JSON.parse(value), changedAt: changed_at }));
}

/** Saves each change of a browser. Returns the stored values, with changes from other browsers. */
async function changeOwnPreferences(
  context: Context,
  changes: readonly (Change & Named)[],
): Promise<readonly (Member & Named)[]> {
  const caller = requireAccount(context);
  for (const { name, value } of changes) {
    const refused = memberRefusal(name, value);
    if (refused !== null) throw new Refusal("unprocessable", refused);
  }
  const stored = new Map((await getOwnPreferences(context)).map((member) => [member.name, member]));
  for (const { name, ...change } of changes) {
    const before = stored.get(name) ?? null;
    const after = takeChange(before, change, context.now());
    if (after === before) continue;
    stored.set(name, { name, ...after });
    await keep(context, caller.key, { name, ...after });
  }
  const forgotten = toForget([...stored.values()]);
  for (const name of forgotten) stored.delete(name);
  const own = context.db.deleteFrom("preference").where("user_key", "=", caller.key);
  if (forgotten.length > 0) await own.where("name", "in", forgotten).execute();
  return [...stored.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function keep({ db }: Context, userKey: number, { name, value, changedAt }: Member & Named): Promise<void> {
  const kept = { value: JSON.stringify(value), changed_at: changedAt };
  await db
    .insertInto("preference")
    .values({ user_key: userKey, name, ...kept })
    .onConflict((row) => row.columns(["user_key", "name"]).doUpdateSet(kept))
    .execute();
}

export const preferenceCalls = {
  reads: { getOwnPreferences },
  writes: { changeOwnPreferences },
};
