import { describe, expect, test } from "vitest";
import { postgresOfProcess } from "./support/engines.ts";
import { inMemory, inPostgres, inSqlite } from "./support/shared-forms.ts";

/** What several servers of a database share (src/shared), in memory and in a database of each engine. */

const postgres = await postgresOfProcess();
const STORED = [
  { name: "in the embedded store", open: inSqlite },
  ...(postgres === null ? [] : [{ name: "in PostgreSQL", open: inPostgres }]),
];
const FORMS = [{ name: "in memory", open: async () => inMemory() }, ...STORED];

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** Near enough that tests are over before it, and far enough for a slow machine. */
const SOON = 10 * MINUTE;

describe.each(FORMS)("$name", async ({ open }) => {
  const form = await open();
  const { shared, other } = form;
  /** By the clock of the form, whatever that of this process says. */
  const until = (ms: number) => form.now() + ms;

  test("API-05 PGS-61 a sign-in link works once, wherever it was issued", async () => {
    const code = await shared.links.issue("user-1");
    expect(await other.links.redeem("guessed")).toBeNull();
    expect(await other.links.redeem(code)).toBe("user-1");
    expect([await shared.links.redeem(code), await other.links.redeem(code)]).toEqual([null, null]);
    const again = await other.links.issue("user-1");
    const both = await Promise.all([shared.links.redeem(again), other.links.redeem(again)]);
    expect(both.filter((one) => one !== null)).toEqual(["user-1"]);
  });

  test("API-05 codes are of 32 random bytes", async () => {
    const codes = new Set(await Promise.all(Array.from({ length: 50 }, () => shared.links.issue("user-1"))));
    expect(codes.size).toBe(50);
    for (const code of codes) expect(Buffer.from(code, "base64url")).toHaveLength(32);
  });

  test("API-05 a sign-in link expires", async () => {
    const early = await shared.links.issue("user-1");
    const late = await shared.links.issue("user-2");
    await form.pass(QUARTER - MINUTE);
    expect(await shared.links.redeem(early)).toBe("user-1");
    await form.pass(MINUTE);
    expect(await shared.links.redeem(late)).toBeNull();
  });

  test("API-05 PGS-63 links that nobody uses do not pile up", async () => {
    await form.forgetAll();
    const oldest = await shared.links.issue("user-1");
    await form.pass(1000);
    const second = await shared.links.issue("user-1");
    await form.pass(1000);
    for (let turn = 0; turn < 99; turn++) await shared.links.issue("user-1");
    expect([await shared.links.redeem(oldest), await shared.links.redeem(second)]).toEqual([null, "user-1"]);
  });

  test("PGS-62 what is good once is used once over all servers, and each kind has its own", async () => {
    await form.forgetAll();
    const used = await Promise.all(
      [shared, other, shared, other].map(({ useOnce }) => useOnce("state", "one", until(SOON))),
    );
    expect(used.filter((first) => first)).toHaveLength(1);
    expect(await other.useOnce("state", "two", until(SOON))).toBe(true);
    expect(await other.useOnce("logout", "one", until(SOON))).toBe(true);
  });

  test("PGS-62 nothing is used after its time, also where it was used before", async () => {
    await form.forgetAll();
    expect(await shared.useOnce("state", "late", until(-MINUTE))).toBe(false);
    expect(await shared.useOnce("state", "once", until(SOON))).toBe(true);
    await form.pass(SOON);
    expect(await other.useOnce("state", "once", until(0))).toBe(false);
  });
});

describe.each(STORED)("$name", async ({ open }) => {
  const form = await open();
  const { shared } = form;
  const NUMBERS =
    "with recursive counting(n) as (select 1 union all select n + 1 from counting where n < 12000) insert into";

  test("PGS-63 each kind of failures keeps ten thousand rows, those that are forgiven last; others go with the next failure", async () => {
    const far = (Date.now() + SOON) * 1000;
    await form.run(
      `${NUMBERS} failed_attempts select 'network ' || n, 'network', ${far} + n from counting where n <= 10000`,
    );
    await form.run(`${NUMBERS} failed_attempts select 'name ' || n, 'name', 1 from counting where n <= 900`);
    const rows = [{ kind: "network", key: "192.0.2.1" }] as const;
    expect(await shared.failures.failed(rows)).toBe(0);
    expect(await form.count("failed_attempts")).toBe(10_000);
    expect(await form.run("select key from failed_attempts where key = 'network 1'")).toEqual([]);
    expect(await form.run("select key from failed_attempts where key = 'network 2'")).toHaveLength(1);
    await form.pass(2 * SOON);
    for (let turn = 0; turn < 11; turn++) await shared.failures.failed([{ kind: "key", key: `another ${turn}` }]);
    expect(await form.count("failed_attempts")).toBe(11);
  });

  test("PGS-63 of used things of a kind ten thousand are kept, and those that are over go", async () => {
    const far = (Date.now() + SOON) * 1000;
    await form.run(`${NUMBERS} used_once select 'state ' || n, 'state', ${far} + n from counting where n <= 10000`);
    await form.run(`${NUMBERS} used_once select 'logout ' || n, 'logout', 1 from counting where n <= 900`);
    expect(await shared.useOnce("state", "new", Date.now() + 2 * SOON)).toBe(true);
    expect(await form.count("used_once")).toBe(10_000);
    expect(await form.run("select key from used_once where key = 'state 1'")).toEqual([]);
    await form.pass(3 * SOON);
    for (let turn = 0; turn < 11; turn++) await shared.useOnce("logout", `another ${turn}`, Date.now() + SOON);
    expect(await form.count("used_once")).toBe(11);
  });

  test("PGS-63 links that are over go, and a hundred wait at most", async () => {
    await form.run(`${NUMBERS} sign_in_link select 'link ' || n, 'somebody', 1 from counting where n <= 50`);
    for (let turn = 0; turn < 120; turn++) await shared.links.issue("user-1");
    expect(await form.count("sign_in_link")).toBe(100);
  });

  test("PGS-60 neither codes nor addresses nor names are in the rows", async () => {
    await form.forgetAll();
    const code = await shared.links.issue("user-1");
    await shared.useOnce("state", "a-state-of-a-sign-in", Date.now() + SOON);
    await shared.failures.failed([{ kind: "network", key: "192.0.2.77" }]);
    const tables = ["failed_attempts", "used_once", "sign_in_link"];
    const rows = await Promise.all(tables.map((table) => form.run(`select * from ${table}`)));
    expect(rows.map((some) => some.length)).toEqual([1, 1, 1]);
    const text = JSON.stringify(rows);
    for (const secret of [code, "a-state", "192.0.2.77"]) expect(text).not.toContain(secret);
  });

  test("PGS-60 a failure far in the future, by a clock that was set back, keeps nobody out for longer than failures do", async () => {
    await form.forgetAll();
    const rows = [{ kind: "name", key: "ann" }] as const;
    for (let turn = 0; turn < 5; turn++) expect(await shared.failures.failed(rows)).toBe(0);
    await form.pass(-24 * 60 * MINUTE);
    const wait = await shared.failures.failed(rows);
    expect(wait).toBe(30_000);
    await form.pass(24 * 60 * MINUTE + 30_000);
    expect(await shared.failures.failed(rows)).toBe(0);
  });
});
