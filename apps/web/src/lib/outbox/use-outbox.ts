import { counts, isPutOff, mayArrive } from "@postil/domain/outbox/outbox";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { createContext, use, useMemo, useSyncExternalStore } from "react";
import { keepBeforeReload } from "../chunk-reload.ts";
import { after, connection } from "../connection/connection.ts";
import { openKeptWork } from "../kept-work/kept-work.ts";
import { newId } from "../new-id.ts";
import { getSession, onSessionChange, useSession } from "../session/store.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import { createEntryStore } from "./entry-store.ts";
import { createOutboxService, type OutboxService } from "./outbox-service.ts";
import type { FamiliesApi, TabChannel } from "./ports.ts";

const UNSAVED = "outbox";

let wire: FamiliesApi | null = null;
let current: OutboxService | null = null;

/** The outbox of a user in this tab. It is created on first use and lives until the session ends (AUT-11, AUT-12). */
export function outboxOf(userId: string): OutboxService {
  if (wire === null) throw new Error("Nobody has said how answers go over the wire");
  if (current === null || current.userId !== userId || current.stopped()) {
    current?.stop();
    current = createOutboxService({
      userId,
      api: wire,
      store: createEntryStore(openKeptWork("outbox"), userId),
      tabs: openTabs("outbox", userId),
      lead: leadTabs(userId),
      connection,
      now: Date.now,
      after,
      random: Math.random,
      newId,
    });
    current.onChange(flag);
  }
  return current;
}

/** The last outbox, even when its session has ended. Answers given to it then are stored for the next session. */
export function latestOutbox(): OutboxService | null {
  return current;
}

/** Sets the API that sends answers, before there are any, and starts to deliver stored answers. */
export function deliverBy(api: FamiliesApi): void {
  wire = api;
  follow();
}

/** A signed-in user has an outbox on every page. So stored answers are delivered from whichever page the user opens. */
function follow(): void {
  const session = getSession();
  if (session.status === "signed-in" && wire !== null) outboxOf(session.user.id);
  if (session.status === "anonymous") {
    current?.stop();
    flag();
  }
}

/** While an answer may still reach the server and is not confirmed, the browser asks before leaving (ERR-10, ERR-11). */
function flag(): void {
  if (current !== null && !current.stopped() && mayArrive(current.state())) flagUnsaved(UNSAVED);
  else clearUnsaved(UNSAVED);
}

onSessionChange(follow);
keepBeforeReload(async () => current?.kept());

/** A channel between the tabs of one user, for one matter. Without `BroadcastChannel` messages go nowhere. */
export function openTabs<Message>(matter: "outbox" | "drafts", userId: string): TabChannel<Message> {
  if (typeof BroadcastChannel === "undefined") return { post: () => {}, listen: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`postil:${matter}:${userId}`);
  let closed = false;
  return {
    post: (message) => closed || channel.postMessage(message),
    listen: (listener) => {
      // Only this code writes to the channel, but a tab may run another version of it.
      channel.onmessage = (event: MessageEvent<Message>) => listener(event.data);
    },
    close: () => {
      closed = true;
      channel.close();
    },
  };
}

/**
 * Makes one tab of a user deliver for all: the tab that holds the lock. The next tab takes over when it closes. Web Locks
 * exist only on secure addresses. Elsewhere every tab delivers the entries it knows. An answer may then be sent twice, but the
 * result is the same, because the second overwrites the first.
 */
export function leadTabs(userId: string): (begin: () => void) => () => void {
  return (begin) => {
    const leaving = new AbortController();
    if (!("locks" in navigator)) {
      begin();
      return () => {};
    }
    let stepBack = () => {};
    const held = new Promise<void>((resolve) => {
      stepBack = resolve;
    });
    const lead = () => {
      begin();
      return held;
    };
    navigator.locks.request(`postil:outbox:${userId}`, { signal: leaving.signal }, lead).catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      // A browser that denies storage to a page denies locks too.
      console.warn(error);
      begin();
    });
    return () => {
      leaving.abort();
      stepBack();
    };
  };
}

/** Replaces the signed-in user's outbox in tests and previews. */
export const OutboxContext = createContext<OutboxService | null>(null);

/** The signed-in user's outbox. For pages behind the guard. */
export function useOutboxService(): OutboxService {
  const session = useSession();
  const given = use(OutboxContext);
  if (given !== null) return given;
  if (session.status === "signed-in") return outboxOf(session.user.id);
  // The page is still mounted for a moment after its session has ended.
  const latest = latestOutbox();
  if (latest === null) throw new Error("The outbox belongs to a signed-in user");
  return latest;
}

export type OutboxSummary = {
  /** Number of answers being saved. */
  readonly saving: number;
  /** True if the server can be reached. Otherwise answers wait. */
  readonly online: boolean;
  /** The records whose answers wait because the server says "not now" for their dataset. */
  readonly putOff: ReadonlySet<string>;
  /** Answers that were given up and need the user's decision, oldest first. */
  readonly failed: readonly OutboxEntry[];
  /** All undelivered entries, oldest first. */
  readonly entries: readonly OutboxEntry[];
  readonly retry: (recordId: string) => void;
  readonly retryAll: () => void;
  /** Discards an answer that was given up. */
  readonly discard: (recordId: string) => void;
};

/** The unsaved answers, for the indicator and its list. */
export function useOutbox(): OutboxSummary {
  const service = useOutboxService();
  const outbox = useSyncExternalStore(service.onChange, service.state);
  return useMemo(() => {
    const entries = [...outbox.entries.values()].sort((a, b) => a.wantedAt - b.wantedAt);
    const failed = entries.filter((entry) => entry.failure !== null);
    return {
      saving: counts(outbox).saving,
      online: outbox.online,
      putOff: new Set(entries.filter((entry) => isPutOff(outbox, entry)).map(({ recordId }) => recordId)),
      failed,
      entries,
      retry: service.retry,
      retryAll: () => {
        for (const entry of failed) service.retry(entry.recordId);
      },
      discard: service.abandon,
    };
  }, [outbox, service]);
}

/** True if the record's answer waits because the server says "not now" for its dataset. Cheap: each row of a list asks. */
export function useIsPutOff(recordId: string): boolean {
  const service = useOutboxService();
  return useSyncExternalStore(service.onChange, () => {
    const entry = service.entryOf(recordId);
    return entry !== undefined && isPutOff(service.state(), entry);
  });
}

/** One object per dataset for a user's work there. It is created on first use and lives as long as the user's outbox. */
export function perDataset<Kept>(create: (outbox: OutboxService, datasetId: string) => Kept) {
  const all = new WeakMap<OutboxService, Map<string, Kept>>();
  return (outbox: OutboxService, datasetId: string): Kept => {
    const mine = all.get(outbox) ?? new Map<string, Kept>();
    all.set(outbox, mine);
    const kept = mine.get(datasetId) ?? create(outbox, datasetId);
    mine.set(datasetId, kept);
    return kept;
  };
}
