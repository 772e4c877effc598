import type { Kysely } from "kysely";
import type { Tables } from "../../storage/tables.ts";

/**
 * The memory that a thread's copies of what records hold may take: what was not used for a while makes room for what is, and
 * what finds no room is not made, so that the store is asked as if there were no copies.
 */
type Tenant = { readonly bytes: number; readonly dataset: number | null; lastUse: number; readonly forget: () => void };
type Room = {
  uses: number;
  readonly tenants: Map<string, Tenant>;
  readonly refused: Map<string, number>;
  /** Bytes of all tenants, and of those of each dataset: they are asked for at each use, of which a search has many. */
  taken: number;
  readonly takenBy: Map<number, number>;
};

/** What was used so lately does not go: two searches would else undo each other's work in turn. */
const LATELY = 500;
/** For so many uses what found no room is not tried again: to find that out may have taken a while. */
const REFUSED = 5000;

let rooms = new WeakMap<Kysely<Tables>, Room>();
let most = Number.POSITIVE_INFINITY;
let mostPerRecord = Number.POSITIVE_INFINITY;

/**
 * How many bytes the copies of this thread may take, and how many of them the values of a dataset for each of its records. What
 * is there already is held against it when it is next used.
 */
export function limitCopies(bytes: number, perRecord = Number.POSITIVE_INFINITY): void {
  most = bytes;
  mostPerRecord = perRecord;
  rooms = new WeakMap();
}

function roomOf(db: Kysely<Tables>): Room {
  const room = rooms.get(db) ?? { uses: 0, tenants: new Map(), refused: new Map(), taken: 0, takenBy: new Map() };
  rooms.set(db, room);
  return room;
}

/** Whether what goes by this key found no room lately, and is not even to be made. */
export function isRefused(db: Kysely<Tables>, key: string): boolean {
  const room = roomOf(db);
  const refused = (room.refused.get(key) ?? 0) > room.uses;
  if (refused) room.uses++;
  return refused;
}

/**
 * Whether what goes by this key may take so many bytes, which it does from now on. If not, it is forgotten. `of`: whose values
 * they are, where they are values.
 */
export function takeRoom(
  db: Kysely<Tables>,
  key: string,
  bytes: number,
  forget: () => void,
  of: { readonly dataset: number; readonly records: number } | null = null,
): boolean {
  const room = roomOf(db);
  const now = ++room.uses;
  if ((room.refused.get(key) ?? 0) > now) return false;
  enter(room, key, { bytes, dataset: of?.dataset ?? null, lastUse: now, forget });
  const fits = (of === null || makeRoom(room, mostPerRecord * of.records, of.dataset)) && makeRoom(room, most, null);
  if (!fits) refuseRoom(db, key);
  return fits;
}

/** Whether the copies of a dataset (null: all) take no more than they may, once those are gone that may go. */
function makeRoom(room: Room, bytes: number, dataset: number | null): boolean {
  const taken = () => (dataset === null ? room.taken : (room.takenBy.get(dataset) ?? 0));
  if (taken() <= bytes) return true;
  const tenants = [...room.tenants].filter(([, tenant]) => dataset === null || tenant.dataset === dataset);
  for (const [key, tenant] of tenants.sort(([, a], [, b]) => a.lastUse - b.lastUse)) {
    if (taken() <= bytes || tenant.lastUse > room.uses - LATELY) break;
    leave(room, key, tenant);
  }
  return taken() <= bytes;
}

/** What goes by this key is forgotten, and not tried again for a while. */
export function refuseRoom(db: Kysely<Tables>, key: string): void {
  const room = roomOf(db);
  room.refused.set(key, room.uses + REFUSED);
  const tenant = room.tenants.get(key);
  if (tenant) leave(room, key, tenant);
}

function enter(room: Room, key: string, tenant: Tenant): void {
  const before = room.tenants.get(key);
  if (before) count(room, before, -before.bytes);
  room.tenants.set(key, tenant);
  count(room, tenant, tenant.bytes);
}

function leave(room: Room, key: string, tenant: Tenant): void {
  room.tenants.delete(key);
  count(room, tenant, -tenant.bytes);
  tenant.forget();
}

function count(room: Room, { dataset }: Tenant, bytes: number): void {
  room.taken += bytes;
  if (dataset === null) return;
  const taken = (room.takenBy.get(dataset) ?? 0) + bytes;
  if (taken === 0) room.takenBy.delete(dataset);
  else room.takenBy.set(dataset, taken);
}
