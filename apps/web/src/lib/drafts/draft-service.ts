import { sameJson } from "@postil/domain/objects";
import { familyOf } from "@postil/domain/outbox/outbox-entry";
import { type AnswerDraft, type ResponseValues, unsent } from "@postil/domain/records/labeled-record";
import { createEmitter } from "../emitter.ts";
import type { KeptWork } from "../kept-work/kept-values.ts";
import type { TabChannel } from "../outbox/ports.ts";
import { type Journal, type LocalDraft, later, outlived, readDraft, removal, saysNothing } from "./draft.ts";

/** Changes are written after this time, ms. design/annotation.md#drafts allows 300. */
const WRITE_AFTER = 200;

type DraftPorts = {
  readonly userId: string;
  readonly kept: KeptWork;
  readonly journal: Journal;
  /** Carries each written draft from one tab to the others. */
  readonly tabs: TabChannel<LocalDraft>;
  readonly now: () => number;
  /** Runs `run` after this many ms. */
  readonly after: (ms: number, run: () => void) => void;
};

/**
 * A draft as a form uses it. `fromEarlier`: from an earlier visit, so the user is told about it once. `overtaken`: another tab
 * answered the record after this was typed.
 */
export type FoundDraft = LocalDraft & { readonly fromEarlier: boolean; readonly overtaken?: boolean };
export type DraftService = ReturnType<typeof createDraftService>;

/**
 * One user's local drafts. All are in memory, so a record opens with its draft in one frame. They are written to storage in
 * the background.
 */
