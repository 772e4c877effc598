import { familyOf } from "@postil/domain/outbox/family";
import type { AnswerDraft } from "@postil/domain/records/answer-draft";
import type { ResponseValues } from "@postil/domain/records/record-status";
import { unsent } from "@postil/domain/records/unsent";
import { sameJson } from "@postil/domain/same-json";
import { createEmitter } from "../emitter.ts";
import type { KeptWork } from "../kept-work/kept-values.ts";
import type { TabChannel } from "../outbox/ports.ts";
import { type LocalDraft, later, outlived, readDraft, removal, saysNothing } from "./draft.ts";
import type { Journal } from "./journal.ts";

/** Changes are written this soon, ms; design/annotation.md#drafts allow 300. */
const WRITE_AFTER = 200;

export type DraftPorts = {
  readonly userId: string;
  readonly kept: KeptWork;
  readonly journal: Journal;
  /** What was typed in one tab and is written, for the others. */
  readonly tabs: TabChannel<LocalDraft>;
  readonly now: () => number;
  /** Calls back after so many ms. */
  readonly after: (ms: number, run: () => void) => void;
};

/**
 * A draft as a form takes it up. `fromEarlier`: of an earlier visit, so the reader is told of it once. `overtaken`: since it was typed
 * another tab has answered the record.
 */
export type FoundDraft = LocalDraft & { readonly fromEarlier: boolean; readonly overtaken?: boolean };
export type DraftService = ReturnType<typeof createDraftService>;

/** One user's local drafts: all in memory, so that a record opens with its draft in one frame, and written behind. */
export function createDraftService({ userId, kept, journal, tabs, now, after }: DraftPorts) {
  const drafts = new Map<string, FoundDraft>();
  /** What is not surely written yet, removals too. */
  const unwritten = new Map<string, LocalDraft>();
  const typedHere = new Set<string>();
  /** By record, what another tab typed on it later: that is kept, and what was typed here lasts as long as this tab. */
  const keptElsewhere = new Map<string, LocalDraft>();
  let clock = false;
  let writing: Promise<unknown> = Promise.resolve();
  let loaded = false;
  const readied = createEmitter<void>();
  const changed = createEmitter<void>();
  /** All of them, the newest first; made when somebody asks, so that typing does not sort. */
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

  /** Another tab has written, or taken away, what was typed there. */
  function hear(theirs: LocalDraft): void {
    const { recordId } = theirs;
    const mine = drafts.get(recordId);
    if (mine === undefined) return;
    if (saysNothing(theirs)) {
      // Theirs is gone, so there is room for what was typed here.
      if (keptElsewhere.delete(recordId)) set({ ...mine, savedAt: now() }, recordId);
    } else if (theirs.savedAt > mine.savedAt && !sameJson(theirs.answers, mine.answers)) {
      keptElsewhere.set(recordId, theirs);
      unwritten.delete(recordId);
      listed = null;
      changed.emit();
    }
  }

  /** Takes in what earlier visits and other tabs have kept; the newer draft of a record counts. */
  async function load(): Promise<void> {
    const found = await kept.all(userId).catch((error: unknown): ReadonlyMap<string, unknown> => {
      report(error);
      return new Map();
    });
    const dropped = new Set(outlived(found, now()));
    for (const [recordId, value] of found) {
      const draft = dropped.has(recordId) ? null : readDraft(value);
      // What this page has not written yet, a removal too, is newer.
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

  /** What an earlier page typed, or took away, in its last moment. */
  function takeLast(draft: LocalDraft): void {
    const { recordId, savedAt } = draft;
    const known = drafts.get(recordId);
    if (!saysNothing(draft)) isNews(draft) && set({ ...draft, fromEarlier: true }, recordId);
    else if (known !== undefined && known.savedAt <= savedAt) set(null, recordId);
  }

  tabs.listen(hear);
  return {
    userId,
    /** Resolves once the drafts of earlier visits are in. */
    ready: load(),
    isReady: () => loaded,
    onReady: readied.on,
    /** Takes in what other tabs have kept since. */
    refresh: load,
    /** What is kept, the newest first; the same list until a draft comes, changes or goes. */
    list: (): readonly LocalDraft[] => {
      listed ??= [...new Map([...drafts, ...keptElsewhere]).values()].sort((a, b) => b.savedAt - a.savedAt);
      return listed;
    },
    onChange: changed.on,
    /** How many records have typed answers that are kept as they were typed here. */
    size: () => drafts.size - keptElsewhere.size,
    keptElsewhere: (): ReadonlyMap<string, LocalDraft> => keptElsewhere,
    /** Some are of an earlier visit, and the reader has not been told yet. */
    hasEarlier: () => [...drafts.values()].some(({ fromEarlier }) => fromEarlier),
    get: (recordId: string): FoundDraft | undefined => drafts.get(recordId),
    /** Keeps what the form of a record holds; null when it is back to its snapshot. */
    change(datasetId: string, recordId: string, answers: AnswerDraft | null): void {
      typedHere.add(recordId);
      const family = familyOf(recordId);
      if (answers !== null) set({ family, recordId, datasetId, answers, savedAt: now(), fromEarlier: false }, recordId);
      // What another tab keeps is not taken away by what is taken back here.
      else if (keptElsewhere.has(recordId)) remember(null, recordId);
      else if (drafts.has(recordId)) set(null, recordId);
    },
    /** Takes in what was typed elsewhere, unless what is here is newer. */
    takeIn: takeLast,
    /** Nothing is to be kept of a record any more, whichever tab typed it. */
    drop(recordId: string): void {
      const theirs = keptElsewhere.get(recordId);
      if (theirs !== undefined) drafts.set(recordId, { ...theirs, fromEarlier: false });
      if (drafts.has(recordId)) set(null, recordId);
    },
    /** An answer to the record, here or `elsewhere`, says this, whichever way it was given: what it holds is no longer kept. */
    settle(recordId: string, values: ResponseValues, elsewhere = false): void {
      const draft = drafts.get(recordId);
      if (draft === undefined) return;
      const rest = unsent(draft.answers, values);
      const overtaken = elsewhere || draft.overtaken === true;
      // Whoever gave the answer in another tab had typed something else, which took the place of this and is gone now.
      set(rest && { ...draft, answers: rest, savedAt: now(), overtaken }, recordId);
    },
    /** The reader has been told of the draft. */
    acknowledge(recordId: string): void {
      const draft = drafts.get(recordId);
      if (draft?.fromEarlier) drafts.set(recordId, { ...draft, fromEarlier: false });
    },
    /** Writes everything now (ERR-06). */
    flush,
    /** Hears no other tab any more. */
    stop: () => tabs.close(),
    /** The page is going away: what is not written yet is put where it is safe at once, and written as well. */
    leave(): void {
      const leaving = [...unwritten.values()];
      journal.write(leaving);
      // A page that was only hidden lives on: what it has written meanwhile is not to come back.
      void flush().then(() => journal.erase(leaving.filter((draft) => unwritten.get(draft.recordId) !== draft)));
    },
  };
}

function report(error: unknown): void {
  console.error("What was typed could not be kept in the browser", error);
}
