import type { LastSeen } from "@postil/domain/accounts/people";
import { inChunks } from "../../storage/in-chunks.ts";
import type { Context } from "../../storage/store.ts";

export type Seen = LastSeen & { readonly userId: string };

/** Notes who was here last when; people who were deleted meanwhile are passed over. Not open to requests. */
export async function noteLastSeen({ db }: Context, seen: readonly Seen[]): Promise<void> {
  await inChunks(seen, async (some) => {
    const there = await db
      .selectFrom("user")
      .select("id")
      .where("deleted_at", "is", null)
      .where(
        "id",
        "in",
        some.map(({ userId }) => userId),
      )
      .execute();
    const ids = new Set(there.map(({ id }) => id));
    const rows = some
      .filter(({ userId }) => ids.has(userId))
      .map(({ userId, at, byKey }) => ({ user_id: userId, at, by_key: byKey ? (1 as const) : (0 as const) }));
    if (rows.length === 0) return;
    await db
      .insertInto("last_seen")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet(({ ref }) => ({ at: ref("excluded.at"), by_key: ref("excluded.by_key") })),
      )
      .execute();
  });
}
