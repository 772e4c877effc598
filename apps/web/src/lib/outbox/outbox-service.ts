import { due, nextDue } from "@postil/domain/outbox/due";
import {
  abandon,
  absorb,
  answered,
  type Change,
  connected,
  EMPTY_OUTBOX,
  enqueue,
  hear,
  lead,
  letGo,
  type Outbox,
  restored,
  retry,
  started,
} from "@postil/domain/outbox/outbox";
import {
  type DeliveryOutcome,
  type EntryAction,
  type OutboxEntry,
  shownResponse,
} from "@postil/domain/outbox/outbox-entry";
import { type KnownResponse, saysTheSame, statusOf } from "@postil/domain/records/labeled-record";
import { createEmitter } from "../emitter.ts";
import { createConfirmed, deliver } from "./deliver.ts";
import { byRecord, createHolder, createKeeper, type Held, reportUnkept, type Turn } from "./entry-store.ts";
import type { Delivery, OutboxPorts, ShownChange, TabMessage } from "./ports.ts";

export type OutboxService = ReturnType<typeof createOutboxService>;
export type Wish = Omit<Change, "intentId" | "wantedAt" | "action">;

/**
 * One user's outbox in one tab. It takes answers, shows them at once, stores them in the browser until the server has them,
 * and delivers them. `domain/outbox` makes the decisions; this file carries them out.
 */
