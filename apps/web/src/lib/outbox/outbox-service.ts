import {
  abandon,
  answered,
  type Change,
  connected,
  due,
  EMPTY_OUTBOX,
  enqueue,
  hear,
  lead,
  nextDue,
  type Outbox,
  retry,
  started,
} from "@postil/domain/outbox/outbox";
import { type OutboxEntry, shownResponse } from "@postil/domain/outbox/outbox-entry";
import { absorb, restored } from "@postil/domain/outbox/outbox-merge";
import type { DeliveryOutcome } from "@postil/domain/outbox/outbox-request";
import { type KnownResponse, saysTheSame, statusOf } from "@postil/domain/records/record-status";
import { createEmitter } from "../emitter.ts";
import { createConfirmed } from "./confirmed.ts";
import { deliver } from "./deliver.ts";
import type { Delivery, OutboxPorts, ShownChange, TabMessage } from "./ports.ts";

export type OutboxService = ReturnType<typeof createOutboxService>;
export type Wish = Omit<Change, "intentId" | "wantedAt">;

/**
 * One user's outbox in one tab: takes what they want, shows it at once, keeps it in the browser until the server has it, and
 * delivers it. `domain/outbox` decides; here is what happens around it.
 */
export function createOutboxService(ports: OutboxPorts) {
  const { userId, store, tabs } = ports;
  let outbox: Outbox = { ...EMPTY_OUTBOX, online: ports.connection.isOnline() };
  let stopped = false;
  let callOff: (() => void) | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const givenHere = new Set<string>();
  const changed = createEmitter<void>();
  const shown = createEmitter<ShownChange>();
  const delivered = createEmitter<Delivery>();
  const confirmed = createConfirmed();

  /** Moves on to the next state: keeps it, shows it, and does what it asks for. `reply` is what the server said of a record. */
  function move(next: Outbox, from: "here" | "elsewhere", reply?: Delivery): void {
    const before = outbox;
    outbox = next;
    for (const recordId of new Set([...before.entries.keys(), ...next.entries.keys()])) {
      const [was, is] = [before.entries.get(recordId), next.entries.get(recordId)];
      if (was === is) continue;
      if (from === "here") keep(was, is, reply);
      tell(was, is, reply?.recordId === recordId ? reply.response : undefined);
    }
    if (reply !== undefined) confirmDelivery(reply);
    changed.emit();
    pump();
  }

  function confirmDelivery(delivery: Delivery): void {
    confirmed.note(delivery);
    delivered.emit(delivery);
  }

  /** Writes one entry's change and tells the other tabs once it is written, so that none forgets what it has not seen kept. */
  function keep(was: OutboxEntry | undefined, is: OutboxEntry | undefined, reply: Delivery | undefined): void {
    if (is !== undefined) {
      const worthTelling = was === undefined || was.intentId !== is.intentId || was.failure !== is.failure;
      if (!worthTelling && was.base === is.base) return;
      write(store.put(is), worthTelling ? { kind: "wanted", entry: is } : null);
    } else if (was !== undefined) {
      const { recordId, datasetId, intentId, wantedAt, base } = was;
      const nothing = { recordId, datasetId, before: statusOf(base), wantedAt, response: base };
      const news: TabMessage =
        was.failure !== null && reply === undefined
          ? { kind: "let-go", recordId, intentId }
          : { kind: "delivered", intentId, ...(reply ?? nothing) };
      write(store.remove(recordId, intentId), news);
    }
  }

  function write(written: Promise<void>, news: TabMessage | null): void {
    // Where the storage fails, the other tabs are the only ones who know.
    const posted = written.catch(report).then(() => stopped || news === null || tabs.post(news));
    writing = Promise.all([writing, posted]);
  }

  function tell(
    was: OutboxEntry | undefined,
    is: OutboxEntry | undefined,
    reply: KnownResponse | null | undefined,
  ): void {
    const entry = is ?? was;
    if (entry === undefined || showTheSame(was, is)) return;
    const { recordId, datasetId, base } = entry;
    const old = was === undefined && is?.failure != null;
    const about = { recordId, datasetId, elsewhere: !givenHere.has(entry.intentId), old };
    if (is === undefined) shown.emit({ ...about, response: reply === undefined ? base : reply, saved: "saved" });
    else shown.emit({ ...about, response: shownResponse(is), saved: is.failure === null ? "saving" : "failed" });
  }

  /** Sends what is due and sets the clock for what will be. */
  function pump(): void {
    callOff?.();
    callOff = null;
    if (stopped) return;
    const now = ports.now();
    const ready = due(outbox, now);
    for (const entry of ready) {
      outbox = started(outbox, entry.recordId);
      void deliver(ports.api, entry).then((outcome) => settle(entry, outcome));
    }
    const next = nextDue(outbox);
    if (next !== null && next > now) callOff = ports.after(next - now, pump);
  }

  function settle(sent: OutboxEntry, outcome: DeliveryOutcome): void {
    if (stopped) return;
    const next = answered(outbox, sent.recordId, outcome, ports.now(), ports.random());
    const { recordId, datasetId, wantedAt } = sent;
    const response = responseNow(outcome, next.entries.has(recordId));
    const news = { recordId, datasetId, wantedAt, before: statusOf(sent.base) };
    // What somebody else made of it is what the record is, also once the answer is let go of.
    if (outcome.kind === "changed") confirmed.note({ ...news, response: outcome.response });
    move(next, "here", response === undefined ? undefined : { ...news, response });
  }

  function receive(message: TabMessage): void {
    if (stopped) return;
    if (message.kind === "wanted") {
      receiveWanted(message.entry);
    } else if (message.kind === "send") {
      move(retry(outbox, message.recordId), "elsewhere");
    } else if (message.kind === "delivered") {
      const { kind, intentId, ...delivery } = message;
      const awaited = outbox.entries.has(delivery.recordId);
      move(hear(outbox, delivery.recordId, intentId, delivery.response, ports.now()), "elsewhere", delivery);
      if (!awaited) showSaved(delivery, true);
    } else if (outbox.entries.get(message.recordId)?.intentId === message.intentId) {
      move(abandon(outbox, message.recordId), "elsewhere");
    }
  }

  function receiveWanted(entry: OutboxEntry): void {
    const base = (outbox.entries.get(entry.recordId) ?? entry).base;
    const next = absorb(outbox, entry);
    move(next, "elsewhere");
    // Undone before it was sent: the other tab cannot know that, so it kept it.
    if (!next.entries.has(entry.recordId)) keep({ ...entry, base }, undefined, undefined);
  }

  /** For a response that was saved without an entry here. */
  function showSaved({ recordId, datasetId, response }: Delivery, elsewhere: boolean): void {
    shown.emit({ recordId, datasetId, response, saved: "saved", elsewhere, old: false });
  }

  /** Takes in what earlier pages, and other tabs, left behind. */
  async function restore(): Promise<void> {
    const entries = await store.all().catch((error: unknown) => {
      report(error);
      return [];
    });
    if (!stopped) move(entries.map(restored).reduce(absorb, outbox), "elsewhere");
  }

  tabs.listen(receive);
  const stopListening = ports.connection.onChange(() =>
    move(connected(outbox, ports.connection.isOnline()), "elsewhere"),
  );
  const ready = restore();
  const stepBack = ports.lead(() => {
    // What the tab that led until now knew last is in the store.
    void ready.then(restore).then(() => stopped || move(lead(outbox), "elsewhere"));
  });

  return {
    userId,
    /** Resolves once the entries of earlier pages are in. */
    ready,
    /** Resolves once everything wanted so far is written to the browser's storage. */
    kept: async () => void (await writing),
    state: () => outbox,
    entryOf: (recordId: string) => outbox.entries.get(recordId),
    onChange: changed.on,
    onShownChange: shown.on,
    /** FRS-06: after every answer of the server, also one given to another tab. */
    onDelivered: delivered.on,
    confirmed: { mark: confirmed.mark, of: confirmed.of },
    /** Takes new intents, each for another record: shown, kept and on their way when this returns. */
    want(...wishes: readonly Wish[]): void {
      const wantedAt = ports.now();
      const changes = wishes.map((wish) => ({ ...wish, wantedAt, intentId: ports.newId() }));
      for (const { intentId } of changes) givenHere.add(intentId);
      move(changes.reduce(enqueue, outbox), "here");
    },
    /** Shows responses that a bulk call saved past the outbox, and feeds them forward to what is wanted of their records. */
    showBulk(saved: readonly Delivery[]): void {
      const hearOne = (next: Outbox, { recordId, response }: Delivery) =>
        hear(next, recordId, IN_BULK, response, ports.now());
      move(saved.reduce(hearOne, outbox), "here");
      for (const delivery of saved) if (!outbox.entries.has(delivery.recordId)) showSaved(delivery, false);
    },
    /** FBU-10: tells of them, here and in the other tabs, once the bulk action is over. */
    announceBulk(saved: readonly Delivery[]): void {
      for (const delivery of saved) {
        confirmDelivery(delivery);
        tabs.post({ kind: "delivered", intentId: IN_BULK, ...delivery });
      }
    },
    retry(recordId: string): void {
      // Of one that had failed the tab that delivers hears once it is kept.
      const waits = outbox.entries.get(recordId)?.failure === null;
      move(retry(outbox, recordId), "here");
      if (waits) tabs.post({ kind: "send", recordId });
    },
    abandon(recordId: string): void {
      move(abandon(outbox, recordId), "here");
    },
    stopped: () => stopped,
    /** Leaves everything where it is kept; what is on its way is forgotten here and found out next time. */
    stop(): void {
      stopped = true;
      callOff?.();
      stepBack();
      stopListening();
      tabs.close();
    },
  };
}

/** In place of an intent's id: the bulk call delivers none. */
const IN_BULK = "bulk";

/** What the server holds after a call; undefined when the call did not tell. */
function responseNow(outcome: DeliveryOutcome, undelivered: boolean): KnownResponse | null | undefined {
  if (outcome.kind === "done") return outcome.response;
  // What was taken back by then was never written.
  if (outcome.kind === "changed" && !undelivered) return outcome.response;
  // Nothing was there to be removed, so what was wanted is so.
  return outcome.kind === "missing" && !undelivered ? null : undefined;
}

function showTheSame(was: OutboxEntry | undefined, is: OutboxEntry | undefined): boolean {
  if (was === undefined || is === undefined || was.intentId !== is.intentId) return false;
  const failed = (was.failure === null) !== (is.failure === null);
  return !failed && was.base?.id === is.base?.id && saysTheSame(was.base, is.base);
}

function report(error: unknown): void {
  console.error("An answer could not be kept in the browser", error);
}
