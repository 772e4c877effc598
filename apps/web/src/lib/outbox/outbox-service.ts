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
  letGo,
  nextDue,
  type Outbox,
  retry,
  started,
} from "@postil/domain/outbox/outbox";
import { type EntryAction, type OutboxEntry, shownResponse } from "@postil/domain/outbox/outbox-entry";
import { absorb, restored } from "@postil/domain/outbox/outbox-merge";
import type { DeliveryOutcome } from "@postil/domain/outbox/outbox-request";
import { type KnownResponse, saysTheSame, statusOf } from "@postil/domain/records/record-status";
import { createEmitter } from "../emitter.ts";
import { createConfirmed } from "./confirmed.ts";
import { deliver } from "./deliver.ts";
import { createHolder, type Held } from "./held.ts";
import { createKeeper, reportUnkept, type Turn } from "./keeper.ts";
import type { Delivery, OutboxPorts, ShownChange, TabMessage } from "./ports.ts";

export type OutboxService = ReturnType<typeof createOutboxService>;
export type Wish = Omit<Change, "intentId" | "wantedAt" | "action">;

/**
 * One user's outbox in one tab: takes what they want, shows it at once, keeps it in the browser until the server has it, and
 * delivers it. `domain/outbox` decides; here is what happens around it.
 */
export function createOutboxService(ports: OutboxPorts) {
  const { userId, store, tabs } = ports;
  let outbox: Outbox = { ...EMPTY_OUTBOX, online: ports.connection.isOnline() };
  let stopped = false;
  let callOff: (() => void) | null = null;
  const givenHere = new Set<string>();
  /** By the action. */
  const unannounced = new Map<string, readonly Delivery[]>();
  const changed = createEmitter<void>();
  const shown = createEmitter<ShownChange>();
  const delivered = createEmitter<Delivery>();
  const confirmed = createConfirmed();
  const keeper = createKeeper(ports);
  const holder = createHolder({ store, tabs, keeper, entryOf: (recordId) => outbox.entries.get(recordId) });

  /** The changes of one action. */
  function changesOf(step: EntryAction["step"] | null, wishes: readonly Wish[]): readonly Change[] {
    const wantedAt = ports.now();
    const action = step && { id: ports.newId(), size: wishes.length, step };
    return wishes.map((wish) => ({ ...wish, action, wantedAt, intentId: ports.newId() }));
  }

  /** Moves on to the next state: keeps it, shows it, and does what it asks for. `replies`: what the server said of records. */
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
    for (const { was, is, reply } of turns) tell(was, is, reply?.response);
    confirm(before, replies);
    changed.emit();
    pump();
  }

  /** FBU-10: of an action on many nothing is announced before its last record has arrived, or was given up. */
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

  /** Sends what is due and sets the clock for what will be. */
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
      // One call that did not reach the server is one, however much it carried.
      next = answered({ ...next, unreached: outbox.unreached }, sent.recordId, outcome, now, random);
      const { recordId, datasetId, wantedAt } = sent;
      const response = responseNow(outcome, next.entries.has(recordId));
      const news = { recordId, datasetId, wantedAt, before: statusOf(sent.base) };
      // What somebody else made of it is what the record is, also once the answer is let go of.
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
    // Undone before it was sent: the other tab cannot know that, so it kept it.
    const undone = entries.filter(({ recordId }) => !next.entries.has(recordId));
    keeper.keep(
      undone.map((entry) => {
        const { base } = before.entries.get(entry.recordId) ?? entry;
        return { was: { ...entry, base }, is: undefined, reply: undefined };
      }),
    );
  }

  /** For a response that was saved without an entry here. */
  function showSaved({ recordId, datasetId, response }: Delivery, elsewhere: boolean): void {
    shown.emit({ recordId, datasetId, response, saved: "saved", elsewhere, old: false });
  }

  /** The code that reads what was left behind comes with the first entry, and may not come while the server is away. */
  let unread = false;
  /** Takes in what earlier pages, and other tabs, left behind. */
  async function restore(): Promise<void> {
    const entries = await store.all().catch((error: unknown) => {
      reportUnkept(error);
      return null;
    });
    unread = entries === null;
    if (stopped || entries === null) return;
    const found = entries.filter((entry) => !holder.isHeld(entry)).map(restored);
    move(found.reduce(absorb, outbox), "elsewhere");
    // What a tab held that went away, the one that delivers has never heard of.
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
    // What the tab that led until now knew last is in the store.
    void ready.then(restore).then(() => stopped || move(lead(outbox), "elsewhere"));
  });

  return {
    userId,
    /** Resolves once the entries of earlier pages are in. */
    ready,
    /** Resolves once everything wanted so far is written to the browser's storage. */
    kept: keeper.kept,
    state: () => outbox,
    entryOf: (recordId: string) => outbox.entries.get(recordId),
    onChange: changed.on,
    onShownChange: shown.on,
    /** FRS-06: after every answer of the server, also one given to another tab. */
    onDelivered: delivered.on,
    confirmed: { mark: confirmed.mark, of: confirmed.of },
    /** Takes new intents, each for another record: shown, kept and on their way when this returns. */
    want(...wishes: readonly Wish[]): void {
      this.wantAs(null, wishes);
    },
    /** The same as a step of an action: those of one on many go together, and are kept as one. */
    wantAs(step: EntryAction["step"] | null, wishes: readonly Wish[]): void {
      const changes = changesOf(step, wishes);
      for (const { intentId } of changes) givenHere.add(intentId);
      move(changes.reduce(enqueue, outbox), "here");
    },
    /** FBU-14: keeps, as one, what a bulk action is going to write past the outbox. */
    hold: (wishes: readonly Wish[]): Held => holder.hold(changesOf("do", wishes)),
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
        confirmed.note(delivery);
        delivered.emit(delivery);
      }
      tabs.post({ kind: "delivered", deliveries: saved.map((one) => ({ intentId: IN_BULK, ...one })) });
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
      keeper.stop();
      callOff?.();
      stepBack();
      stopListening();
      tabs.close();
    },
  };
}

const byRecord = (deliveries: readonly Delivery[]): ReadonlyMap<string, Delivery> =>
  new Map(deliveries.map((one) => [one.recordId, one]));

const isOpen = ({ entries }: Outbox, actionId: string): boolean =>
  [...entries.values()].some(({ action, failure }) => action?.id === actionId && failure === null);

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
