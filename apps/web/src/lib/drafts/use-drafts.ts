import type { AnswerDraft } from "@postil/domain/records/labeled-record";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { useOutboxService } from "../outbox/use-outbox.ts";
import { draftsBeside } from "./current.ts";
import type { DraftService, FoundDraft } from "./draft-service.ts";

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
