import { expect, test } from "vitest";
import { Busy } from "./errors.ts";
import { createRoom } from "./room.ts";

const MIB = 1024 * 1024;
const LONG = 60_000;

/** What has been let in so far, by the order of asking. */
function visitors(waitMs = LONG) {
  const room = createRoom(waitMs);
  const guests: object[] = [];
  const inside: number[] = [];
  const ask = (who: string, mib: number) => {
    const guest = {};
    const number = guests.push(guest) - 1;
    return room.enter(guest, who, mib * MIB).then(() => inside.push(number));
  };
  const leave = async (number: number) => {
    room.leave(guests[number] ?? {});
    await Promise.resolve();
  };
  return { ask, leave, inside };
}

test("API-31 large bodies wait for room, and enter in the order they came when there is some", async () => {
  const { ask, leave, inside } = visitors();
  const asked = ["ann", "ann", "ben", "ben", "cid", "dan"].map((who) => ask(who, 32));
  await Promise.all(asked.slice(0, 4));
  expect(inside).toEqual([0, 1, 2, 3]);
  await leave(1);
  await asked[4];
  expect(inside).toEqual([0, 1, 2, 3, 4]);
  await leave(0);
  await asked[5];
  expect(inside).toEqual([0, 1, 2, 3, 4, 5]);
});

test("API-31 one person fills half of the room at most, so that others pass", async () => {
  const { ask, leave, inside } = visitors();
  const asked = ["ann", "ann", "ann", "ann", "ben"].map((who) => ask(who, 32));
  await asked[4];
  expect(inside).toEqual([0, 1, 4]);
  await leave(0);
  await asked[2];
  expect(inside).toEqual([0, 1, 4, 2]);
});

test("API-31 who finds no room in time is told to come later, and takes none afterwards", async () => {
  const { ask, leave, inside } = visitors(1);
  await Promise.all([ask("ann", 64), ask("ben", 64)]);
  await expect(ask("cid", 1)).rejects.toThrow(Busy);
  await leave(0);
  await ask("dan", 64);
  expect(inside).toEqual([0, 1, 3]);
});

test("API-31 who leaves while waiting is not waited for", async () => {
  const { ask, leave, inside } = visitors();
  await Promise.all([ask("ann", 64), ask("ben", 64)]);
  const cid = ask("cid", 64);
  cid.catch(() => {});
  const dan = ask("dan", 64);
  await leave(2);
  await expect(cid).rejects.toThrow(Busy);
  await leave(0);
  await dan;
  expect(inside).toEqual([0, 1, 3]);
});
