import { saysTyped } from "@postil/domain/outbox/family";
import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import type { AnswerDraft } from "@postil/domain/records/answer-draft";
import type { ResponseValues } from "@postil/domain/records/record-status";
import { keepBeforeReload } from "../chunk-reload.ts";
import { openKeptWork } from "../kept-work/kept-work.ts";
import type { OutboxService } from "../outbox/outbox-service.ts";
import type { ShownChange } from "../outbox/ports.ts";
import { openTabs } from "../outbox/tabs.ts";
import { onSessionChange } from "../session/store.ts";
import { createDraftService, type DraftService } from "./draft-service.ts";
import { journalOf } from "./journal.ts";

let current: { readonly drafts: DraftService; readonly outbox: OutboxService; readonly stop: () => void } | null = null;

/** The local drafts of whoever's outbox it is. They go when an answer holds them. */
export function draftsBeside(outbox: OutboxService): DraftService {
  if (current?.outbox !== outbox) {
    current?.stop();
    const drafts = createDraftService({
      userId: outbox.userId,
      kept: openKeptWork("drafts"),
      journal: journalOf(outbox.userId),
      tabs: openTabs("drafts", outbox.userId),
      now: Date.now,
      after: (ms, run) => void setTimeout(run, ms),
    });
    const stopFollowing = followOutbox(drafts, outbox);
    const stop = () => {
      stopFollowing();
      drafts.stop();
    };
    current = { outbox, drafts, stop };
  }
  return current.drafts;
}

/**
 * Keeps drafts and outbox in step, for every answer that is given, here or in another tab, by whatever key or button: what it
 * holds is no longer kept from the moment it is on its way, and is kept again when it is given up. Returns the way to stop.
 */
export function followOutbox(drafts: DraftService, outbox: OutboxService): () => void {
  let stopped = false;
  const take = ({ recordId, datasetId, response, saved, elsewhere }: Omit<ShownChange, "old">) => {
    if (stopped) return;
    const entry = outbox.entryOf(recordId);
    // The record shows its earlier status again, but the answers stay in the form (FRS-14).
    if (
      saved === "failed" &&
      entry?.intent.kind === "save" &&
      entry.intent.values !== null &&
      saysTyped(entry.family, entry.intent.status) &&
      drafts.get(recordId) === undefined
    )
      drafts.change(datasetId, recordId, asTyped(entry.intent.values));
    // A response that is gone was cleared or undone; what was typed is wanted again then.
    else if (saved !== "failed" && response !== null) drafts.settle(recordId, response.values ?? {}, elsewhere);
  };
  const stop = outbox.onShownChange((change) => {
    if (drafts.isReady()) take(change);
    else void drafts.ready.then(() => take(change));
  });
  // Answers of an earlier page, which may have gone before it could write that its drafts were sent.
  void Promise.all([drafts.ready, outbox.ready]).then(() => {
    for (const entry of outbox.state().entries.values()) {
      const saved = entry.failure === null ? "saving" : "failed";
      take({ ...entry, response: shownResponse(entry), saved, elsewhere: false });
    }
  });
  return () => {
    stopped = true;
    stop();
  };
}

function asTyped(values: ResponseValues): AnswerDraft {
  return Object.fromEntries(
    Object.entries(values).map(([question, { value }]) => [question, { value, untouched: [] }]),
  );
}

// Nothing of a user's work stays in memory after their session (AUT-12).
onSessionChange((session) => {
  if (session.status !== "anonymous" || current === null) return;
  current.stop();
  current.drafts.leave();
  current = null;
});

// `pagehide` is not fired on every phone that ends a page; the change of visibility before it is.
window.addEventListener("pagehide", () => current?.drafts.leave());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") current?.drafts.leave();
});
keepBeforeReload(async () => void (await current?.drafts.flush()));
