import { saysTyped, shownResponse } from "@postil/domain/outbox/outbox-entry";
import type { AnswerDraft, ResponseValues } from "@postil/domain/records/labeled-record";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { keepBeforeReload } from "../chunk-reload.ts";
import { openKeptWork } from "../kept-work/kept-work.ts";
import type { OutboxService } from "../outbox/outbox-service.ts";
import type { ShownChange } from "../outbox/ports.ts";
import { openTabs, useOutboxService } from "../outbox/use-outbox.ts";
import { onSessionChange } from "../session/store.ts";
import { journalOf } from "./draft.ts";
import { createDraftService, type DraftService, type FoundDraft } from "./draft-service.ts";

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

/** Replaces the signed-in user's drafts in tests and previews. */
export const DraftsContext = createContext<DraftService | null>(null);

export type Drafts = {
  /** True when the drafts of earlier visits are loaded. A record that opens before may lack its draft. */
  readonly ready: boolean;
  /** The draft of a record, without waiting. */
  readonly get: (recordId: string) => FoundDraft | undefined;
  /** Call it on every change of a form. Null when the form is back to its snapshot. */
  readonly change: (recordId: string, answers: AnswerDraft | null) => void;
  /** Call it once "Restored unsaved changes" was shown. */
  readonly acknowledge: (recordId: string) => void;
};

/** The signed-in user's drafts. For pages behind the guard. */
export function useDraftService(): DraftService {
  const outbox = useOutboxService();
  return use(DraftsContext) ?? draftsBeside(outbox);
}

/** The local drafts of a dataset's records. */
export function useDrafts(datasetId: string): Drafts {
  const service = useDraftService();
  const ready = useSyncExternalStore(service.onReady, service.isReady);
  return useMemo(
    () => ({
      ready,
      get: service.get,
      change: (recordId, answers) => service.change(datasetId, recordId, answers),
      acknowledge: service.acknowledge,
    }),
    [ready, service, datasetId],
  );
}

/** True if the stored draft of a record comes from another tab and not from here. */
export function useKeptElsewhere(recordId: string): boolean {
  const service = useDraftService();
  return useSyncExternalStore(service.onChange, () => service.keptElsewhere().has(recordId));
}
