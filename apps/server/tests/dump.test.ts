import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { postgresOfProcess } from "./support/engines.ts";
import { execute } from "./support/execute.ts";
import { homeOfTest, postil, saidIn } from "./support/process.ts";

const found = spawnSync("pg_dump", ["--version"]).status === 0 ? await postgresOfProcess() : null;

test.skipIf(found === null)(
  "PGS-44 a dump is read to its end, and what is wrong with it is said",
  { timeout: 300_000 },
  async () => {
    const home = homeOfTest();
    const url = (await found?.database()) ?? "";
    const dumped = (name: string, from: string) => {
      const file = join(home, name);
      execFileSync("pg_dump", ["--format=custom", `--file=${file}`, from]);
      return file;
    };
    const check = async (file: string) => {
      const { code, out, err } = await postil(home, ["restore", file, "--check"]);
      return [code, out + saidIn(err)];
    };
    // A first call makes an owner. Texts may have what ends a line, and the deleted are no people.
    const env = { POSTIL_DATABASE_URL: url };
    expect((await postil(home, ["users", "create", "anna", "--role", "annotator"], env)).code).toBe(0);
    await execute(url, `update "user" set deleted_at = 1, last_name = E'a\\tb\\n\\\\.\\r' where username = 'anna'`);
    const whole = dumped("whole.dump", url);
    expect(await check(whole)).toEqual([
      0,
      expect.stringMatching(
        /whole\.dump is whole: a dump of a database of Postil \(schema \d+: 1 person, 0 datasets, 0 records, 0 answers\)\./,
      ),
    ]);
    const cut = join(home, "cut.dump");
    writeFileSync(cut, readFileSync(whole).subarray(0, -5000));
    expect(await check(cut)).toEqual([1, expect.stringMatching(/cut\.dump is not a whole dump: pg_restore: /)]);
    const other = (await found?.database()) ?? "";
    await execute(other, 'create table "user" (key bigint); create table schema_version (version bigint)');
    expect(await check(dumped("other.dump", other))).toEqual([
      1,
      expect.stringContaining('it has no table "workspace"'),
    ]);
    const { code, err } = await postil(home, ["restore", whole]);
    expect([code, saidIn(err)]).toEqual([1, expect.stringMatching(/was made by pg_dump.*pg_restore --clean/)]);
  },
);
