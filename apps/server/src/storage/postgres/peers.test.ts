import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { execute } from "../../../tests/support/execute.ts";
import { patiently } from "../../../tests/support/patiently.ts";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { laneOf, operations, streams, writers } from "../engine.fixture.ts";
import { Interrupted } from "../failure.ts";
import type { Context } from "../store.ts";
import { createClient } from "./database.ts";
import { LOCKS } from "./locks.ts";
import { openPostgresStore } from "./store.ts";

const found = await startPostgres();
afterAll(async () => found?.stop());

async function newDatabase(): Promise<string> {
  if (found === null) throw new Error("There is no server.");
  return found.database();
}

/** Waits in a transaction until the test goes on. */
let waiting = Promise.withResolvers<void>();
let isInside = Promise.withResolvers<void>();
const own = {
  ...operations,
  wait: async ({ now }: Context) => {
    isInside.resolve();
    await waiting.promise;
    return now();
  },
  step: async ({ now }: Context) => now(),
  /** A part of the work in the background. */
  tick: async ({ now }: Context) => now(),
};

/** What the servers have written to their logs. */
const said: string[] = [];

async function openServer(url: string, name: string) {
  const store = await openPostgresStore<typeof own, typeof own, typeof streams>({
    url,
    operations: { whole: own, streams, writers },
    laneOf,
    as: {
      kind: "server",
      name,
      rules: { ofDuty: new Set(["tick"]), topicOf: () => null },
      say: (line) => void said.push(`${name}: ${line}`),
    },
  });
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= store.close();
    return closed;
  };
  onTestFinished(close);
  const { peers } = store;
  if (!peers) throw new Error("It knows no others.");
  return { store, peers, close };
}

/** A way to the database that can be held up, as by a network that lost a route. */
async function createWay(url: string) {
  const address = new URL(url);
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
      if (isHeld) from.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo; // listening on TCP
  const hold = (held: boolean) => {
    isHeld = held;
    for (const socket of sockets) socket[held ? "pause" : "resume"]();
  };
  return { url: Object.assign(new URL(url), { port: String(port) }).href, hold };
}

describe.skipIf(found === null)("servers of a database", () => {
  test("PGS-76 while a line gives no answer nothing counts as heard, and another server takes over the work", async () => {
    const url = await newDatabase();
    const way = await createWay(url);
    const { peers: first } = await openServer(way.url, "first");
    const { peers: second, store } = await openServer(url, "second");
    const told: string[] = [];
    first.hear("accounts", () => told.push("accounts"));
    second.tell("accounts");
    await patiently(() => expect(told).toEqual(["accounts"]));
    expect([first.hears(), first.hasDuty(), second.hasDuty()]).toEqual([true, true, false]);
    expect([...(await second.living())].sort()).toEqual([first.id, second.id].sort());
    let taken = 0;
    second.onDuty(() => taken++);
    const before = performance.now();
    expect(first.wasAway(before)).toBe(false);
    way.hold(true);
    second.tell("accounts");
    await patiently(() => expect([first.hears(), first.hasDuty()]).toEqual([false, false]));
    expect(told).toEqual(["accounts"]);
    await patiently(() => expect([second.hasDuty(), taken]).toEqual([true, 1]));
    expect([first.wasAway(before), second.wasAway(before)]).toEqual([true, false]);
    await store.write("tick", null, undefined);
    way.hold(false);
    // What it may have missed, it is told when it hears again.
    await patiently(() => expect([first.hears(), first.hasDuty()]).toEqual([true, false]));
    expect(told.length).toBeGreaterThan(1);
    expect([first.wasAway(before), first.wasAway(performance.now())]).toEqual([true, false]);
    await patiently(() =>
      expect(said).toEqual(
        expect.arrayContaining([
          "first: The connection to the database was lost.",
          "second: This server does the work in the background now.",
          expect.stringMatching(/^first: The connection to the database is back, after \d+ s\.$/),
        ]),
      ),
    );
  });

  test("PGS-77 a server that is held up in a write is cut, so the others go on; its call can be tried again, and then goes on too", async () => {
    const url = await newDatabase();
    [waiting, isInside] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [{ store: first }, { store: second }] = [await openServer(url, "first"), await openServer(url, "second")];
    const held = first.write("wait", null, undefined).catch((error: unknown) => error);
    await isInside.promise;
    const began = performance.now();
    await second.write("step", null, undefined);
    expect(performance.now() - began).toBeGreaterThan(1000);
    waiting.resolve();
    const error = await held;
    expect(error).toBeInstanceOf(Interrupted);
    expect(String(error)).toMatch(/the connection .* was lost\. It is not known whether this was saved\. Try again\.$/);
    await first.write("step", null, undefined);
  });

  test("PGS-78 a server that lost the work in the background writes nothing of it, and nothing at all while a command is alone", async () => {
    const url = await newDatabase();
    const { store: first, close } = await openServer(url, "first");
    const { store: second, peers } = await openServer(url, "second");
    await expect(second.write("tick", null, undefined)).rejects.toThrow(
      /Another server does the work in the background/,
    );
    await first.write("tick", null, undefined);
    await close();
    await patiently(() => expect(peers.hasDuty()).toBe(true));
    await second.write("tick", null, undefined);

    const command = createClient(url, 5000);
    command.on("error", () => {});
    onTestFinished(() => command.end());
    await command.connect();
    // Waits for the servers, so none joins again.
    const alone = command.query(`select pg_advisory_lock(${LOCKS.serving})`);
    const lines = "from pg_stat_activity where application_name = 'postil second' and datname = current_database()";
    await execute(url, `select pg_terminate_backend(pid) ${lines}`);
    await alone;
    await expect(second.write("step", null, undefined)).rejects.toThrow(/A command has the database to itself/);
    await patiently(() => expect([peers.hears(), peers.hasDuty()]).toEqual([false, false]));
    await command.query("select pg_advisory_unlock_all()");
    await patiently(() => expect(peers.hasDuty()).toBe(true));
    await second.write("tick", null, undefined);
  });
});
