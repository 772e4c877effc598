import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { readAll, readManifest } from "../../src/backup/file.ts";
import { openHome } from "../../src/home.ts";
import { type Client, createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { KILLS } from "../support/kills.ts";
import { mountMemory } from "../support/mount.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, homeOfTest, postil, startIn } from "../support/process.ts";

const start = (home: string, env?: { readonly [name: string]: string }) => startIn(home, [], env);

/** A store of some megabytes, so that a backup takes a while. */
async function fill(client: Client): Promise<void> {
  const { items: workspaces } = await client.must("listMyWorkspaces");
  const params = { dataset_id: (await createPublished(client, workspaces[0]?.id ?? "")).datasetId };
  const items = Array.from({ length: 400 }, (_, at) => ({ fields: { text: `${at} ${"text ".repeat(4000)}` } }));
  await client.must("bulkCreateRecords", { params, body: { items } });
}

/** The processes that this process began: the server begins none but that of a backup here. */
const childOf = (pid: number | undefined): number | null =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]) || null;
const endsWith = (folder: string, ...ends: readonly string[]) =>
  readdirSync(folder).filter((name) => ends.some((end) => name.endsWith(end)));
const sizeIn = (folder: string): number =>
  endsWith(folder, ".part").reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** Parts of the whole at which the process is killed. */
const PLACES = Array.from({ length: Math.max(4, KILLS) }, (_, at) => at / Math.max(4, KILLS));

test.skipIf(process.platform !== "linux")(
  "BAK-02 BAK-03 kill -9 of a backup at many places, and of its server: no part of a file stays, owners are told, the next one is whole",
  { timeout: 300_000 },
  async () => {
    const [home, folder] = [homeOfTest(), homeOfTest()];
    let server = start(home);
    let owner = createClient(await server.address, API_KEY);
    await fill(owner);
    const whole = await postil(home, ["backup", join(folder, "first.backup")]);
    expect([whole.code, whole.err]).toEqual([0, ""]);
    const { size } = statSync(join(folder, "first.backup"));
    for (const [round, place] of PLACES.entries()) {
      const file = join(folder, `${round}.backup`);
      const ended = postil(home, ["backup", file]);
      await patiently(() => expect(sizeIn(folder)).toBeGreaterThan(place * size), { interval: 1 });
      const child = childOf(server.child.pid);
      if (child !== null) process.kill(child, "SIGKILL");
      const { code, err } = await ended;
      if (code !== 0) expect(err).toContain("failed: its process ended (SIGKILL). Nothing is left of it.");
      expect(endsWith(folder, ".part", "-journal")).toEqual([]);
      const { failed } = (await owner.must("getServerState")).backups;
      expect(failed?.file ?? null).toBe(code === 0 ? null : file);
    }
    const killed = postil(home, ["backup", join(folder, "killed.backup")]);
    await patiently(() => expect(sizeIn(folder)).toBeGreaterThan(size / 2), { interval: 1 });
    server.child.kill("SIGKILL");
    await server.ended;
    expect((await killed).code).toBe(1);
    server = start(home);
    owner = createClient(await server.address, API_KEY);
    await patiently(() => expect(endsWith(folder, ".part", "-journal")).toEqual([]));
    expect((await owner.must("getServerState")).backups.failed?.why).toBe("the server ended before it was whole");
    expect((await postil(home, ["backup", join(folder, "last.backup")])).code).toBe(0);
    for (const name of endsWith(folder, ".backup")) {
      const file = join(folder, name);
      await readAll(file, await readManifest(file), () => {});
    }
    expect(endsWith(folder, "killed.backup")).toEqual([]);
  },
);

const hashOf = (home: string): string =>
  createHash("sha256")
    .update(readFileSync(join(home, "postil.db")))
    .update(readFileSync(join(home, "secret")))
    .digest("hex");
/** A long run tries each step. */
const STEP = KILLS < 20 ? 4 : 1;
const KILL_AT_CALL = fileURLToPath(new URL("../support/kill-at-call.cjs", import.meta.url));

test("BAK-05 kill -9 before each step of a restoration on the disk: the home is the old one or the new one, never a mix", {
  timeout: 300_000,
}, async () => {
  const [made, folder] = [homeOfTest(), homeOfTest()];
  const file = join(folder, "x.backup");
  expect((await postil(made, ["users", "list"])).code).toBe(0);
  expect((await postil(made, ["backup", file])).code).toBe(0);
  const old = homeOfTest();
  expect((await postil(old, ["users", "list"])).code).toBe(0);
  const undisturbed = homeOfTest();
  expect((await postil(undisturbed, ["restore", file])).code).toBe(0);
  const found = { old: hashOf(old), new: hashOf(undisturbed) };
  const seen: string[] = [];
  for (let at = 1, ended = false; !ended; at += STEP) {
    const home = homeOfTest();
    cpSync(old, home, { recursive: true });
    const { code, signal } = await postil(home, ["restore", file, "--force"], {
      NODE_OPTIONS: `--require ${KILL_AT_CALL}`,
      POSTIL_TEST_KILL_AT: String(at),
    });
    ended = signal === null;
    if (ended) expect(code).toBe(0);
    // As the next start does.
    openHome(home).release();
    const now = hashOf(home);
    expect(Object.values(found)).toContain(now);
    seen.push(now === found.old ? "old" : "new");
    expect(readdirSync(home).filter((name) => /^(restoring|restored)$/.test(name))).toEqual([]);
    if (now === found.new) {
      const [kept = ""] = readdirSync(home).filter((name) => name.startsWith("before-restore"));
      expect(hashOf(join(home, kept))).toBe(found.old);
    }
  }
  expect(seen.length).toBeGreaterThan(20 / STEP);
  expect(seen.join(" ")).toMatch(/^(old )+(new ?)+$/);
});

test("BAK-03 a target that becomes full: the reason, and nothing is left", async ({ skip }) => {
  const [home, full] = [homeOfTest(), homeOfTest()];
  const unmount = mountMemory(full, "size=3m");
  if (!unmount) return skip("needs a file system of its own");
  onTestFinished(unmount);
  const server = start(home);
  await fill(createClient(await server.address, API_KEY));
  const { code, err } = await postil(home, ["backup", full]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The backup to \S+ failed: .*the disk (is|may be) full.* Nothing is left of it\.\n$/),
  ]);
  expect(readdirSync(full)).toEqual([]);
  expect((await postil(home, ["users", "list"])).code).toBe(0);
});

test("BAK-04 a home without room: the reason, and nothing is changed", async () => {
  const [made, folder, home] = [homeOfTest(), homeOfTest(), homeOfTest()];
  const file = join(folder, "x.backup");
  expect((await postil(made, ["users", "list"])).code).toBe(0);
  expect((await postil(made, ["backup", file])).code).toBe(0);
  const { code, err } = await postil(home, ["restore", file], { POSTIL_TEST_FILE_KIB: "64" });
  expect([code, err]).toEqual([
    1,
    `${home} cannot be written: files may not become that large. Nothing was changed.\n`,
  ]);
  expect(readdirSync(home)).toEqual(["lock"]);
});
