import { Refusal } from "@postil/domain/refusal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KnownCaller } from "../usecases/accounts/find-caller.ts";
import { operatorAsCaller, operatorAsUser } from "../usecases/accounts/operator.ts";
import type { Accounts } from "./authenticate.ts";
import { holdRight } from "./handlers/exports.ts";

const DAY_MS = 86_400_000;
const SHOWN = { userId: "ada", session: "here" };

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const micros = (ms: number) => ms * 1000;

/** Accounts with one known key that is valid until `first`. `looks` counts the lookups. */
function accountsUntil(first: number) {
  const known = { until: first, looks: 0 };
  const again = async (): Promise<KnownCaller> => {
    known.looks++;
    if (known.until <= Date.now()) throw new Refusal("unauthorized", "Could not validate credentials");
    return { caller: operatorAsCaller, user: operatorAsUser, workspaces: [], until: micros(known.until) };
  };
  const accounts: Pick<Accounts, "again" | "onForget"> = { again, onForget: () => () => undefined };
  const hold = () => holdRight(accounts, { shown: SHOWN, until: micros(first) }, async () => undefined);
  return { known, hold };
}

test("EXP-01 a right ends with the key or the session that it was asked for with, also after longer than a timer runs", async () => {
  const { hold } = accountsUntil(Date.now() + 60 * DAY_MS);
  const { lost } = hold();
  await vi.advanceTimersByTimeAsync(60 * DAY_MS - 1);
  expect(lost.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(lost.reason).toMatchObject({ code: "unauthorized" });
});

test("EXP-01 a right goes on with a session that is renewed, to the end of that", async () => {
  const { known, hold } = accountsUntil(Date.now() + DAY_MS);
  const { lost } = hold();
  known.until += DAY_MS;
  await vi.advanceTimersByTimeAsync(2 * DAY_MS - 1);
  expect(lost.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(lost.aborted).toBe(true);
});

test("EXP-01 a check finds out that the right has ended, also before the timer does", async () => {
  const { known, hold } = accountsUntil(Date.now() + DAY_MS);
  const { lost, check } = hold();
  await check();
  known.until = Date.now();
  await expect(check()).rejects.toMatchObject({ code: "unauthorized" });
  expect(lost.aborted).toBe(true);
});

test("EXP-01 nobody is asked about any more once a right was released", async () => {
  const { known, hold } = accountsUntil(Date.now() + DAY_MS);
  const { lost, release } = hold();
  release();
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect([known.looks, lost.aborted]).toEqual([0, false]);
});
