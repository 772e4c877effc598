import { threadId } from "node:worker_threads";
import { Refusal } from "@postil/domain/refusal";
import { sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { patiently } from "../../../tests/support/patiently.ts";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { OutOfMemory } from "../failure.ts";
import type { Context } from "../store.ts";
import { operations as asides } from "./aside.fixture.ts";
import { openPostgresStore } from "./store.ts";

const found = await startPostgres();
afterAll(async () => found?.stop());

const own = {
  ...asides,
  /** Of the process. */
  which: async () => threadId,
  addHere: asides.addWorkspace,
  waitingForLocks: async ({ db }: Context) => {
    const waiting = sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(db)).rows[0]?.count;
  },
  workspaces: async ({ db }: Context) =>
    (await db.selectFrom("workspace").select("name").orderBy("name").execute()).map(({ name }) => name),
};

async function open(as?: { readonly name: string; readonly url?: string }) {
  if (found === null) throw new Error("There is no server.");
  const url = as?.url ?? (await found.database());
  let ranOut = 0;
  const store = await openPostgresStore<typeof own, typeof own>({
    url,
    operations: { whole: own, streams: {}, writers: {} },
    laneOf: () => "short",
    ...(as && {
      as: {
        kind: "server",
        name: as.name,
        rules: { ofDuty: new Set(Object.keys(asides)), topicOf: () => null },
        say: () => {},
      },
    }),
    aside: {
      entry: new URL("./aside.fixture.ts", import.meta.url),
      heapMb: 40,
      names: new Set(Object.keys(asides)),
      onOutOfMemory: () => ranOut++,
    },
  });
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= store.close();
    return closed;
  };
  onTestFinished(close);
  const add = (name: string) => store.write("addWorkspace", null, { name });
  return { url, store, close, add, ranOut: () => ranOut, names: () => store.read("workspaces", null, undefined) };
}

describe.skipIf(found === null)("the thread for what takes long", () => {
  test("JOB-04 such a write runs in a thread of its own, with what was saved before; a refused one is told as it is and saves nothing", async () => {
    const { store, add, names } = await open();
    expect((await store.load()).threads).toEqual([]);
    const [first, second] = await Promise.all([add("a"), add("b")]);
    expect(first).not.toBe(await store.write("which", null, undefined));
    expect(second).toBe(first);
    const refused = store.write("refuse", null, { name: "c" });
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toMatchObject({ code: "conflict", message: "It is not wanted." });
    expect(await names()).toEqual(["a", "b"]);
    expect((await store.load()).threads).toMatchObject([{ role: "job", heap: expect.any(Number) }]);
  });

  test("JOB-04 a write that takes more memory than there is fails with a sentence and saves nothing, and another thread takes the next", async () => {
    const { store, add, names, ranOut } = await open();
    const first = await add("a");
    const hoarding = store.write("hoard", null, { name: "b" });
    const after = add("c");
    await expect(hoarding).rejects.toBeInstanceOf(OutOfMemory);
    await expect(hoarding).rejects.toThrow("not enough memory");
    expect(await after).not.toBe(first);
    expect(await names()).toEqual(["a", "c"]);
    expect(ranOut()).toBe(1);
  });

  test("JOB-04 a thread that a mistake ends fails its write with that mistake, saves nothing, and another takes its place", async () => {
    const { store, add, names } = await open();
    const first = await add("a");
    await expect(store.write("crash", null, { name: "b" })).rejects.toThrow("A mistake outside.");
    expect(await add("c")).not.toBe(first);
    expect(await names()).toEqual(["a", "c"]);
  });

  test("PGS-77 while such a write is on its way no other one of its server waits in the database, where it would hold up more", async () => {
    const { store, names } = await open();
    const number = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const [begun, until] = [number(), number()];
    // The connection for writes is there.
    await store.write("addHere", null, { name: "a" });
    const holding = store.write("hold", null, { name: "b", begun, until });
    await patiently(() => expect(Atomics.load(begun, 0)).toBe(1));
    const after = store.write("addHere", null, { name: "c" });
    for (let look = 0; look < 5; look++) expect(await store.read("waitingForLocks", null, undefined)).toBe(0);
    Atomics.store(until, 0, 1);
    Atomics.notify(until, 0);
    await Promise.all([holding, after]);
    expect(await names()).toEqual(["a", "b", "c"]);
  });

  test("JOB-04 the store closes in time though such a write does not end, and nothing of it is saved", async () => {
    const { url, store, add, close } = await open();
    await add("a");
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const staying = store.write("stay", null, { name: "b", begun });
    staying.catch(() => {});
    await patiently(() => expect(Atomics.load(begun, 0)).toBe(1));
    await close();
    await expect(staying).rejects.toThrow();
    const again = await open({ name: "again", url });
    await again.add("c");
    expect(await again.names()).toEqual(["a", "c"]);
  });

  test("PGS-78 such a write is refused to a server that has not the work in the background", async () => {
    const first = await open({ name: "first" });
    const second = await open({ name: "second", url: first.url });
    await first.add("a");
    await expect(second.add("b")).rejects.toThrow("Another server does the work in the background now.");
    expect(await first.names()).toEqual(["a"]);
    await first.close();
    await patiently(async () => expect(second.store.peers?.hasDuty()).toBe(true));
    await second.add("c");
    expect(await second.names()).toEqual(["a", "c"]);
  });
});
