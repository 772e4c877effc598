import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createConnection } from "./connection.ts";

let network: boolean;
let answers: boolean | "full";
let probes: number;

beforeEach(() => {
  vi.useFakeTimers();
  network = true;
  answers = true;
  probes = 0;
});
afterEach(() => vi.useRealTimers());

async function answerAtOnce() {
  probes += 1;
  return answers;
}

function open(probe: () => Promise<boolean | "full"> = answerAtOnce) {
  const connection = createConnection({
    probe,
    hasNetwork: () => network,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => 0,
  });
  const seen: string[] = [];
  connection.onChange(() => seen.push(connection.reach()));
  return { connection, seen };
}

const lost = () => Promise.reject<Response>(new TypeError("Failed to fetch"));
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("ERR-07 a request that fails tells that the server is gone, by the time its caller knows", async () => {
  const { connection, seen } = open();
  answers = false;
  const reached = connection.follow(lost()).catch(() => connection.reach());
  expect(await reached).toBe("silent");
  expect(seen).toEqual(["silent"]);
});

test("ERR-07 a reply that was under way when the network went does not say that it is back", async () => {
  const { connection, seen } = open();
  const reply = Promise.withResolvers<Response>();
  const request = connection.follow(reply.promise);
  answers = false;
  network = false;
  connection.networkChanged();
  reply.resolve(new Response());
  await request;
  await passes(0);
  expect(seen).toEqual(["offline"]);
});

test("ERR-07 one failed request of a server that answers is no loss of it", async () => {
  const { connection, seen } = open();
  await expect(connection.follow(lost())).rejects.toThrow("Failed to fetch");
  expect(probes).toBe(1);
  expect(seen).toEqual([]);
});

test("ERR-07 a gateway that speaks for a server that is gone is no answer of it", async () => {
  const { connection } = open();
  answers = false;
  expect((await connection.follow(Promise.resolve(new Response(null, { status: 502 })))).status).toBe(502);
  expect(connection.reach()).toBe("silent");
  await connection.follow(Promise.resolve(new Response(null, { status: 500 })));
  expect(connection.reach()).toBe("online");
});

test("ERR-07 a request without a reply within a second makes the page ask", async () => {
  const { connection } = open();
  answers = false;
  void connection.follow(new Promise(() => {}));
  await passes(999);
  expect(connection.reach()).toBe("online");
  await passes(1);
  expect(connection.reach()).toBe("silent");
});

test("ERR-08 while nothing answers it is asked again, ever less often but every five seconds at least", async () => {
  const { connection, seen } = open();
  answers = false;
  await connection.check();
  const at: number[] = [];
  for (let second = 1; second <= 20; second += 1) {
    const before = probes;
    await passes(1000);
    if (probes > before) at.push(second);
  }
  expect(at).toEqual([1, 3, 7, 12, 17]);
  answers = true;
  await passes(5000);
  expect(seen).toEqual(["silent", "online"]);
  const after = probes;
  await passes(60_000);
  expect(probes).toBe(after);
});

test("ERR-07 ERR-08 the browser's network goes and comes, and the server's answer has the last word", async () => {
  const { connection, seen } = open();
  network = false;
  answers = false;
  connection.networkChanged();
  expect(connection.reach()).toBe("offline");
  await passes(0);
  network = true;
  connection.networkChanged();
  await passes(0);
  answers = true;
  connection.networkChanged();
  await passes(0);
  expect(seen).toEqual(["offline", "silent", "online"]);
});

test("ERR-08 ERR-09 a probe that fails was sent before the network came back: it does not take the server for gone", async () => {
  const underWay: PromiseWithResolvers<boolean>[] = [];
  const { connection, seen } = open(() => {
    const next = Promise.withResolvers<boolean>();
    underWay.push(next);
    return next.promise;
  });
  network = false;
  connection.networkChanged();
  network = true;
  connection.networkChanged();
  underWay[0]?.reject(new TypeError("Failed to fetch"));
  await passes(0);
  expect([seen, underWay.length]).toEqual([["offline"], 2]);
  underWay[1]?.resolve(true);
  await passes(0);
  expect(seen).toEqual(["offline", "online"]);
});

test("ERR-07 a server on this machine answers without any network", async () => {
  const { connection } = open();
  network = false;
  connection.networkChanged();
  await passes(0);
  expect(connection.isOnline()).toBe(true);
});

test("ERR-07 a request that its caller called off says nothing", async () => {
  const { connection } = open();
  answers = false;
  const off = AbortSignal.abort();
  await expect(connection.follow(Promise.reject(off.reason), off)).rejects.toThrow();
  expect(probes).toBe(0);
});

test("API-51 a server whose disk is full is reached and can save nothing; it is asked again until there is room", async () => {
  const { connection } = open();
  const headers = { "x-postil-storage": "full" };
  await connection.follow(Promise.resolve(new Response(null, { status: 507, headers })));
  expect([connection.reach(), connection.isOnline(), connection.isFull()]).toEqual(["online", true, true]);
  answers = "full";
  await passes(5000);
  expect([probes, connection.isFull()]).toEqual([1, true]);
  answers = true;
  await passes(5000);
  expect([probes, connection.isFull()]).toEqual([2, false]);
  await passes(60_000);
  expect(probes).toBe(2);
});
