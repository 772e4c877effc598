import type { Db } from "../../storage/tables.ts";

/**
 * Manages the memory for a thread's copies of record values. Copies that were not used for a while are dropped for new ones.
 * A copy that does not fit is not made, and the database is queried instead.
 */
type Tenant = { readonly bytes: number; readonly dataset: number | null; lastUse: number; readonly forget: () => void };
type Room = {
  uses: number;
  readonly tenants: Map<string, Tenant>;
  readonly refused: Map<string, number>;
  /** Bytes of all copies, and of each dataset's copies. They are kept as sums, because a search reads them many times. */
  taken: number;
  readonly takenBy: Map<number, number>;
};

/** A copy that was used this recently is not dropped: two searches would drop each other's copies in turn. */
const LATELY = 500;
/** A copy that did not fit is not tried again for this number of uses, because the attempt may be slow. */
const REFUSED = 5000;

const emptyRoom = (): Room => ({ uses: 0, tenants: new Map(), refused: new Map(), taken: 0, takenBy: new Map() });
let kind = { make: emptyRoom };
let most = Number.POSITIVE_INFINITY;
let mostPerRecord = Number.POSITIVE_INFINITY;

/**
 * Sets the memory limit for this thread's copies, and the limit per record for the values of one dataset. Existing copies are
 * counted again at their next use.
 */
export function limitCopies(bytes: number, perRecord = Number.POSITIVE_INFINITY): void {
  most = bytes;
  mostPerRecord = perRecord;
  kind = { make: emptyRoom };
}

const roomOf = (db: Db): Room => db.copies.of(kind);

/** True if the copy with this key did not fit recently and must not be tried now. */
export function isRefused(db: Db, key: string): boolean {
  if (!db.copies.keepsValues) return true;
  const room = roomOf(db);
  const refused = (room.refused.get(key) ?? 0) > room.uses;
  if (refused) room.uses++;
  return refused;
}

/**
 * Reserves `bytes` for the copy with this key and returns true. If they do not fit, the copy is dropped and the result is
 * false. `of`: the dataset of the values, if the copy has values.
 */
export function takeRoom(
  db: Db,
  key: string,
  bytes: number,
  forget: () => void,
  of: { readonly dataset: number; readonly records: number } | null = null,
): boolean {
  if (!db.copies.keepsValues) return false;
  const room = roomOf(db);
  const now = ++room.uses;
  if ((room.refused.get(key) ?? 0) > now) return false;
  enter(room, key, { bytes, dataset: of?.dataset ?? null, lastUse: now, forget });
  const fits = (of === null || makeRoom(room, mostPerRecord * of.records, of.dataset)) && makeRoom(room, most, null);
  if (!fits) refuseRoom(db, key);
  return fits;
}

/** Drops old copies until those of a dataset (null means all) fit in `bytes`; returns true if they fit. */
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

/** Drops the copy with this key and does not try it again for a while. */
export function refuseRoom(db: Db, key: string): void {
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
