import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HELD_MOST, holdWhenFull } from "./hold-when-full.ts";
import type { PostilStore } from "./http/handler.ts";
import { storeWithRoom } from "./room.ts";
import { DISK_FULL, StorageFailure } from "./storage/failure.ts";
import type { Caller } from "./storage/store.ts";
import { WRITTEN_WHEN_FULL } from "./usecases/lanes.ts";
import type { HeldWrite } from "./usecases/write-held.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OWNER = { id: "u1", username: "owner" };
const newSession = () => ({
  user: OWNER,
  passwordHash: null,
  renews: false,
  lifetimes: { token: 1000, renewed: 1000 },
  told: { how: "password" },
  from: {},
});

type Find = (name: "findCaller", caller: null, proof: unknown) => Promise<unknown>;

/** A store whose disk is full until the test frees room. `written`: the names of the writes that reached it. */
function fullStore() {
  let isFull = true;
  const written: string[] = [];
  let hold: Promise<void> = Promise.resolve();
  const write = async (name: string, _caller: unknown, input: unknown) => {
    if (isFull) throw new StorageFailure(DISK_FULL);
    await hold;
    if (name === "writeHeld") written.push(...(input as HeldWrite[]).map((one) => one.name));
    else written.push(name);
  };
  const read = async () => ({ user: OWNER });
  const room = { isFull: () => isFull };
  const warned: unknown[] = [];
  const store = { read, write } as unknown as PostilStore;
  const held = holdWhenFull(store, room, (error) => warned.push(error));
  return {
    ...held,
    call: held.store.write as unknown as (name: string, caller: Caller | null, input?: unknown) => Promise<unknown>,
    find: (proof: unknown) => (held.store.read as unknown as Find)("findCaller", null, proof),
    written,
    warned,
    giveRoom: () => {
      isFull = false;
    },
    /** Writes wait until the returned function is called. */
    holdWrites: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    },
  };
}

test("API-51 of each kind 500 are held: exports shut nobody out, and failed sign-ins beyond are forgotten", async () => {
  const { call, written, stop, giveRoom } = fullStore();
  for (let at = 0; at < HELD_MOST; at++) await call("noteExport", null, {});
  await expect(call("noteExport", null, {})).rejects.toThrow(DISK_FULL);
  for (let at = 0; at <= HELD_MOST; at++) await call("noteFailedSignIn", null, {});
  expect(await call("beginSession", null, newSession())).toMatchObject({ number: 1 });
  giveRoom();
  await stop();
  expect(written.filter((name) => name === "noteExport")).toHaveLength(HELD_MOST);
  expect(written.filter((name) => name === "noteFailedSignIn")).toHaveLength(HELD_MOST);
  expect(written.filter((name) => name === "beginSession")).toHaveLength(1);
});

test("API-51 what is held is written once, however long that takes", async () => {
  const { call, written, warned, stop, giveRoom, holdWrites } = fullStore();
  for (let at = 0; at < 120; at++) await call("noteExport", null, {});
  giveRoom();
  const letGo = holdWrites();
  await vi.advanceTimersByTimeAsync(10_000);
  const ended = stop();
  letGo();
  await ended;
  expect(written).toHaveLength(120);
  expect(warned).toEqual([]);
});

test("API-51 what is held is written before anything else once there is room, so that whoever is signed out everywhere is", async () => {
  const { call, written, giveRoom } = fullStore();
  await call("beginSession", null, newSession());
  const caller = { ...OWNER, role: "owner" } as unknown as Caller;
  await expect(call("endOtherSessions", caller)).rejects.toThrow(DISK_FULL);
  giveRoom();
  await call("endOtherSessions", caller);
  expect(written).toEqual(["beginSession", "endOtherSessions"]);
});

test("API-51 AUT-12 a stored session whose end cannot be written lets nobody in, and is ended once there is room", async () => {
  const { call, find, written, stop, giveRoom } = fullStore();
  const [mine, other] = ["s1", "s2"].map((session) => ({ userId: OWNER.id, session }));
  const caller = { ...OWNER, role: "owner", from: { session: "s1" } } as unknown as Caller;
  await call("endOwnSession", caller);
  await expect(find(mine)).rejects.toMatchObject({ code: "unauthorized", facts: { ended: "signed_out" } });
  await expect(call("renewSession", null, mine)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await find(other)).toMatchObject({ user: OWNER });
  giveRoom();
  await stop();
  expect(written).toEqual(["endOwnSession"]);
});

test("API-51 with a full disk people of a provider come in, too, and everything else is refused", async () => {
  const asked: string[] = [];
  const write = async (name: string) => void asked.push(name);
  const room = { isFull: () => true, makeWay: async () => false } as unknown as Parameters<typeof storeWithRoom>[1];
  const store = storeWithRoom({ write, writeText: write, writePacked: write }, room, WRITTEN_WHEN_FULL);
  await store.write("signInThroughProvider");
  await expect(store.write("createPerson")).rejects.toThrow(DISK_FULL);
  expect(asked).toEqual(["signInThroughProvider"]);
});
