import type { AnswerDraft } from "@postil/domain/outbox/answer-draft";
import type { WorkItem } from "./work-items.ts";

/**
 * The user's undelivered work as a file to keep: names and values as the API has them, so that a script can send it.
 * `undelivered` is the response that waits to be saved, null status for one that is to be removed; `typed` are answers not
 * sent, with null for one that was emptied.
 */
export function exportWork(items: readonly WorkItem[], username: string, now: number): object {
  return {
    username,
    exported_at: isoTime(now),
    records: items.map(({ recordId, datasetId, at, entry, draft }) => ({
      dataset_id: datasetId,
      record_id: recordId,
      changed_at: isoTime(at),
      undelivered:
        entry === null
          ? null
          : entry.intent.kind === "remove"
            ? { status: null, values: null }
            : { status: entry.intent.status, values: entry.intent.values },
      typed: draft === null ? null : typedValues(draft.answers),
    })),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function typedValues(answers: AnswerDraft): object {
  return Object.fromEntries(
    Object.entries(answers).map(([question, { value }]) => [question, value === null ? null : { value }]),
  );
}
