import { expect, test } from "vitest";
import { Busy } from "./errors.ts";
import { type Asker, createReplyRoom, type Expected } from "./fair-room.ts";

const MIB = 1024 * 1024;
const LONG = 60_000;

/** The readers admitted so far, numbered by the order of asking. */
function readers(waitMs = LONG) {
  const room = createReplyRoom(waitMs);
  const connections: AbortController[] = [];
  const inside: number[] = [];
  const signal = (number: number) => (connections[number] ?? new AbortController()).signal;
  const ask = async (who: Asker, expected: Expected = "long") => {
    const number = connections.push(new AbortController()) - 1;
    await room.enter(signal(number), who, expected);
    inside.push(number);
  };
  const made = (number: number, who: Asker, mib: number, mayRefuse = true) =>
    room.made(signal(number), who, mib * MIB, mayRefuse);
  const leave = async (number: number) => {
    room.leave(signal(number));
    await Promise.resolve();
    await Promise.resolve();
  };
  const goAway = (number: number) => connections[number]?.abort();
  return { ask, made, leave, goAway, inside, isInTheWay: (number: number) => room.isInTheWay(signal(number)) };
}

test("API-31 four replies are made for one person at once, and the next when enough was read; others do not wait for that", async () => {
  const { ask, made, leave, inside, isInTheWay } = readers();
  const asked = [1, 1, 1, 1, 1, 1, 2].map((who) => ask(who));
  await Promise.all([...asked.slice(0, 4), asked[6]]);
  expect(inside).toEqual([0, 1, 2, 3, 6]);
  made(0, 1, 32);
  made(1, 1, 20);
  await leave(2);
  expect(inside).toEqual([0, 1, 2, 3, 6]);
  await leave(0);
  await asked[4];
  expect(inside.slice(5)).toEqual([4]);
  expect([isInTheWay(6), isInTheWay(1)]).toEqual([true, false]);
  await leave(1);
  await asked[5];
});

test("API-31 of short pages many are made for one person at once, beside what takes long", async () => {
  const { ask, inside } = readers();
  await Promise.all([1, 1, 1].map((who) => ask(who)));
  await Promise.all(Array.from({ length: 16 }, () => ask(1, "short")));
  expect(inside).toHaveLength(19);
});

test("API-31 when all of it is full everybody waits, and who holds it is told that it is in the way", async () => {
  const { ask, made, leave, inside, isInTheWay } = readers();
  await Promise.all([1, 2, 3, 4, 5, 6].map((who) => ask(who)));
  for (const number of [0, 1, 2, 3, 4]) made(number, number + 1, 48);
  const seventh = ask(7);
  await Promise.resolve();
  expect([inside.length, isInTheWay(0)]).toEqual([6, true]);
  await leave(0);
  await seventh;
  expect([inside.length, isInTheWay(1)]).toEqual([7, false]);
});

test("API-31 what is far beyond the bound is refused when it is made, unless it tells of a change", async () => {
  const { ask, made } = readers();
  await Promise.all([1, 1, 1, 1].map((who) => ask(who)));
  for (const number of [0, 1]) made(number, 1, 60);
  expect(() => made(2, 1, 60)).toThrow(Busy);
  made(3, 1, 60, false);
  // A response that is alone may have any size.
  await ask(2);
  made(4, 2, 200);
});

test("API-31 whoever waits too long is refused, and whoever has left holds nothing", async () => {
  const { ask, made, goAway, isInTheWay } = readers(20);
  await ask(1);
  made(0, 1, 64);
  await expect(ask(1)).rejects.toThrow(Busy);
  await ask(2);
  goAway(2);
  made(2, 2, 64);
  expect(isInTheWay(2)).toBe(false);
  await ask(2);
  const waiting = ask(1);
  goAway(4);
  await expect(waiting).rejects.toThrow(Busy);
});
