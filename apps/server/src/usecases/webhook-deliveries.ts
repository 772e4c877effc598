import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import {
  DELIVERIES_KEPT,
  type Delivery,
  isReceived,
  MOST_WAITING,
  nextTry,
  type SentEvent,
} from "@postil/domain/webhooks/webhook";
import { compiled } from "../storage/compiled.ts";
import { partsBySize } from "../storage/parts.ts";
import { rowsOf } from "../storage/statements.ts";
import type { Context, HasDb } from "../storage/store.ts";
import type { Db } from "../storage/tables.ts";
import { addEvents, endWaiting, removeDeliveries, tryLaneAt, waitAgain } from "../storage/webhooks.ts";
import { loadWebhook, type OfWebhook } from "./webhooks.ts";

/** Deliveries of events: for the people who look after a webhook, and for the part of the server that sends them. */

const SHOWN = 100;

const deliveries = ({ db }: HasDb) =>
  db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event", "webhook_event.key", "delivery.event_key")
    .select(["delivery.key", "webhook_event.id", "type", "at", "tries", "tried_at", "status", "answer"])
    .select(["ended_at", "failed", "delivery.webhook_key", "delivery.event_key", "delivery.lane", "bytes"]);

type Row = Awaited<ReturnType<ReturnType<typeof deliveries>["execute"]>>[number];

const deliveryFromRow = (row: Row, nextAt: Micros | null): Delivery => ({
  id: row.id,
  event: row.type,
  at: row.at,
  state: row.ended_at === null ? "waiting" : row.failed === 1 ? "failed" : "delivered",
  tries: row.tries,
  triedAt: row.tried_at,
  nextAt,
  status: row.status,
  answer: row.answer,
});

export type Deliveries = { readonly waiting: readonly Delivery[]; readonly ended: readonly Delivery[] };

/** The first ones that wait, and the last ones that ended. */
async function listWebhookDeliveries(context: Context, of: OfWebhook): Promise<Deliveries> {
  const webhook = await loadWebhook(context, of);
  const own = deliveries(context).where("delivery.webhook_key", "=", webhook.key);
  const waiting = await own
    .where("ended_at", "is", null)
    .orderBy("delivery.lane")
    .orderBy("delivery.key")
    .limit(SHOWN)
    .execute();
  const ended = await own
    .where("ended_at", "is not", null)
    .orderBy("ended_at", "desc")
    .limit(DELIVERIES_KEPT)
    .execute();
  const lanes = await rowsOf(context.db, "webhook_lane", { webhook_key: webhook.key })
    .select(["lane", "next_at"])
    .execute();
  const next = new Map(lanes.map(({ lane, next_at }) => [lane, next_at]));
  // Only the first one of each lane is tried.
  const nextOf = ({ lane }: Row): Micros | null => {
    const at = next.get(lane) ?? null;
    next.delete(lane);
    return at;
  };
  return {
    waiting: waiting.map((row) => deliveryFromRow(row, nextOf(row))),
    ended: ended.map((row) => deliveryFromRow(row, null)),
  };
}

async function pingWebhook(
  context: Context,
  { version, ...of }: OfWebhook & { readonly version: string },
): Promise<void> {
  const { key, waiting, waiting_bytes: waitingBytes } = await loadWebhook(context, of);
  if (waiting >= MOST_WAITING.events)
    throw new Refusal("unprocessable", `${MOST_WAITING.events} events wait for this webhook, the most there may be`);
  const listeners = [{ key, events: new Set<SentEvent>(["ping"]), waiting, waitingBytes }];
  const told = JSON.stringify({ kind: "ping", version });
  await addEvents(context, { listeners, lane: 0, about: null, events: [{ type: "ping", at: context.now(), told }] });
}

/** Sends an event once more with its id, before those that wait for the same dataset; or tries one that waits now. */
async function sendAgain(
  context: Context,
  { deliveryId, ...of }: OfWebhook & { readonly deliveryId: string },
): Promise<void> {
  const webhook = await loadWebhook(context, of);
  const row = await deliveries(context)
    .where("delivery.webhook_key", "=", webhook.key)
    .where("webhook_event.id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", `Delivery with id \`${deliveryId}\` not found`);
  if (webhook.enabled === 0 && webhook.paused_at === null && row.lane !== 0)
    throw new Refusal("unprocessable", "This webhook is turned off. Turn it on to send an event again");
  if (row.ended_at !== null) await waitAgain(context, row);
  await tryLaneAt(context.db, row, context.now());
}

