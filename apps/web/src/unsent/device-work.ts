import { draftsBeside } from "../lib/drafts/current.ts";
import { journalOf } from "../lib/drafts/journal.ts";
import { forgetWork } from "../lib/kept-work/forget-work.ts";
import { outboxOf } from "../lib/outbox/current.ts";
import { signOut } from "../lib/session/sign-in.ts";
import { type WorkItem, workItems } from "./work-items.ts";

/** What the signed-in user has on this device that the server has not; of all tabs. */
export async function deviceWork(userId: string): Promise<readonly WorkItem[]> {
  const outbox = outboxOf(userId);
  const drafts = draftsBeside(outbox);
  await Promise.all([outbox.ready, drafts.ready.then(drafts.refresh)]);
  return workItems([...outbox.state().entries.values()], drafts.list());
}

/** Signs out and removes all of the user's work from this device. Rejects when the browser does not let it be removed. */
export async function signOutAndForget(userId: string): Promise<void> {
  const outbox = outboxOf(userId);
  const drafts = draftsBeside(outbox);
  // Ends both: what they still write is waited for, and nothing comes after it.
  signOut();
  await Promise.all([outbox.kept(), drafts.flush()]);
  await forgetWork(userId);
  journalOf(userId).take();
}
