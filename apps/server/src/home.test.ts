import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { HomeHeld, openHome } from "./home.ts";
import { StartFailure } from "./start-failure.ts";

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "postil-home-"));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) {
    chmodSync(made, 0o700);
    rmSync(made, { recursive: true });
  }
});

const HOLDER = { pid: 4711, address: "http://127.0.0.1:6900", publicly: "http://127.0.0.1:6900", key: "k" };

test("the secret is made once, long, and readable by its owner alone (AUT-14)", () => {
  const path = join(folder(), "new", "home");
  const first = openHome(path);
  expect(first.secret().length).toBeGreaterThanOrEqual(64);
  expect(statSync(join(path, "secret")).mode & 0o777).toBe(0o600);
  first.release();
  const second = openHome(path);
  expect(second.secret()).toBe(first.secret());
  second.release();
});

test("AUT-14 a new home is its owner's alone; of one that others may use, or a store in it, a sentence tells", () => {
  const path = join(folder(), "home");
  const home = openHome(path);
  expect([statSync(path).mode & 0o777, home.warnings]).toEqual([0o700, []]);
  writeFileSync(home.databaseFile, "");
  expect(statSync(home.databaseFile).mode & 0o777).toBe(0o600);
  home.release();
  chmodSync(path, 0o755);
  chmodSync(home.databaseFile, 0o644);
  const opened = openHome(path);
  const told = (what: string, rights: string, closed: string) =>
    `Others than its owner may use ${what} (its rights are ${rights}), and every API key lies there. Close it with \`chmod ${closed}\`.`;
  expect(opened.warnings).toEqual([told(path, "755", "700"), told(home.databaseFile, "644", "600")]);
  opened.release();
});

test("AUT-14 a secret that others may read is refused in words, whatever way they may", () => {
  const path = folder();
  const file = join(path, "secret");
  writeFileSync(file, "x".repeat(64));
  for (const rights of [0o644, 0o640, 0o602, 0o610]) {
    chmodSync(file, rights);
    const home = openHome(path);
    expect(() => home.secret()).toThrow(
      new StartFailure(
        `${file} signs the tokens and others than its owner may use it (its rights are ${rights.toString(8)}). Close it with \`chmod 600\`; if somebody may have read it, delete it: a new one is made, and everybody signs in again.`,
      ),
    );
    home.release();
  }
  chmodSync(file, 0o400);
  const home = openHome(path);
  expect(home.secret()).toBe("x".repeat(64));
  home.release();
});

test("AUT-14 a secret of fewer than 32 characters is refused in words", () => {
  const path = folder();
  const file = join(path, "secret");
  for (const [length, kept] of [
    [0, "\n"],
    [31, `${"x".repeat(31)}\n`],
  ] as const) {
    writeFileSync(file, kept, { mode: 0o600 });
    const home = openHome(path);
    expect(() => home.secret()).toThrow(
      new StartFailure(
        `${file} signs the tokens and holds ${length} characters; at least 32 are needed. Delete it: a new one is made, and everybody signs in again.`,
      ),
    );
    home.release();
  }
});

test("a second process is told who has the home, and gets it once that one has let go", () => {
  const path = folder();
  const home = openHome(path);
  home.announce(HOLDER);
  expect(() => openHome(path)).toThrow(
    `${path} is in use by process 4711, which answers at http://127.0.0.1:6900. Stop it first, or give this one a folder of its own with POSTIL_HOME.`,
  );
  expect(() => openHome(path)).toThrow(HomeHeld);
  home.release();
  expect(existsSync(join(path, "server.json"))).toBe(false);
  openHome(path).release();
});

test("what a dead process left behind is taken over", () => {
  const path = folder();
  const module = JSON.stringify(new URL("home.ts", import.meta.url).href);
  const code = `const { openHome } = await import(${module}); openHome(${JSON.stringify(path)}).announce(${JSON.stringify(HOLDER)}); process.kill(process.pid, "SIGKILL");`;
  spawnSync(process.execPath, ["--input-type=module", "-e", code]);
  expect(JSON.parse(readFileSync(join(path, "server.json"), "utf8"))).toEqual(HOLDER);
  openHome(path).release();
});

test("a home that is a file, or lies in one, is refused in words", () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  for (const path of [file, join(file, "below")]) {
    expect(() => openHome(path)).toThrow(StartFailure);
    expect(() => openHome(path)).toThrow(`The home folder ${path} cannot be used: `);
  }
});

test.skipIf(process.getuid?.() === 0)("a home without the right to write is refused in words", () => {
  const path = join(folder(), "home");
  mkdirSync(path);
  chmodSync(path, 0o500);
  expect(() => openHome(path)).toThrow(`The home folder ${path} cannot be used: `);
});
