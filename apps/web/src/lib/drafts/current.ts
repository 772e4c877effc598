import { saysTyped, shownResponse } from "@postil/domain/outbox/outbox-entry";
import type { AnswerDraft, ResponseValues } from "@postil/domain/records/labeled-record";
import { keepBeforeReload } from "../chunk-reload.ts";
import { openKeptWork } from "../kept-work/kept-work.ts";
import type { OutboxService } from "../outbox/outbox-service.ts";
import type { ShownChange } from "../outbox/ports.ts";
import { openTabs } from "../outbox/tabs.ts";
import { onSessionChange } from "../session/store.ts";
import { createDraftService, type DraftService } from "./draft-service.ts";
import { journalOf } from "./journal.ts";

let current: { readonly drafts: DraftService; readonly outbox: OutboxService; readonly stop: () => void } | null = null;

/** The local drafts of the outbox's user. A draft is dropped when an answer contains it. */
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
 * Keeps drafts and outbox in step for every answer, from this tab or another. A draft is dropped as soon as its answer is
 * being sent, and restored when the answer is discarded. Returns a function that stops this.
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
    // If there is no response any more, it was cleared or undone. The typed answers are then needed again.
    else if (saved !== "failed" && response !== null) drafts.settle(recordId, response.values ?? {}, elsewhere);
  };
  const stop = outbox.onShownChange((change) => {
    if (drafts.isReady()) take(change);
    else void drafts.ready.then(() => take(change));
  });
  // Answers of an earlier page. That page may have closed before it could record that its drafts were sent.
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

// No work of a user stays in memory after the session (AUT-12).
onSessionChange((session) => {
  if (session.status !== "anonymous" || current === null) return;
  current.stop();
  current.drafts.leave();
  current = null;
});

// Some phones close a page without `pagehide`. The visibility change before it is always fired.
window.addEventListener("pagehide", () => current?.drafts.leave());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") current?.drafts.leave();
});
keepBeforeReload(async () => void (await current?.drafts.flush()));