export function createOutboxService(ports: OutboxPorts) {
  const { userId, store, tabs } = ports;
  let outbox: Outbox = { ...EMPTY_OUTBOX, online: ports.connection.isOnline() };
  let stopped = false;
  let callOff: (() => void) | null = null;
  const givenHere = new Set<string>();
  /** By action id. */
  const unannounced = new Map<string, readonly Delivery[]>();
  const changed = createEmitter<void>();
  const shown = createEmitter<ShownChange>();
  const delivered = createEmitter<Delivery>();
  const confirmed = createConfirmed();
  const keeper = createKeeper(ports);
  const holder = createHolder({ store, tabs, keeper, entryOf: (recordId) => outbox.entries.get(recordId) });

  function changesOf(step: EntryAction["step"] | null, wishes: readonly Wish[]): readonly Change[] {
    const wantedAt = ports.now();
    const action = step && { id: ports.newId(), size: wishes.length, step };
    return wishes.map((wish) => ({ ...wish, action, wantedAt, intentId: ports.newId() }));
  }

  /** Moves to the next state: stores it, shows it, and sends what is due. `replies`: the server's replies about records. */
  function move(next: Outbox, from: "here" | "elsewhere", replies: readonly Delivery[] = []): void {
    const before = outbox;
    outbox = next;
    const answers = byRecord(replies);
    const turns: Turn[] = [];
    for (const recordId of new Set([...before.entries.keys(), ...next.entries.keys()])) {
      const [was, is] = [before.entries.get(recordId), next.entries.get(recordId)];
      if (was === is) continue;
      turns.push({ was, is, reply: answers.get(recordId) });
    }
    if (from === "here") keeper.keep(turns);
    if (next.leading && next.putOff !== before.putOff) tabs.post({ kind: "put-off", datasets: next.putOff });
    for (const { was, is, reply } of turns) tell(was, is, reply?.response);
    confirm(before, replies);
    changed.emit();
    pump();
  }

  /** FBU-10: an action on many records is announced only after its last record has arrived or was given up. */
  function confirm(before: Outbox, replies: readonly Delivery[]): void {
    for (const reply of replies) {
      confirmed.note(reply);
      const action = before.entries.get(reply.recordId)?.action ?? null;
      if (action === null || action.size === 1) delivered.emit(reply);
      else unannounced.set(action.id, [...(unannounced.get(action.id) ?? []), reply]);
    }
    for (const [id, those] of unannounced) {
      if (isOpen(outbox, id)) continue;
      unannounced.delete(id);
      for (const delivery of those) delivered.emit(delivery);
    }
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

  /** Sends the entries that are due and sets a timer for the next ones. */
  function pump(): void {
    callOff?.();
    callOff = null;
    if (stopped) return;
    const now = ports.now();
    for (const entries of due(outbox, now)) {
      for (const { recordId } of entries) outbox = started(outbox, recordId);
      void deliver(ports.api, entries).then(settle);
    }
    const next = nextDue(outbox);
    if (next !== null && next > now) callOff = ports.after(next - now, pump);
  }

  function settle(outcomes: ReadonlyMap<OutboxEntry, DeliveryOutcome>): void {
    if (stopped) return;
    const [now, random] = [ports.now(), ports.random()];
    let next = outbox;
    const replies: Delivery[] = [];
    for (const [sent, outcome] of outcomes) {
      // A call that was not carried out counts as one failed attempt, even with many entries.
      const { unreached, putOff } = outbox;
      next = answered({ ...next, unreached, putOff }, sent.recordId, outcome, now, random);
      const { recordId, datasetId, wantedAt } = sent;
      const response = responseNow(outcome, next.entries.has(recordId));
      const news = { recordId, datasetId, wantedAt, before: statusOf(sent.base) };
      // The response of the other user is now the record's response, also after this answer is discarded.
      if (outcome.kind === "changed") confirmed.note({ ...news, response: outcome.response });
      if (response !== undefined) replies.push({ ...news, response });
    }
    move(next, "here", replies);
  }

  function receive(message: TabMessage): void {
    if (stopped) return;
    if (message.kind === "wanted") {
      receiveWanted(message.entries);
    } else if (message.kind === "send") {
      move(retry(outbox, message.recordId), "elsewhere");
    } else if (message.kind === "put-off") {
      move(outbox.leading ? outbox : { ...outbox, putOff: message.datasets }, "elsewhere");
    } else if (message.kind === "delivered") {
      const { deliveries } = message;
      const unawaited = deliveries.filter(({ recordId }) => !outbox.entries.has(recordId));
      const now = ports.now();
      const heard = deliveries.reduce((next, one) => hear(next, one.recordId, one.intentId, one.response, now), outbox);
      move(heard, "elsewhere", deliveries);
      for (const delivery of unawaited) showSaved(delivery, true);
    } else if (outbox.entries.get(message.recordId)?.intentId === message.intentId) {
      move(letGo(outbox, message.recordId), "elsewhere");
    }
  }

  function receiveWanted(wanted: readonly OutboxEntry[]): void {
    const before = outbox;
    const entries = wanted.filter((entry) => !holder.isHeld(entry));
    const next = entries.reduce(absorb, outbox);
    move(next, "elsewhere");
    // These were undone here before they were sent. The other tab did not know that and stored them.
    const undone = entries.filter(({ recordId }) => !next.entries.has(recordId));
    keeper.keep(
      undone.map((entry) => {
        const { base } = before.entries.get(entry.recordId) ?? entry;
        return { was: { ...entry, base }, is: undefined, reply: undefined };
      }),
    );
    // A tab that was opened meanwhile knows of no dataset that is put off.
    if (outbox.leading && outbox.putOff.size > 0) tabs.post({ kind: "put-off", datasets: outbox.putOff });
  }

  /** For a response that was saved without an entry in this tab. */
  function showSaved({ recordId, datasetId, response }: Delivery, elsewhere: boolean): void {
    shown.emit({ recordId, datasetId, response, saved: "saved", elsewhere, old: false });
  }

  /**
   * True if stored entries could not be read yet. The code that reads them is loaded on demand, which may fail while the
   * server is away.
   */
  let unread = false;
  /** Loads the entries of earlier pages and of other tabs. */
  async function restore(): Promise<void> {
    const entries = await store.all().catch((error: unknown) => {
      reportUnkept(error);
      return null;
    });
    unread = entries === null;
    if (stopped || entries === null) return;
    const found = entries.filter((entry) => !holder.isHeld(entry)).map(restored);
    move(found.reduce(absorb, outbox), "elsewhere");
    // The delivering tab does not know the entries that a closed tab held, so it is told about them.
    if (!outbox.leading && found.length > 0) tabs.post({ kind: "wanted", entries: found });
  }

  tabs.listen(receive);
  const stopListening = ports.connection.onChange(() => {
    const isOnline = ports.connection.isOnline();
    if (isOnline && unread) void restore();
    move(connected(outbox, isOnline), "elsewhere");
  });
  const ready = restore();
  const stepBack = ports.lead(() => {
    // The last state of the tab that delivered before is in the store.
    void ready.then(restore).then(() => stopped || move(lead(outbox), "elsewhere"));
  });

  return {
    userId,
    /** Resolves once the entries of earlier pages are loaded. */
    ready,
    /** Resolves once all changes so far are written to the browser's storage. */
    kept: keeper.kept,
    state: () => outbox,
    entryOf: (recordId: string) => outbox.entries.get(recordId),
    onChange: changed.on,
    onShownChange: shown.on,
    /** FRS-06: called after every reply of the server, also after a reply to another tab. */
    onDelivered: delivered.on,
    confirmed: { mark: confirmed.mark, of: confirmed.of },
    /** Takes new intents, each for a different record. They are shown, being stored and being sent when this returns. */
    want(...wishes: readonly Wish[]): void {
      this.wantAs(null, wishes);
    },
    /** The same as a step of an action. The intents of an action on many records are sent and stored together. */
    wantAs(step: EntryAction["step"] | null, wishes: readonly Wish[]): void {
      const changes = changesOf(step, wishes);
      for (const { intentId } of changes) givenHere.add(intentId);
      move(changes.reduce(enqueue, outbox), "here");
    },
    /** FBU-14: stores, together, the changes that a bulk action writes without the outbox. */
    hold: (wishes: readonly Wish[]): Held => holder.hold(changesOf("do", wishes)),
    /** Shows responses that a bulk call saved without the outbox, and updates the entries of their records. */
    showBulk(saved: readonly Delivery[]): void {
      const hearOne = (next: Outbox, { recordId, response }: Delivery) =>
        hear(next, recordId, IN_BULK, response, ports.now());
      move(saved.reduce(hearOne, outbox), "here");
      for (const delivery of saved) if (!outbox.entries.has(delivery.recordId)) showSaved(delivery, false);
    },
    /** FBU-10: announces the responses, here and in the other tabs, once the bulk action is over. */
    announceBulk(saved: readonly Delivery[]): void {
      for (const delivery of saved) {
        confirmed.note(delivery);
        delivered.emit(delivery);
      }
      tabs.post({ kind: "delivered", deliveries: saved.map((one) => ({ intentId: IN_BULK, ...one })) });
    },
    retry(recordId: string): void {
      // The tab that delivers hears of a retried failed answer once it is stored, so no message is needed.
      const waits = outbox.entries.get(recordId)?.failure === null;
      move(retry(outbox, recordId), "here");
      if (waits) tabs.post({ kind: "send", recordId });
    },
    abandon(recordId: string): void {
      move(abandon(outbox, recordId), "here");
    },
    stopped: () => stopped,
    /** Stops this tab's outbox. Stored entries stay. The result of a running call is ignored here and found out next time. */
    stop(): void {
      stopped = true;
      keeper.stop();
      callOff?.();
      stepBack();
      stopListening();
      tabs.close();
    },
  };
}

const isOpen = ({ entries }: Outbox, actionId: string): boolean =>
  [...entries.values()].some(({ action, failure }) => action?.id === actionId && failure === null);

/** Replaces an intent's id: the bulk call delivers no intents. */
const IN_BULK = "bulk";

/** The server's response after a call. Undefined when the call did not tell. */
function responseNow(outcome: DeliveryOutcome, undelivered: boolean): KnownResponse | null | undefined {
  if (outcome.kind === "done") return outcome.response;
  // An answer that was undone in the meantime was never written.
  if (outcome.kind === "changed" && !undelivered) return outcome.response;
  // There was nothing to remove, so the wanted state is reached.
  return outcome.kind === "missing" && !undelivered ? null : undefined;
}

function showTheSame(was: OutboxEntry | undefined, is: OutboxEntry | undefined): boolean {
  if (was === undefined || is === undefined || was.intentId !== is.intentId) return false;
  const failed = (was.failure === null) !== (is.failure === null);
  return !failed && was.base?.id === is.base?.id && saysTheSame(was.base, is.base);
}