/** The events of a dataset of which the first one is to be sent to a webhook now. */
export type DueLane = {
  readonly webhookKey: number;
  readonly lane: number;
  readonly url: string;
  readonly secret: string;
};
type OfLane = Pick<DueLane, "webhookKey" | "lane">;
export type DueLanes = {
  /** False if there are no webhooks. */
  readonly any: boolean;
  readonly due: readonly DueLane[];
  readonly paused: readonly { readonly id: string; readonly pausedAt: Micros }[];
};

/** How many datasets' events are sent to one webhook at a time. */
const AT_ONCE = 2;

/** For each webhook the datasets whose events are due longest. `sending`: those whose events are on their way. */
async function findDueLanes(
  { db, now }: Context,
  { sending }: { readonly sending: readonly OfLane[] },
): Promise<DueLanes> {
  const webhooks = await db
    .selectFrom("webhook")
    .select(["key", "id", "url", "secret", "enabled", "paused_at", "waiting"])
    .execute();
  const at = now();
  const due: DueLane[] = [];
  for (const { key, url, secret, enabled, paused_at, waiting } of webhooks) {
    const busy = sending.filter(({ webhookKey }) => webhookKey === key).map(({ lane }) => lane);
    if (waiting === 0 || busy.length >= AT_ONCE) continue;
    const lanes = await rowsOf(db, "webhook_lane", { webhook_key: key })
      .select("lane")
      .where("next_at", "<=", at)
      .$if(enabled === 0 && paused_at === null, (query) => query.where("lane", "=", 0))
      .$if(busy.length > 0, (query) => query.where("lane", "not in", busy))
      .orderBy("next_at")
      .limit(AT_ONCE - busy.length)
      .execute();
    for (const { lane } of lanes) due.push({ webhookKey: key, lane, url, secret });
  }
  const paused = webhooks.flatMap(({ id, paused_at: pausedAt }) => (pausedAt === null ? [] : { id, pausedAt }));
  return { any: webhooks.length > 0, due, paused };
}

type StoredEvent = {
  readonly key: number;
  readonly id: string;
  readonly type: SentEvent;
  readonly at: Micros;
  readonly told: string;
  readonly about_key: number | null;
};
/** What is sent. The bodies are written in the reading thread, because a record may be large. */
export type WaitingEvents = {
  readonly events: readonly StoredEvent[];
  /** What the events say of their dataset, by `about_key`. */
  readonly abouts: ReadonlyMap<number, string>;
};

/** So many events, and so many bytes, are read at a time; one larger event alone. */
const READ_AT_ONCE = { events: 100, bytes: 256 * 1024 };

/** The first events of a dataset that wait for a webhook. */
async function readWaitingEvents({ db }: Context, { webhookKey, lane }: OfLane): Promise<WaitingEvents> {
  const sizes = await firstWaiting(db, webhookKey, lane);
  const [first] = partsBySize(sizes, ({ bytes }) => bytes, READ_AT_ONCE.bytes);
  if (!first) return { events: [], abouts: new Map() };
  const events = await eventsOf(
    db,
    first.map(({ key }) => key),
  );
  const aboutKeys = [...new Set(events.flatMap(({ about_key }) => about_key ?? []))];
  const abouts = aboutKeys.length === 0 ? [] : await aboutsOf(db, aboutKeys);
  return { events, abouts: new Map(abouts.map(({ key, about }) => [key, about])) };
}

const firstWaiting = compiled((db, webhookKey: number, lane: number) =>
  db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event as event", "event.key", "delivery.event_key")
    .leftJoin("webhook_about as about", "about.key", "event.about_key")
    .select("delivery.key")
    .select(db.expressions.sizeOf("event.told", "about.about").as("bytes"))
    .where("delivery.webhook_key", "=", webhookKey)
    .where("delivery.lane", "=", lane)
    .where("delivery.ended_at", "is", null)
    .orderBy("delivery.key")
    .limit(READ_AT_ONCE.events),
);
const eventsOf = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event as event", "event.key", "delivery.event_key")
    .select(["delivery.key", "event.id", "event.type", "event.at", "event.told", "event.about_key"])
    .where("delivery.key", "in", keys)
    .orderBy("delivery.key"),
);
const aboutsOf = compiled((db, keys: readonly number[]) =>
  db.selectFrom("webhook_about").select(["key", "about"]).where("key", "in", keys),
);

export type Tried = { readonly key: number; readonly status: number | null; readonly answer: string | null };
type TriedEvents = OfLane & {
  /** In their order. Only the last one may be without success. */
  readonly tried: readonly Tried[];
  /** From 0 to 1: spreads the next tries. */
  readonly random: number;
};

