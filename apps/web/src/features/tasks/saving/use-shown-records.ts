import { type OutboxEntry, shownResponse } from "@postil/domain/outbox/outbox-entry";
import { editOf, shownRecord, untouchedIn } from "@postil/domain/tasks/record-edit";
import type { SavedState, ShownTaskRecord, StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import { useMemo, useRef, useSyncExternalStore } from "react";
import type { DraftService, FoundDraft } from "../../../lib/drafts/draft-service.ts";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { toMilliseconds } from "../../../lib/i18n/times.ts";
import type { Mark } from "../../../lib/outbox/deliver.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";

/** The records of a search. `readAt`: they include everything that the server had confirmed by then. */
export type FoundRecords = { readonly records: readonly StoredTaskRecord[]; readonly readAt: Mark };

/**
 * The found records with this user's later changes: confirmed, waiting, and not validated ones. An unchanged record stays the
 * same object, so that its row is not rendered again.
 */
export function useShownRecords(found: FoundRecords | null): readonly ShownTaskRecord[] {
  const outbox = useOutboxService();
  const drafts = useDraftService();
  const waiting = useSyncExternalStore(outbox.onChange, outbox.state);
  const kept = useSyncExternalStore(drafts.onChange, drafts.list);
  const earlier = useRef(new Map<string, Seen>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are read through their services, by record
  return useMemo(() => {
    const seen = (found?.records ?? []).map((stored) => {
      const next = look(stored, found?.readAt ?? 0, outbox, drafts);
      const before = earlier.current.get(stored.key);
      return before !== undefined && sameSight(before, next) ? before : { ...next, shown: shownRecord(stored, next) };
    });
    earlier.current = new Map(seen.map((one) => [one.stored.key, one]));
    return seen.map(({ shown }) => shown);
  }, [found, outbox, drafts, waiting, kept]);
}

type Sight = ReturnType<typeof look>;
type Seen = Sight & { readonly shown: ShownTaskRecord };

function look(stored: StoredTaskRecord, readAt: Mark, outbox: OutboxService, drafts: DraftService) {
  const { key, task } = stored;
  const entry = outbox.entryOf(key);
  const draft = drafts.get(key);
  const answers = draft?.answers;
  return {
    stored,
    entry,
    answers,
    wanted: entry === undefined ? (outbox.confirmed.of(key, readAt) ?? null) : shownResponse(entry),
    saved: savedState(entry),
    edit: answers === undefined ? null : editOf(answers, task),
    untouched: answers === undefined ? [] : untouchedIn(answers),
    editIsOlder: draft !== undefined && isOlder(draft, stored),
  };
}

const isOlder = ({ fromEarlier, overtaken, savedAt }: FoundDraft, { lastUpdated }: StoredTaskRecord): boolean =>
  fromEarlier || overtaken === true || toMilliseconds(lastUpdated) > savedAt;

function savedState(entry: OutboxEntry | undefined): SavedState {
  if (entry === undefined) return null;
  if (entry.failure === null) return "saving";
  return entry.failure.kind === "changed" ? "changed" : "failed";
}

const sameSight = (one: Sight, other: Sight): boolean =>
  one.stored === other.stored &&
  one.answers === other.answers &&
  one.saved === other.saved &&
  one.editIsOlder === other.editIsOlder &&
  (one.entry === other.entry || one.entry?.intentId === other.entry?.intentId) &&
  one.wanted === other.wanted;
