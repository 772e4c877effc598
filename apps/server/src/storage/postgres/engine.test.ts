import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { execute } from "../../../tests/support/execute.ts";
import { patiently } from "../../../tests/support/patiently.ts";
import { type Postgres, startPostgres } from "../../../tests/support/postgres.ts";
import { engineContract } from "../engine.contract.ts";
import { laneOf, operations, streams, writers } from "../engine.fixture.ts";
import { Interrupted, StreamCut } from "../failure.ts";
import { DatabaseUnusable } from "./failure.ts";
import { faultOf } from "./migrate.ts";
import { openPostgresStore } from "./store.ts";

const found = await startPostgres();
afterAll(async () => found?.stop());
const server = (): Postgres => {
  if (found === null) throw new Error("There is no server.");
  return found;
};

const open = (url: string, streamWaitsMs?: number) =>
  openPostgresStore<typeof operations, typeof operations, typeof streams>({
    url,
    operations: { whole: operations, streams, writers },
    laneOf,
    ...(streamWaitsMs === undefined ? {} : { streamWaitsMs }),
  });

/** The address with some parts changed. */
function changed(
  url: string,
  parts: Partial<Record<"username" | "password" | "hostname" | "port" | "pathname", string>>,
): string {
  return Object.assign(new URL(url), parts).href;
}

describe.skipIf(found === null)("an engine", () => {
  engineContract(async () => {
    const url = await server().database();
    return { open: () => open(url), remove: async () => {} };
  });
});

