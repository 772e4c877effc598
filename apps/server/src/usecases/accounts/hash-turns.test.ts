import { expect, test } from "vitest";
import { createHashTurns } from "./credentials.ts";

const gate = () => Promise.withResolvers<void>();

test("AUT-14 of many who sign in at once so many are hashed as there are places, the others in the order they came", async () => {
  const inTurn = createHashTurns(2);
  const gates = Array.from({ length: 6 }, gate);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const works = gates.map(({ promise }, at) =>
    inTurn(async () => {
      begun.push(at);
      most = Math.max(most, ++running);
      await promise;
      running--;
      return at;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5]);
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5], 2]);
});

test("AUT-14 a hash that fails leaves its place to the next", async () => {
  const inTurn = createHashTurns(1);
  const failing = inTurn(() => Promise.reject(new Error("no memory")));
  const next = inTurn(async () => "hashed");
  await expect(failing).rejects.toThrow("no memory");
  expect(await next).toBe("hashed");
  expect(await inTurn(async () => "and another")).toBe("and another");
});