/** Keeps the outcomes of tries. Does nothing for events whose webhook was deleted meanwhile. */
async function noteDeliveries(context: Context, { webhookKey, lane, tried, random }: TriedEvents): Promise<void> {
  const { db, now } = context;
  const keys = tried.map(({ key }) => key);
  const rows = new Map((await stillWaiting(db, keys)).map((row) => [row.key, row]));
  const ended = { events: 0, bytes: 0 };
  let next: Micros | null = null;
  for (const { key, status, answer } of tried) {
    const row = rows.get(key);
    if (!row) continue;
    const at = now();
    const tries = row.tries + 1;
    const received = isReceived(status);
    next = received ? null : nextTry({ event: row.type, tries, since: row.since, now: at, random });
    await noteTry(db, key, tries, at, status, answer, next === null ? at : null, next === null && !received ? 1 : 0);
    if (next !== null) continue;
    ended.events++;
    ended.bytes += row.bytes;
  }
  const ofLane = { webhook_key: webhookKey, lane };
  if (ended.events > 0) {
    await endWaiting(context, { ...ofLane, ...ended });
    await forgetOld(context, webhookKey);
  }
  if (next !== null) await tryLaneAt(db, ofLane, next);
}

const stillWaiting = compiled((db, keys: readonly number[]) =>
  db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event as event", "event.key", "delivery.event_key")
    .select(["delivery.key", "delivery.tries", "delivery.since", "delivery.bytes", "event.type"])
    .where("delivery.key", "in", keys)
    .where("delivery.ended_at", "is", null),
);
const noteTry = compiled(
  (
    db,
    key: number,
    tries: number,
    tried_at: Micros,
    status: number | null,
    answer: string | null,
    ended_at: Micros | null,
    failed: 0 | 1,
  ) =>
    db
      .updateTable("webhook_delivery")
      .set({ tries, tried_at, status, answer, ended_at, failed })
      .where("key", "=", key),
);

/** Keeps the last ones of a webhook that ended. */
async function forgetOld({ db }: Context, webhookKey: number): Promise<void> {
  const old = await rowsOf(db, "webhook_delivery", { webhook_key: webhookKey })
    .select(["key", "event_key"])
    .where("ended_at", "is not", null)
    .orderBy("ended_at", "desc")
    .offset(DELIVERIES_KEPT)
    .limit(REMOVED_AT_ONCE)
    .execute();
  await removeDeliveries(db, old);
}

const REMOVED_AT_ONCE = 500;

/** The parts of what a webhook has. Each has an index that begins with the webhook. */
const waitingOf = (db: Db) => db.selectFrom("webhook_delivery").where("ended_at", "is", null);
const endedOf = (db: Db) => db.selectFrom("webhook_delivery").where("ended_at", "is not", null);
const lanesOf = (db: Db) => db.selectFrom("webhook_lane");

/** A deleted webhook that has left something. There are few webhooks, and the next one is one look at an index. */
async function findGone(db: Db): Promise<number | undefined> {
  const there = new Set((await db.selectFrom("webhook").select("key").execute()).map(({ key }) => key));
  const ofDeliveries = (of: typeof waitingOf | typeof endedOf) => (after: number) =>
    of(db).select("webhook_key").where("webhook_key", ">", after).orderBy("webhook_key").limit(1).executeTakeFirst();
  const ofLanes = (after: number) =>
    lanesOf(db)
      .select("webhook_key")
      .where("webhook_key", ">", after)
      .orderBy("webhook_key")
      .limit(1)
      .executeTakeFirst();
  for (const next of [ofDeliveries(waitingOf), ofDeliveries(endedOf), ofLanes]) {
    let key = (await next(0))?.webhook_key;
    while (key !== undefined && there.has(key)) key = (await next(key))?.webhook_key;
    if (key !== undefined) return key;
  }
  return undefined;
}

/** True if deleted webhooks have left something. A read, so that a start writes nothing. */
const hasLeftDeliveries = async ({ db }: Context): Promise<boolean> => (await findGone(db)) !== undefined;

/** Removes some deliveries of a webhook that is deleted. True: there may be more. */
async function sweepDeliveries({ db }: Context): Promise<boolean> {
  const gone = await findGone(db);
  if (gone === undefined) return false;
  for (const part of [waitingOf(db), endedOf(db)]) {
    const rows = part.select(["key", "event_key"]).where("webhook_key", "=", gone).limit(REMOVED_AT_ONCE);
    const some = await rows.execute();
    await removeDeliveries(db, some);
    if (some.length > 0) return true;
  }
  await db.deleteFrom("webhook_lane").where("webhook_key", "=", gone).execute();
  return true;
}

export const deliveryCalls = {
  reads: { listWebhookDeliveries, findDueLanes, readWaitingEvents, hasLeftDeliveries },
  writes: { pingWebhook, sendAgain, noteDeliveries, sweepDeliveries },
} as const;
