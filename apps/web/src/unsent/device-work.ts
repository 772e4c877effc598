import { journalOf, readDraft } from "../lib/drafts/draft.ts";
import { draftsBeside } from "../lib/drafts/use-drafts.ts";
import { openKeptWork } from "../lib/kept-work/kept-work.ts";
import { forgetWork } from "../lib/kept-work/people-here.ts";
import { createEntryStore } from "../lib/outbox/entry-store.ts";
import { latestOutbox, outboxOf } from "../lib/outbox/use-outbox.ts";
import { signOut } from "../lib/session/sign-in.ts";
import { type WorkItem, workItems } from "./work-items.ts";

/** The signed-in user's unsent work on this device, from all tabs. */
export async function deviceWork(userId: string): Promise<readonly WorkItem[]> {
  const outbox = outboxOf(userId);
  const drafts = draftsBeside(outbox);
  await Promise.all([outbox.ready, drafts.ready.then(drafts.refresh)]);
  return workItems([...outbox.state().entries.values()], drafts.list());
}

/** Signs out and removes all of the user's work from this device. Rejects when the browser does not allow the removal. */
export async function signOutAndForget(userId: string): Promise<void> {
  const outbox = outboxOf(userId);
  const drafts = draftsBeside(outbox);
  // Ends the outbox and the drafts. Their last writes finish before the work is removed, and nothing is written after that.
  signOut();
  await Promise.all([outbox.kept(), drafts.flush()]);
  await forgetWork(userId);
  journalOf(userId).take();
}

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
