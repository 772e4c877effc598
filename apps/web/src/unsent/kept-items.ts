import { readDraft } from "../lib/drafts/draft.ts";
import { openKeptWork } from "../lib/kept-work/kept-work.ts";
import { latestOutbox } from "../lib/outbox/current.ts";
import { createEntryStore } from "../lib/outbox/entry-store.ts";
import { type WorkItem, workItems } from "./work-items.ts";

/** The stored work of a user who is no longer signed in. */
export async function keptItems(userId: string): Promise<readonly WorkItem[]> {
  await latestOutbox()?.kept();
  const [entries, drafts] = await Promise.all([
    createEntryStore(openKeptWork("outbox"), userId).all(),
    openKeptWork("drafts").all(userId),
  ]);
  return workItems(
    entries,
    [...drafts.values()].map(readDraft).filter((draft) => draft !== null),
  );
}
