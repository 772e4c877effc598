import type { AnswerDraft } from "@postil/domain/records/answer-draft";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { useOutboxService } from "../outbox/use-outbox.ts";
import { draftsBeside } from "./current.ts";
import type { DraftService, FoundDraft } from "./draft-service.ts";

/** Drafts of one's own in place of the signed-in user's, for tests and previews. */
export const DraftsContext = createContext<DraftService | null>(null);

export type Drafts = {
  /** The drafts of earlier visits are in; a record that opens before may lack its draft. */
  readonly ready: boolean;
  /** What was typed on a record and not sent; at once. */
  readonly get: (recordId: string) => FoundDraft | undefined;
  /** To be called on every change of a form; null when the form is back to its snapshot. */
  readonly change: (recordId: string, answers: AnswerDraft | null) => void;
  /** "Restored unsaved changes" has been shown. */
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

/** Whether what was typed on a record in another tab is what is kept of it, and not what was typed here. */
export function useKeptElsewhere(recordId: string): boolean {
  const service = useDraftService();
  return useSyncExternalStore(service.onChange, () => service.keptElsewhere().has(recordId));
}
