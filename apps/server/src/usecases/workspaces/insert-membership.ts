import type { Context } from "../../storage/store.ts";

export type Membership = { readonly workspaceId: string; readonly userId: string };

/** Stores that a user belongs to a workspace they are known not to belong to yet. */
export async function insertMembership({ db, now }: Context, { workspaceId, userId }: Membership): Promise<void> {
  await db
    .insertInto("membership")
    .values({ workspace_id: workspaceId, user_id: userId, inserted_at: now() })
    .execute();
}
