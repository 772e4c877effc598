import type { AnswerDraft } from "@postil/domain/answer-form";
import type { AnswerValues } from "@postil/domain/entities";
import { keepBeforeReload } from "../chunk-reload.ts";
import { openKeptWork } from "../kept-work/kept-work.ts";
import type { OutboxService } from "../outbox/outbox-service.ts";
import { onSessionChange } from "../session/store.ts";
import { createDraftService, type DraftService } from "./draft-service.ts";
import { journalOf } from "./journal.ts";

let current: { readonly drafts: DraftService; readonly outbox: OutboxService; readonly stop: () => void } | null = null;

/** The local drafts of whoever's outbox it is. They go when the server has the answer, and come back when it will not take it. */
export function draftsBeside(outbox: OutboxService): DraftService {
  if (current?.outbox !== outbox) {
    current?.stop();
    const drafts = createDraftService({
      userId: outbox.userId,
      kept: openKeptWork("drafts"),
      journal: journalOf(outbox.userId),
      now: Date.now,
      after: (ms, run) => void setTimeout(run, ms),
    });
    current = { outbox, drafts, stop: followOutbox(drafts, outbox) };
  }
  return current.drafts;
}

/** Keeps drafts and outbox in step; returns the way to stop. */
export function followOutbox(drafts: DraftService, outbox: OutboxService): () => void {
  const stops = [
    outbox.onDelivered(({ recordId, response, wantedAt }) => {
      // A response that is gone was cleared or undone; what was typed is wanted again then.
      if (response !== null) drafts.dropBefore(recordId, wantedAt);
    }),
    outbox.onShownChange(({ recordId, datasetId, saved }) => {
      const intent = outbox.entryOf(recordId)?.intent;
      if (saved !== "failed" || intent?.kind !== "save" || drafts.get(recordId) !== undefined) return;
      // The record shows its earlier status again, but the answers stay in the form (FRS-14).
      if (intent.values !== null) drafts.change(datasetId, recordId, asTyped(intent.values));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function asTyped(values: AnswerValues): AnswerDraft {
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
