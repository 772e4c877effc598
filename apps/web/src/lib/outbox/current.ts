import { mayArrive } from "@postil/domain/outbox/outbox";
import { keepBeforeReload } from "../chunk-reload.ts";
import { connection } from "../connection/current.ts";
import { openKeptWork } from "../kept-work/kept-work.ts";
import { newId } from "../new-id.ts";
import { getSession, onSessionChange } from "../session/store.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import { createEntryStore } from "./entry-store.ts";
import { createOutboxService, type OutboxService } from "./outbox-service.ts";
import type { FamiliesApi } from "./ports.ts";
import { leadTabs, openTabs } from "./tabs.ts";

const UNSAVED = "outbox";

let wire: FamiliesApi | null = null;
let current: OutboxService | null = null;

/** The outbox of a user in this tab; made when it is first asked for, it lives until the session ends (AUT-11, AUT-12). */
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
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
      newId,
    });
    current.onChange(flag);
  }
  return current;
}

/** The last one, even when its session has ended; what it is given then is kept for the next session. */
export function latestOutbox(): OutboxService | null {
  return current;
}

/** Hands in how answers go over the wire, before anybody has any, and begins to deliver what waited. */
export function deliverBy(api: FamiliesApi): void {
  wire = api;
  follow();
}

/** Whoever is signed in has an outbox, on every page: what waited for them is delivered wherever they come back to. */
function follow(): void {
  const session = getSession();
  if (session.status === "signed-in" && wire !== null) outboxOf(session.user.id);
  if (session.status === "anonymous") {
    current?.stop();
    flag();
  }
}

/** An answer that the server has not confirmed, and may yet, makes the browser ask before the page is left (ERR-10, ERR-11). */
function flag(): void {
  if (current !== null && !current.stopped() && mayArrive(current.state())) flagUnsaved(UNSAVED);
  else clearUnsaved(UNSAVED);
}

onSessionChange(follow);
keepBeforeReload(async () => current?.kept());