describe.skipIf(found === null)("a database", () => {
  let url: string;
  beforeAll(async () => {
    url = await server().database();
    await server().run("drop role if exists locked");
    await server().run("create role locked login password 'a secret'");
    return async () => server().run("drop role locked");
  });

  /** Why it cannot be opened; said within five seconds and without a password. */
  async function refusal(address: string): Promise<string> {
    const began = performance.now();
    const error: unknown = await open(address).catch((reason: unknown) => reason);
    expect(performance.now() - began).toBeLessThan(5500);
    if (!(error instanceof DatabaseUnusable)) throw new Error("It is no reason.", { cause: error });
    expect(error.message).not.toContain("secret");
    return error.reason;
  }

  test("PGS-02 what is wrong with the address or the server is said in a sentence", async () => {
    const { port } = new URL(url);
    const said = {
      database: await refusal(changed(url, { pathname: "/nobody_made_it" })),
      nobody: await refusal(changed(url, { port: "1" })),
      host: await refusal(changed(url, { hostname: "no-such-host.invalid" })),
      tls: await refusal(`${url}?sslmode=verify-full`),
    };
    expect(said.database).toBe(`there is no database "nobody_made_it" on the server at 127.0.0.1:${port}`);
    expect(said.nobody).toBe("no database server listens at 127.0.0.1:1");
    expect(said.host).toMatch(/no-such-host\.invalid/);
    expect(said.tls).toBe(`the database server at 127.0.0.1:${port} has no TLS, which is asked for`);
  });

  test.skipIf(found?.pid === null)(
    "PGS-02 a wrong password, a missing one, and missing rights are told apart",
    async () => {
      const user = { username: "locked" };
      expect(await refusal(changed(url, { ...user, password: "another secret" }))).toBe(
        'the password of the database user "locked" is wrong',
      );
      expect(await refusal(changed(url, user))).toBe("the database server asks for a password, and none is given");
      expect(await refusal(changed(url, { ...user, password: "a secret" }))).toMatch(
        /^the user "locked" may not create or use tables in the database "postil_test_/,
      );
    },
  );

  test("PGS-02 a database that cannot hold all texts, and a server that is too old, are refused", async () => {
    const latin = await server().database("template template0 encoding 'LATIN1' locale 'C'");
    expect(await refusal(latin)).toBe("the encoding of the database is LATIN1, and only UTF8 can hold all texts");
    const fine = { version: 150_000, encoding: "UTF8", reads: "off" };
    expect(faultOf(fine)).toBeNull();
    expect(faultOf({ ...fine, version: 140_012 })).toBe(
      "the database server is PostgreSQL 14, and 15 or newer is needed",
    );
    expect(faultOf({ ...fine, reads: "on" })).toBe("the database server is read-only");
  });

  test("PGS-02 a type with the name of a table, as pgvector brings one, is said before anything is made", async () => {
    const taken = await server().database();
    await execute(taken, "create type vector as (value text)");
    expect(await refusal(taken)).toMatch(
      /^the extension "vector" has taken the name of a table .* set schema extensions\)$/,
    );
    await execute(taken, "drop type vector");
    await (await open(taken)).close();
  });

  test("PGS-03 of several servers that start at once one makes the schema, and a newer one is refused", async () => {
    const shared = await server().database();
    const stores = await Promise.all([open(shared), open(shared), open(shared)]);
    await Promise.all(stores.map((store, index) => store.write("add", null, { id: `server ${index}` })));
    // Their writes follow each other, so none is lost.
    await Promise.all(Array.from({ length: 30 }, (_, index) => stores[index % 3]?.write("addOne", null, undefined)));
    expect(await stores[0]?.write("addOne", null, undefined)).toBe(31);
    for (const store of stores) {
      expect(await store.read("workspaces", null, undefined)).toEqual(["server 0", "server 1", "server 2"]);
      await store.close();
    }
    await execute(shared, "update schema_version set version = 999; update clock set oldest = 999");
    expect(await refusal(shared)).toMatch(
      /^the database was written by a newer Postil \(schema 999, this one knows \d+\)$/,
    );
  });

  test("PGS-03 the tables of another program are left alone, whatever their names", async () => {
    const theirs = [
      ["create table record (theirs text)", "record"],
      ["create table kunden (id int); create table job (id int); create view v as select 1", "job, kunden"],
      ["create table schema_version (version int, at timestamp)", "schema_version"],
      ["create table schema_version (version int); create table a (id int)", "a, schema_version"],
    ] as const;
    for (const [tables, named] of theirs) {
      const other = await server().database();
      await execute(other, tables);
      expect(await refusal(other)).toBe(
        `the database has tables of another program (${named}); Postil needs one of its own`,
      );
    }
  });

  test("PGS-04 connections that were cut are opened again, and a cut call says what is known of it", async () => {
    const store = await open(url);
    await store.write("add", null, { id: "before" });
    await store.read("workspaces", null, undefined);
    await cutAll(url);
    expect(await store.read("workspaces", null, undefined)).toEqual(["before"]);
    await store.write("add", null, { id: "after" });
    const [begun, until] = [new Int32Array(new SharedArrayBuffer(4)), new Int32Array(new SharedArrayBuffer(4))];
    const held = store.read("countTwice", null, { begun, until }).catch((error: unknown) => error);
    await patiently(() => expect(begun[0]).toBe(1));
    await cutAll(url);
    until[0] = 1;
    Atomics.notify(until, 0);
    const error = await held;
    expect(error).toBeInstanceOf(Interrupted);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The server's store cannot be reached: .* Try again\.$/),
    });
    expect(await store.read("workspaces", null, undefined)).toEqual(["after", "before"]);
    await store.close();
  });

  test("PGS-01 a time is later than what a server with a fast clock has written, also where a write takes it first of all", async () => {
    const store = await open(url);
    await store.write("addAfterTime", null, { id: "by this clock" });
    const DAY = 86_400_000_000;
    await execute(url, `update clock set last = last + ${DAY}`);
    const later = await store.write("addAfterTime", null, { id: "by a fast clock" });
    expect(later).toBeGreaterThan((Date.now() + 86_000_000) * 1000);
    expect(await store.write("addAfterTime", null, { id: "after it" })).toBeGreaterThan(later);
    await execute(url, `update clock set last = last + ${DAY}`);
    const together = await Promise.all(
      ["one", "two", "three"].map((id) => store.write("addAfterTime", null, { id: `fast ${id}` })),
    );
    expect(together).toEqual(together.toSorted((a, b) => a - b));
    expect(together[0]).toBeGreaterThan(later + DAY);
    await store.close();
    await execute(url, `update clock set last = last - ${2 * DAY}`);
    await execute(url, "delete from workspace where name like '%clock' or name like 'fast%' or name = 'after it'");
  });

  test("PGS-04 a write whose statement has failed is never said to be done", async () => {
    const store = await open(url);
    await expect(store.write("addDespite", null, { id: "despite" })).rejects.toThrow("rolled back");
    expect(await store.read("workspaces", null, undefined)).not.toContain("despite");
    await store.close();
  });

  test("PGS-04 on a server that only reads, writes get the reason, and later ones work again", async () => {
    const store = await open(url);
    const name = new URL(url).pathname.slice(1);
    await server().run(`alter database ${name} set default_transaction_read_only = on`);
    await cutAll(url);
    const refused = await store.write("add", null, { id: "read only" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining("the database server is read-only") });
    expect(refused).toBeInstanceOf(Interrupted);
    await server().run(`alter database ${name} reset default_transaction_read_only`);
    await cutAll(url);
    await store.write("add", null, { id: "writable" });
    await store.close();
  });

  test("PGS-04 a stream that nobody reads is cut", async () => {
    const store = await open(url, 50);
    const made = new Int32Array(new SharedArrayBuffer(4));
    const stream = store.stream("count", null, { parts: 3, made });
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(stream.next()).rejects.toBeInstanceOf(StreamCut);
    await store.close();
  });
});

async function cutAll(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await server().run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}