export function createDraftService({ userId, kept, journal, tabs, now, after }: DraftPorts) {
  const drafts = new Map<string, FoundDraft>();
  /** Drafts and removals that may not be written yet. */
  const unwritten = new Map<string, LocalDraft>();
  const typedHere = new Set<string>();
  /** By record id: a newer draft from another tab. That draft is stored. The one typed here lasts only as long as this tab. */
  const keptElsewhere = new Map<string, LocalDraft>();
  let clock = false;
  let writing: Promise<unknown> = Promise.resolve();
  let loaded = false;
  const readied = createEmitter<void>();
  const changed = createEmitter<void>();
  /** All drafts, newest first. The list is built on request, so typing does not sort. */
  let listed: readonly LocalDraft[] | null = null;

  function remember(draft: FoundDraft | null, recordId: string): void {
    if (draft === null) {
      drafts.delete(recordId);
      keptElsewhere.delete(recordId);
    } else drafts.set(recordId, draft);
    listed = null;
    changed.emit();
  }

  function set(draft: FoundDraft | null, recordId: string): void {
    keptElsewhere.delete(recordId);
    unwritten.set(recordId, draft ?? removal(drafts.get(recordId), recordId, now()));
    remember(draft, recordId);
    if (!clock) after(WRITE_AFTER, () => void flush());
    clock = true;
  }

  function flush(): Promise<unknown> {
    clock = false;
    const writes = [...unwritten].map(async ([recordId, draft]) => {
      const change = kept.change(userId, recordId, (there) => later(there, draft));
      await change.then(() => written(draft), report);
    });
    writing = Promise.all([writing, ...writes]);
    return writing;
  }

  function written(draft: LocalDraft): void {
    if (unwritten.get(draft.recordId) !== draft) return;
    unwritten.delete(draft.recordId);
    tabs.post(draft);
  }

  /** Another tab has written or removed a draft of its own. A tab of an earlier version does not name its family. */
  function hear(heard: LocalDraft): void {
    const { recordId } = heard;
    const theirs = { ...heard, family: familyOf(recordId) };
    const mine = drafts.get(recordId);
    if (mine === undefined) return;
    if (saysNothing(theirs)) {
      // The other tab's draft is gone, so the one typed here can be stored.
      if (keptElsewhere.delete(recordId)) set({ ...mine, savedAt: now() }, recordId);
    } else if (theirs.savedAt > mine.savedAt && !sameJson(theirs.answers, mine.answers)) {
      keptElsewhere.set(recordId, theirs);
      unwritten.delete(recordId);
      listed = null;
      changed.emit();
    }
  }

  /** Loads the stored drafts of earlier visits and other tabs. The newer draft of a record wins. */
  async function load(): Promise<void> {
    const found = await kept.all(userId).catch((error: unknown): ReadonlyMap<string, unknown> => {
      report(error);
      return new Map();
    });
    const dropped = new Set(outlived(found, now()));
    for (const [recordId, value] of found) {
      const draft = dropped.has(recordId) ? null : readDraft(value);
      // A change of this page that is not written yet, or a removal, is newer.
      if (draft === null || unwritten.has(recordId) || !isNews(draft)) continue;
      if (typedHere.has(recordId)) hear(draft);
      else remember({ ...draft, fromEarlier: true }, recordId);
    }
    for (const draft of journal.take()) takeLast(draft);
    for (const recordId of dropped) if (!drafts.has(recordId)) set(null, recordId);
    loaded = true;
    readied.emit();
  }

  function isNews({ recordId, savedAt }: LocalDraft): boolean {
    const known = drafts.get(recordId);
    return known === undefined || known.savedAt < savedAt;
  }

  /** A draft or removal that an earlier page made in its last moment. */
  function takeLast(draft: LocalDraft): void {
    const { recordId, savedAt } = draft;
    const known = drafts.get(recordId);
    if (!saysNothing(draft)) isNews(draft) && set({ ...draft, fromEarlier: true }, recordId);
    else if (known !== undefined && known.savedAt <= savedAt) set(null, recordId);
  }

  tabs.listen(hear);
  return {
    userId,
    /** Resolves once the drafts of earlier visits are loaded. */
    ready: load(),
    isReady: () => loaded,
    onReady: readied.on,
    /** Loads drafts that other tabs have stored since. */
    refresh: load,
    /** The stored drafts, newest first. The same list until a draft changes. */
    list: (): readonly LocalDraft[] => {
      listed ??= [...new Map([...drafts, ...keptElsewhere]).values()].sort((a, b) => b.savedAt - a.savedAt);
      return listed;
    },
    onChange: changed.on,
    /** Number of records whose stored draft is the one typed here. */
    size: () => drafts.size - keptElsewhere.size,
    keptElsewhere: (): ReadonlyMap<string, LocalDraft> => keptElsewhere,
    /** True if some drafts are from an earlier visit and the user has not been told yet. */
    hasEarlier: () => [...drafts.values()].some(({ fromEarlier }) => fromEarlier),
    get: (recordId: string): FoundDraft | undefined => drafts.get(recordId),
    /** Keeps the answers in a record's form. Null when the form is back to its snapshot. */
    change(datasetId: string, recordId: string, answers: AnswerDraft | null): void {
      typedHere.add(recordId);
      if (answers !== null) {
        const draft = { family: familyOf(recordId), recordId, datasetId, answers, savedAt: now(), fromEarlier: false };
        set(draft, recordId);
        // A removal here does not remove a draft of another tab.
      } else if (keptElsewhere.has(recordId)) remember(null, recordId);
      else if (drafts.has(recordId)) set(null, recordId);
    },
    /** Takes a draft from elsewhere, unless the one here is newer. */
    takeIn: takeLast,
    /** Removes every draft of a record, from any tab. */
    drop(recordId: string): void {
      const theirs = keptElsewhere.get(recordId);
      if (theirs !== undefined) drafts.set(recordId, { ...theirs, fromEarlier: false });
      if (drafts.has(recordId)) set(null, recordId);
    },
    /**
     * An answer to the record was given, here or `elsewhere`, with these values. The parts of the draft that the answer
     * contains are dropped.
     */
    settle(recordId: string, values: ResponseValues, elsewhere = false): void {
      const draft = drafts.get(recordId);
      if (draft === undefined) return;
      const rest = unsent(draft.answers, values);
      const overtaken = elsewhere || draft.overtaken === true;
      // If another tab gave the answer, its draft had replaced this one in storage and is gone now. So the rest of this draft
      // is stored again.
      set(rest && { ...draft, answers: rest, savedAt: now(), overtaken }, recordId);
    },
    /** The user has been told about the draft. */
    acknowledge(recordId: string): void {
      const draft = drafts.get(recordId);
      if (draft?.fromEarlier) drafts.set(recordId, { ...draft, fromEarlier: false });
    },
    /** Writes all drafts now (ERR-06). */
    flush,
    stop: () => tabs.close(),
    /** The page is closing. Unwritten drafts go to the journal at once, and to the database as well. */
    leave(): void {
      const leaving = [...unwritten.values()];
      journal.write(leaving);
      // A page that was only hidden stays open. Drafts that it has written since must not come back from the journal.
      void flush().then(() => journal.erase(leaving.filter((draft) => unwritten.get(draft.recordId) !== draft)));
    },
  };
}

function report(error: unknown): void {
  console.error("What was typed could not be kept in the browser", error);
}
