import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "./support/client.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { API_KEY, homeOfTest, type PostilProcess, postil, startIn, startPostil } from "./support/process.ts";

/** Every command of the operator's pages is run beside a server, page by page and from top to bottom. */

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));

/** The commands of a page: indented lines and quoted ones, without their comments. The same one is run once. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(join(DOCS, page), "utf8");
  const found = text.matchAll(/^ {4}(?:npm run postil --|postil) (?! )(.+)$|`npm run postil -- ([a-z][^`]+)`/gm);
  return [...new Set(Array.from(found, ([, line = "", quoted = ""]) => (line || quoted).replace(/ +#.*$/, "")))];
}

/** A person of another server, as it exports them. */
const PEOPLE = [{ username: "zoe", hashed_password: "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" }];

/** A machine with the folders and files that the pages speak of: the words of a command there. */
function setUp(): (command: string) => string[] {
  const folder = mkdtempSync(join(tmpdir(), "postil-operator-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const backups = join(folder, "backups");
  mkdirSync(backups);
  cpSync(join(DOCS, "guide/files"), folder, { recursive: true });
  writeFileSync(join(folder, "people.json"), JSON.stringify(PEOPLE));
  return (command) =>
    command
      .replace("/mnt/backups/FILE", () => join(backups, readdirSync(backups).sort().at(-1) ?? ""))
      .replace("/mnt/backups", backups)
      .replace("/tmp/tried", join(folder, "tried"))
      .replace("import FILE", "import people.json")
      .replace("create NAME", "create olga")
      .replace("NAME", "anna")
      .split(" ")
      .map((word) => (/^[\w-]+\.(?:csv|json|jsonl)(?:\.gz)?$/.test(word) ? join(folder, word) : word));
}

for (const page of ["operations.md", "scaling.md"])
  test(`OPR-01 each command of ${page} does what the page says`, async () => {
    const { home, address } = await startPostil();
    await address;
    const wordsOf = setUp();
    const commands = commandsOf(page);
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      const words = wordsOf(command);
      expect(
        words.filter((word) => /^[A-Z]{2,}$/.test(word)),
        `a word that stands for another: ${command}`,
      ).toEqual([]);
      // A backup goes into a home without data, as on another machine.
      const at = /^restore (?!.*--)/.test(command) ? homeOfTest() : home;
      const { code, out, err } = await postil(at, words);
      expect(code, `${command}\n${out}${err}`).toBe(0);
    }
  });

const postgres = await postgresOfProcess();

/** Lines that set variables first: these, and the words after `npm run postil --`, or none for `npm start`. */
function linesWithDatabase(page: string, address: string) {
  const text = readFileSync(join(DOCS, page), "utf8");
  const found = text.matchAll(/^ {4}((?:[A-Z_]+=\S+ )+)npm (?:start|run postil -- (.+))$/gm);
  return Array.from(found, ([, variables = "", words]) => {
    const of = (line: string) => line.replaceAll(/postgres:\/\/\S+/g, address);
    const env = variables
      .trim()
      .split(" ")
      .map((one) => [one.slice(0, one.indexOf("=")), of(one.slice(one.indexOf("=") + 1))]);
    return { env: Object.fromEntries(env), words: words === undefined ? null : of(words).split(" ") };
  });
}

test.skipIf(postgres === null)(
  "OPR-01 the commands of scaling.md take the data of a home to PostgreSQL, start servers there, and take it back",
  async () => {
    const address = (await postgres?.database()) ?? "";
    const workspaces = async ({ address: at }: PostilProcess) => {
      const { items } = await createClient(await at, API_KEY).must("listMyWorkspaces");
      return items.map(({ name }) => name).toSorted();
    };
    const stop = async ({ child, ended }: PostilProcess) => {
      child.kill("SIGTERM");
      await ended;
    };
    const home = homeOfTest();
    const before = startIn(home);
    await createClient(await before.address, API_KEY).must("createWorkspace", { body: { name: "moved" } });
    const there = await workspaces(before);
    await stop(before);

    const lines = linesWithDatabase("scaling.md", address);
    expect(lines.map(({ words }) => words?.slice(0, 2).join(" ") ?? "start")).toEqual([
      "move --to",
      "start",
      "start",
      "move --from",
    ]);
    const running: PostilProcess[] = [];
    const later = homeOfTest();
    for (const { env, words } of lines) {
      if (words === null) {
        running.push(startIn(homeOfTest(), [], env));
        for (const server of running) expect(await workspaces(server)).toEqual(there);
        continue;
      }
      await Promise.all(running.splice(0).map(stop));
      const { code, out, err } = await postil(words.includes("--to") ? home : later, words, env);
      expect(code, `${words.join(" ")}\n${out}${err}`).toBe(0);
    }
    expect(await workspaces(startIn(later))).toEqual(there);
  },
);
