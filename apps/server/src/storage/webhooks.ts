import type { Micros } from "@postil/domain/time";
import { MOST_WAITING, type SentEvent, type WebhookEvent } from "@postil/domain/webhooks/webhook";
import { newId } from "../new-id.ts";
import { compiled } from "./compiled.ts";
import { putRows, rowsOf, updateRows } from "./statements.ts";
import type { WriteContext } from "./store.ts";
import type { Db } from "./tables.ts";

/**
 * Events on their way to webhooks. They are written in the transaction of the change that they tell, so that no change is
 * kept without them (HOK-04).
 */

/** A webhook that takes events now. */
export type Listener = {
  readonly key: number;
  readonly events: ReadonlySet<SentEvent>;
  readonly waiting: number;
  readonly waitingBytes: number;
};

const enabled = compiled((db, workspaceId: string) =>
  db
    .selectFrom("webhook")
    .select(["key", "events", "waiting", "waiting_bytes"])
    .where("enabled", "=", 1)
    .where(({ or, eb }) => or([eb("workspace_id", "is", null), eb("workspace_id", "=", workspaceId)])),
);

/** The webhooks that want one of these events of a workspace. With none, a change costs no more than this look. */
export async function listenersTo(db: Db, workspaceId: string, events: readonly WebhookEvent[]): Promise<Listener[]> {
  const rows = await enabled(db, workspaceId);
  return rows.flatMap(({ key, events: wanted, waiting, waiting_bytes }) => {
    const listener = { key, events: new Set<SentEvent>(JSON.parse(wanted)), waiting, waitingBytes: waiting_bytes };
    return events.some((event) => listener.events.has(event)) ? listener : [];
  });
}

/** What events say of their dataset: the same object is kept once. */
export type About = { readonly text: string };
type NewEvent = { readonly type: SentEvent; readonly at: Micros; readonly told: string };
type NewEvents = {
  readonly listeners: readonly Listener[];
  /** The dataset's key; 0 for a ping. */
  readonly lane: number;
  /** What all of them say of their dataset; null for a ping. */
  readonly about: About | null;
  readonly events: readonly NewEvent[];
};

const putEvents = putRows("webhook_event", { columns: ["key", "id", "type", "at", "told", "about_key"] });
const putDeliveries = putRows("webhook_delivery", { columns: ["webhook_key", "event_key", "lane", "bytes", "since"] });
const lastEvent = compiled((db) => db.selectFrom("webhook_event").select("key").orderBy("key", "desc").limit(1));
const openLane = compiled((db, webhook_key: number, lane: number, next_at: number) =>
  db
    .insertInto("webhook_lane")
    .values({ webhook_key, lane, next_at })
    .onConflict((there) => there.doNothing()),
);
const countWaiting = compiled((db, key: number, events: number, bytes: number) =>
  db
    .updateTable("webhook")
    .set((row) => ({
      waiting: row("waiting", "+", events),
      waiting_bytes: row("waiting_bytes", "+", bytes),
    }))
    .where("key", "=", key),
);

/** Adds events in their order. A webhook for which too many would wait is paused, and gets none of them (HOK-07). */
export async function addEvents({ db, now }: WriteContext, added: NewEvents): Promise<void> {
  const { listeners, lane, about, events } = added;
  const kept = about === null ? null : await keptAbout(db, about);
  // It counts once, for the first event that says it.
  const aboutBytes = about === null || kept !== null ? 0 : Buffer.byteLength(about.text);
  const [last] = await lastEvent(db);
  const first = (last?.key ?? 0) + 1;
  const sizes = events.map(({ told }) => Buffer.byteLength(told));
  const taken = new Set<number>();
  for (const listener of listeners) {
    const wanted = events.flatMap(({ type }, at) => (listener.events.has(type) ? at : []));
    if (wanted.length === 0) continue;
    const rows = wanted.map((at, place) => {
      const bytes = (sizes[at] ?? 0) + (place === 0 ? aboutBytes : 0);
      return { webhook_key: listener.key, event_key: first + at, lane, bytes, since: now() };
    });
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    if (isBeyond(listener, rows.length, bytes)) {
      await pause(db, listener, now());
      continue;
    }
    await putDeliveries(db, rows);
    await openLane(db, listener.key, lane, now());
    await countWaiting(db, listener.key, rows.length, bytes);
    for (const at of wanted) taken.add(at);
  }
  if (taken.size === 0) return;
  const aboutKey = about === null ? null : (kept ?? (await keepAbout(db, about, now())));
  const rows = events.flatMap((event, at) =>
    taken.has(at) ? { key: first + at, id: `msg_${newId().replaceAll("-", "")}`, ...event, about_key: aboutKey } : [],
  );
  await putEvents(db, rows);
}

const isBeyond = ({ waiting, waitingBytes }: Listener, events: number, bytes: number): boolean =>
  waiting + events > MOST_WAITING.events || waitingBytes + bytes > MOST_WAITING.bytes;

