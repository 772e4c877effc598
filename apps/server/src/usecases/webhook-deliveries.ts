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
  const lanes = await context.db
    .selectFrom("webhook_lane")
    .select(["lane", "next_at"])
    .where("webhook_key", "=", webhook.key)
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

/** An event that is to be sent now. */
export type Due = {
  readonly key: number;
  readonly webhookKey: number;
  readonly lane: number;
  readonly id: string;
  readonly url: string;
  readonly secret: string;
};
export type DueDeliveries = {
  /** False if there are no webhooks. */
  readonly any: boolean;
  readonly due: readonly Due[];
  readonly paused: readonly { readonly id: string; readonly pausedAt: Micros }[];
};

/** How many datasets' events are sent to one webhook at a time. */
const AT_ONCE = 2;

/** For each webhook the first events of the datasets that are due longest. `sending`: those that are on their way. */
async function findDueDeliveries(
  { db, now }: Context,
  { sending }: { readonly sending: readonly Pick<Due, "webhookKey" | "lane">[] },
): Promise<DueDeliveries> {
  const webhooks = await db
    .selectFrom("webhook")
    .select(["key", "id", "url", "secret", "enabled", "paused_at", "waiting"])
    .execute();
  const at = now();
  const due: Due[] = [];
  for (const { key, url, secret, enabled, paused_at, waiting } of webhooks) {
    const busy = sending.filter(({ webhookKey }) => webhookKey === key).map(({ lane }) => lane);
    if (waiting === 0 || busy.length >= AT_ONCE) continue;
    const lanes = await db
      .selectFrom("webhook_lane")
      .select("lane")
      .where("webhook_key", "=", key)
      .where("next_at", "<=", at)
      .$if(enabled === 0 && paused_at === null, (query) => query.where("lane", "=", 0))
      .$if(busy.length > 0, (query) => query.where("lane", "not in", busy))
      .orderBy("next_at")
      .limit(AT_ONCE - busy.length)
      .execute();
    for (const { lane } of lanes) {
      const [first] = await deliveries({ db })
        .where("delivery.webhook_key", "=", key)
        .where("delivery.lane", "=", lane)
        .where("ended_at", "is", null)
        .orderBy("delivery.key")
        .limit(1)
        .execute();
      if (first) due.push({ key: first.key, webhookKey: key, lane, id: first.id, url, secret });
    }
  }
  const paused = webhooks.flatMap(({ id, paused_at: pausedAt }) => (pausedAt === null ? [] : { id, pausedAt }));
  return { any: webhooks.length > 0, due, paused };
}

export type StoredEvent = {
  readonly type: SentEvent;
  readonly at: Micros;
  readonly told: string;
  readonly about: string | null;
};

/** What is sent. The body is written in the reading thread, because a record may be large. */
async function getDeliveryBody({ db }: Context, { key }: { readonly key: number }): Promise<StoredEvent> {
  return db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event as event", "event.key", "delivery.event_key")
    .leftJoin("webhook_about as about", "about.key", "event.about_key")
    .select(["event.type", "event.at", "event.told", "about.about"])
    .where("delivery.key", "=", key)
    .executeTakeFirstOrThrow();
}

type Tried = {
  readonly key: number;
  readonly status: number | null;
  readonly answer: string | null;
  /** From 0 to 1: spreads the next tries. */
  readonly random: number;
};

/** Keeps the outcome of a try. Does nothing if the webhook was deleted meanwhile. */
async function noteDelivery(context: Context, { key, status, answer, random }: Tried): Promise<void> {
  const { db, now } = context;
  const row = await db.selectFrom("webhook_delivery").selectAll().where("key", "=", key).executeTakeFirst();
  if (!row || row.ended_at !== null) return;
  const at = now();
  const tries = row.tries + 1;
  const event = await db
    .selectFrom("webhook_event")
    .select("type")
    .where("key", "=", row.event_key)
    .executeTakeFirstOrThrow();
  const received = isReceived(status);
  const next = received ? null : nextTry({ event: event.type, tries, since: row.since, now: at, random });
  const ended = next === null ? { ended_at: at, failed: received ? (0 as const) : (1 as const) } : {};
  await db
    .updateTable("webhook_delivery")
    .set({ tries, tried_at: at, status, answer, ...ended })
    .where("key", "=", key)
    .execute();
  if (next !== null) return tryLaneAt(db, row, next);
  await endWaiting(context, row);
  await forgetOld(context, row.webhook_key);
}

/** Keeps the last ones of a webhook that ended. */
async function forgetOld({ db }: Context, webhookKey: number): Promise<void> {
  const old = await db
    .selectFrom("webhook_delivery")
    .select(["key", "event_key"])
    .where("webhook_key", "=", webhookKey)
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
  reads: { listWebhookDeliveries, findDueDeliveries, getDeliveryBody, hasLeftDeliveries },
  writes: { pingWebhook, sendAgain, noteDelivery, sweepDeliveries },
} as const;
