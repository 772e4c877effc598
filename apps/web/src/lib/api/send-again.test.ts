import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "../connection/connection.ts";
import { tokenOfCallback } from "../session/providers.ts";
import { createPlainClient } from "./api.ts";

const PROBE = "/api/v1/version";
const ID = "0b8b6f1e-0000-4000-8000-000000000001";
const fields = { params: { dataset_id: ID } };

type Reply = number | "cut" | "late" | { readonly status: number; readonly after: string };
/** What the server says to the next calls, then 200. */
let replies: Reply[];
let sent: string[];
let serverRuns: boolean;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  replies = [];
  sent = [];
  serverRuns = true;
  vi.stubGlobal("fetch", async (address: string, { method, signal }: RequestInit) => {
    if (!serverRuns) throw new TypeError("Failed to fetch");
    if (address === PROBE) return Response.json({});
    signal?.throwIfAborted();
    sent.push(`${method} ${address}`);
    const reply = replies.shift() ?? 200;
    if (reply === "cut") throw new TypeError("Failed to fetch");
    if (reply === "late") throw new DOMException("late", "TimeoutError");
    const { status, after } = typeof reply === "number" ? { status: reply, after: null } : reply;
    const headers: Record<string, string> = after === null ? {} : { "retry-after": after };
    return Response.json({ items: [] }, { status, headers });
  });
  await connection.check();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const client = createPlainClient(() => null);
/** Listens at once: a failure that nobody waits for would fail the run. */
function read(signal?: AbortSignal) {
  const outcome = client.call("listFields", fields, signal === undefined ? {} : { signal }).then(
    () => "read",
    (error) => (error.cause === undefined ? error.name : (error.cause.status ?? "no reply")),
  );
  return outcome;
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("API-67 a read that is cut, or answered with not now, is sent again and its caller hears of nothing", async () => {
  await import("./send-again.ts");
  for (const reply of ["cut", 429, 502, 503, 504] as const) {
    replies = [reply];
    sent = [];
    const outcome = read();
    await passes(999);
    expect(sent).toHaveLength(1);
    await passes(2);
    expect([await outcome, sent.length]).toEqual(["read", 2]);
  }
});

test("API-67 it waits as long as the server asks, up to five seconds", async () => {
  replies = [{ status: 503, after: "3" }];
  const outcome = read();
  await passes(2900);
  expect(sent).toHaveLength(1);
  await passes(200);
  expect([await outcome, sent.length]).toEqual(["read", 2]);

  replies = [{ status: 503, after: "60" }];
  expect(await read()).toBe(503);
});

test("API-67 after the third try the failure is told, once", async () => {
  replies = [503, 503, 503, 503];
  const outcome = read();
  await passes(10_000);
  expect([await outcome, sent.length]).toEqual([503, 3]);
});

test("API-67 the code of a provider is sent once, though by a GET", async () => {
  replies = [502];
  const signedIn = tokenOfCallback("museum", "?code=once").catch((error) => error.cause.status);
  await passes(10_000);
  expect([await signedIn, sent.length]).toEqual([502, 1]);
});

test("API-67 a search is a read, though it is sent with a body", async () => {
  replies = ["cut"];
  const found = client.call("searchMyRecords", { ...fields, query: { limit: 1, offset: 0 }, body: {} }).then(
    () => "found",
    () => "failed",
  );
  await passes(2000);
  expect([await found, sent.length]).toEqual(["found", 2]);
});

test("API-67 a refusal is told at once, and a write is never sent twice", async () => {
  replies = [404];
  expect([await read(), sent.length]).toEqual([404, 1]);
  replies = ["cut"];
  const write = client.call("createMyApiKey", { body: { name: "k", days: null } }).catch((error) => error.status);
  await passes(10_000);
  expect([await write, sent.length]).toEqual([null, 2]);
});

test("API-67 a read without a reply for its whole time is not sent again", async () => {
  replies = ["late"];
  expect([await read(), sent.length]).toEqual(["no reply", 1]);
});

test("API-67 who leaves ends it", async () => {
  replies = [503];
  const leaving = new AbortController();
  const outcome = read(leaving.signal);
  await passes(500);
  leaving.abort();
  await passes(10_000);
  expect([await outcome, sent.length]).toEqual(["AbortError", 1]);
});

test("API-67 a server that is gone is not asked again: neither at once nor after it went during the wait", async () => {
  replies = [503];
  const during = read();
  await passes(500);
  serverRuns = false;
  await connection.check();
  await passes(600);
  expect([await during, sent.length]).toEqual([503, 1]);
  expect(connection.isOnline()).toBe(false);
  const gone = read();
  await passes(0);
  expect([await gone, sent.length]).toEqual(["no reply", 1]);
});
