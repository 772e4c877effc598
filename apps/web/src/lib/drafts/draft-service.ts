import type { AnswerDraft } from "@postil/domain/answer-form";
import { createEmitter } from "../emitter.ts";
import type { KeptWork } from "../kept-work/kept-work.ts";
import { keptDraft, type LocalDraft, outlived, readDraft } from "./draft.ts";
import type { Journal } from "./journal.ts";

/** Changes are written this soon, ms; screens 5.9 allow 300. */
const WRITE_AFTER = 200;

export type DraftPorts = {
  readonly userId: string;
  readonly kept: KeptWork;
  readonly journal: Journal;
  readonly now: () => number;
  /** Calls back after so many ms. */
  readonly after: (ms: number, run: () => void) => void;
};

/** A draft as a form takes it up. `fromEarlier`: of an earlier visit, so the reader is told of it once. */
export type FoundDraft = LocalDraft & { readonly fromEarlier: boolean };
export type DraftService = ReturnType<typeof createDraftService>;

/** One user's local drafts: all in memory, so that a record opens with its draft in one frame, and written behind. */
export function createDraftService({ userId, kept, journal, now, after }: DraftPorts) {
  const drafts = new Map<string, FoundDraft>();
  /** Records whose draft is not written yet as it stands. */
  const unwritten = new Set<string>();
  let writing: Promise<unknown> = Promise.resolve();
  let loaded = false;
  const readied = createEmitter<void>();
  const changed = createEmitter<void>();
  /** All of them, the newest first; made when somebody asks, so that typing does not sort. */
  let listed: readonly LocalDraft[] | null = null;

  function remember(draft: FoundDraft | null, recordId: string): void {
    if (draft === null) drafts.delete(recordId);
    else drafts.set(recordId, draft);
    listed = null;
    changed.emit();
  }

  function set(draft: FoundDraft | null, recordId: string): void {
    remember(draft, recordId);
    if (unwritten.size === 0) after(WRITE_AFTER, () => void flush());
    unwritten.add(recordId);
  }

  function flush(): Promise<unknown> {
    const writes = [...unwritten].map((recordId) => {
      const draft = drafts.get(recordId);
      return kept.change(userId, recordId, () => (draft === undefined ? null : keptDraft(draft))).catch(report);
    });
    unwritten.clear();
    writing = Promise.all([writing, ...writes]);
    return writing;
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
      if (draft !== null && !unwritten.has(recordId) && isNews(draft)) {
        remember({ ...draft, fromEarlier: true }, recordId);
      }
    }
    for (const draft of journal.take()) {
      if (isNews(draft)) set({ ...draft, fromEarlier: true }, draft.recordId);
    }
    for (const recordId of dropped) if (!drafts.has(recordId)) set(null, recordId);
    loaded = true;
    readied.emit();
  }

  function isNews({ recordId, savedAt }: LocalDraft): boolean {
    const known = drafts.get(recordId);
    return known === undefined || known.savedAt < savedAt;
  }

  return {
    userId,
    /** Resolves once the drafts of earlier visits are in. */
    ready: load(),
    isReady: () => loaded,
    onReady: readied.on,
    /** Takes in what other tabs have kept since. */
    refresh: load,
    /** The newest first; the same list until a draft comes, changes or goes. */
    list: (): readonly LocalDraft[] => {
      listed ??= [...drafts.values()].sort((a, b) => b.savedAt - a.savedAt);
      return listed;
    },
    onChange: changed.on,
    get: (recordId: string): FoundDraft | undefined => drafts.get(recordId),
    /** Keeps what the form of a record holds; null when it is back to its snapshot. */
    change(datasetId: string, recordId: string, answers: AnswerDraft | null): void {
      if (answers !== null) set({ recordId, datasetId, answers, savedAt: now(), fromEarlier: false }, recordId);
      else if (drafts.has(recordId)) set(null, recordId);
    },
    /** Drops a record's draft when it is older than an answer, whose time is epoch ms. */
    dropBefore(recordId: string, time: number): void {
      if ((drafts.get(recordId)?.savedAt ?? time) < time) set(null, recordId);
    },
    /** The reader has been told of the draft. */
    acknowledge(recordId: string): void {
      const draft = drafts.get(recordId);
      if (draft?.fromEarlier) drafts.set(recordId, { ...draft, fromEarlier: false });
    },
    /** Writes everything now (ERR-06). */
    flush,
    /** The page is going away: what is not written yet is put where it is safe at once, and written as well. */
    leave(): void {
      journal.write([...unwritten].flatMap((recordId) => drafts.get(recordId) ?? []));
      void flush();
    },
  };
}

function report(error: unknown): void {
  console.error("What was typed could not be kept in the browser", error);
}
