import { expect, test } from "vitest";
import { Busy } from "./errors.ts";
import { createBodyRoom as createRoom } from "./fair-room.ts";

const MIB = 1024 * 1024;
const LONG = 60_000;

/** The bodies admitted so far, numbered by the order of asking. */
function visitors(waitMs = LONG) {
  const room = createRoom(waitMs);
  const guests: object[] = [];
  const inside: number[] = [];
  const ask = (who: string, mib: number) => {
    const guest = {};
    const number = guests.push(guest) - 1;
    return room.take(guest, who, mib * MIB).then(() => inside.push(number));
  };
  const leave = async (number: number) => {
    room.leave(guests[number] ?? {});
    await Promise.resolve();
  };
  const more = (number: number, who: string, mib: number) => room.take(guests[number] ?? {}, who, mib * MIB);
  const inTheWay = (number: number) => room.bytesInTheWay(guests[number] ?? {}) / MIB;
  return { ask, more, leave, inside, inTheWay };
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
  await leave(1);
  await asked[3];
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

test("API-31 bodies that grow side by side come to their ends, the first of them first", async () => {
  const { ask, more, leave, inside } = visitors();
  const people = ["ann", "ben", "cid", "ann", "ben", "cid", "ann", "ben"];
  await Promise.all(people.map((who) => ask(who, 8)));
  expect(inside).toHaveLength(8);
  const ended = people.map((who, number) => more(number, who, 32));
  for (const [number, end] of ended.entries()) {
    await end;
    await leave(number);
  }
});

test("API-31 a body is in the way while somebody else waits whose own share has room", async () => {
  const { ask, leave, inTheWay } = visitors();
  await Promise.all(["ann", "ann", "ben", "ben"].map((who) => ask(who, 32)));
  const third = ask("ann", 32);
  expect([0, 2].map(inTheWay)).toEqual([0, 0]);
  const cid = ask("cid", 32);
  expect([0, 2].map(inTheWay)).toEqual([32, 32]);
  await leave(2);
  await cid;
  expect([0, 3].map(inTheWay)).toEqual([0, 0]);
  await leave(0);
  await third;
});