async function pause(db: Db, { key }: Listener, at: Micros): Promise<void> {
  await db.updateTable("webhook").set({ enabled: 0, paused_at: at }).where("key", "=", key).execute();
}

/**
 * The keys of what was kept. A key is a time, so it is never given twice: a row that is there is the one that was written,
 * also after a transaction was rolled back.
 */
const aboutKeys = new WeakMap<About, number>();
const aboutAt = compiled((db, key: number) => db.selectFrom("webhook_about").select("key").where("key", "=", key));
const insertAbout = compiled((db, key: number, about: string) => db.insertInto("webhook_about").values({ key, about }));

async function keptAbout(db: Db, about: About): Promise<number | null> {
  const key = aboutKeys.get(about);
  const [row] = key === undefined ? [] : await aboutAt(db, key);
  return row?.key ?? null;
}

async function keepAbout(db: Db, about: About, key: Micros): Promise<number> {
  await insertAbout(db, key, about.text);
  aboutKeys.set(about, key);
  return key;
}

/** Deliveries of a lane that ended do not wait any more. The lane goes on with its next event, if it has one. */
export async function endWaiting(
  { db, now }: WriteContext,
  ended: Lane & { readonly events: number; readonly bytes: number },
): Promise<void> {
  const { webhook_key, lane, events, bytes } = ended;
  await countWaiting(db, webhook_key, -events, -bytes);
  const [more] = await firstOfLane(db, webhook_key, lane);
  if (more) await tryLaneAt(db, ended, now());
  else await closeLane(db, webhook_key, lane);
}

type Lane = { readonly webhook_key: number; readonly lane: number };

const firstOfLane = compiled((db, webhook_key: number, lane: number) =>
  rowsOf(db, "webhook_delivery", { webhook_key, lane, ended_at: null }).select("key").limit(1),
);

/** A delivery that ended waits again, before the later ones of its lane. */
export async function waitAgain(
  { db, now }: WriteContext,
  row: Lane & { readonly key: number; readonly bytes: number },
): Promise<void> {
  const again = { ended_at: null, failed: 0, tries: 0, since: now() } as const;
  await db.updateTable("webhook_delivery").set(again).where("key", "=", row.key).execute();
  await countWaiting(db, row.webhook_key, 1, row.bytes);
  await openLane(db, row.webhook_key, row.lane, now());
}

export async function tryLaneAt(db: Db, { webhook_key, lane }: Lane, next_at: Micros): Promise<void> {
  await setNext(db, webhook_key, lane, next_at);
}

const setNext = compiled((db, webhook_key: number, lane: number, next_at: Micros) =>
  db.updateTable("webhook_lane").where("webhook_key", "=", webhook_key).where("lane", "=", lane).set({ next_at }),
);
const closeLane = compiled((db, webhook_key: number, lane: number) =>
  db.deleteFrom("webhook_lane").where("webhook_key", "=", webhook_key).where("lane", "=", lane),
);

/** What waits for a webhook that is turned on again is tried as if it was new (HOK-06). */
export async function tryForADay(db: Db, webhookKey: number, since: Micros): Promise<void> {
  await updateRows(db, "webhook_delivery", { webhook_key: webhookKey, ended_at: null }, { since });
}

/** Removes what ended of a dataset that is removed for good. */
export async function removeEndedOf(db: Db, lane: number): Promise<void> {
  for (const { key } of await db.selectFrom("webhook").select("key").execute()) {
    const ended = db.selectFrom("webhook_delivery").select(["key", "event_key"]).where("ended_at", "is not", null);
    await removeDeliveries(db, await ended.where("webhook_key", "=", key).where("lane", "=", lane).execute());
  }
}

/** Removes deliveries, and the events that no webhook has any more. */
export async function removeDeliveries(
  db: Db,
  rows: readonly { readonly key: number; readonly event_key: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ key }) => key);
  await removeDelivered(db, keys);
  const events = rows.map(({ event_key }) => event_key);
  const gone = await removeEvents(db, events);
  const abouts = [...new Set(gone.flatMap(({ about_key }) => about_key ?? []))];
  if (abouts.length > 0) await removeAbouts(db, abouts);
}

const removeDelivered = compiled((db, keys: readonly number[]) =>
  db.deleteFrom("webhook_delivery").where("key", "in", keys),
);
const removeEvents = compiled((db, keys: readonly number[]) =>
  db
    .deleteFrom("webhook_event")
    .where("key", "in", keys)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("webhook_delivery")
            .select("webhook_delivery.key")
            .whereRef("webhook_delivery.event_key", "=", "webhook_event.key"),
        ),
      ),
    )
    .returning("about_key"),
);
const removeAbouts = compiled((db, keys: readonly number[]) =>
  db
    .deleteFrom("webhook_about")
    .where("key", "in", keys)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("webhook_event")
            .select("webhook_event.key")
            .whereRef("webhook_event.about_key", "=", "webhook_about.key"),
        ),
      ),
    ),
);
