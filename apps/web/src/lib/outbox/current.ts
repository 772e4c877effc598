import { mayArrive } from "@postil/domain/outbox/outbox";
import { keepBeforeReload } from "../chunk-reload.ts";
import { connection } from "../connection/connection.ts";
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
