import { execFile, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { LONG } from "./support/effort.ts";
import { newHome, removeHome } from "./support/process.ts";

/** The package in an empty folder, as npx postil and npm install -g postil have it. */

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);
/** A machine with this Node and the programs of the system. */
const MACHINE = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME };

/** How this machine reaches a registry: by a proxy, or with a certificate that is not everybody's. */
const NETWORK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name)),
);

let folder: string;
let home: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "postil-installed-"));
  home = newHome();
  await run(process.execPath, ["scripts/pack.mjs", folder], { cwd: ROOT, env: { ...process.env, ...MACHINE } });
  const [file = ""] = readdirSync(folder);
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, file)], {
    cwd: folder,
    env: { ...MACHINE, ...NETWORK },
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  removeHome(home);
});

const bytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Runs the installed command. */
const started = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawned([process.execPath, join(folder, "node_modules/.bin/postil"), ...args], {
    ...{ ...MACHINE, POSTIL_HOME: home, POSTIL_PORT: "0", POSTIL_DEMO: "0", ...env },
  });

function spawned([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd: folder, env });
  let said = "";
  const hear = (text: Buffer) => {
    said += text;
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const addressOf = () => /http:\/\/\d+\.\d+\.\d+\.\d+:\d+/.exec(said)?.[0];
  const address = async () => {
    await expect.poll(addressOf, { timeout: 30_000 }).toBeDefined();
    return addressOf();
  };
  return { child, ended, said: () => said, address };
}

test("PKG-01 the package is small, starts without a build, serves the page, and ends at a signal", async () => {
  expect(bytesIn(join(folder, "node_modules"))).toBeLessThan(60 * 2 ** 20);
  const server = started([]);
  const address = await server.address();
  const page = await fetch(`${address}/sign-in`);
  expect(await page.text()).toContain('<div id="root">');
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  const made = started(["users", "create", "anna", "--role", "annotator"]);
  expect(await made.ended).toBe(0);
  expect(made.said()).toMatch(/^Created annotator anna with the password \S+\.$/m);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.said()).not.toContain("is not a setting");
});

test("PKG-02 where the machine's Node is too old, the one that was brought along is used", async () => {
  const { config } = JSON.parse(readFileSync(join(folder, "node_modules/postil/package.json"), "utf8"));
  const brought = `postil/node-${config.node}-${process.platform}-${process.arch}/node_modules/node/bin/node`;
  const program = join(folder, "cache", brought);
  mkdirSync(dirname(program), { recursive: true });
  symlinkSync(process.execPath, program);
  const older = join(folder, "older.cjs");
  writeFileSync(older, 'Object.defineProperty(process, "version", { value: "v20.19.0" });');
  const shown = started(["help"], { XDG_CACHE_HOME: join(folder, "cache"), NODE_OPTIONS: `--require=${older}` });
  expect(await shown.ended).toBe(0);
  expect(shown.said()).toContain("postil start");
  expect(shown.said()).not.toContain("Bringing");
});

/** Reads the base image from its registry or from the store of this machine, and packages from npm. */
const CONTAINER = "it is built in a long run, where buildah is on the machine";
const mayBuild = LONG && spawnSync("buildah", ["--version"]).error === undefined;

test.skipIf(!mayBuild)(
  `PKG-03 the container serves as its own user, and ends at a signal (else: ${CONTAINER})`,
  async () => {
    const env = { ...process.env, BUILDAH_ISOLATION: "chroot" };
    const buildah = async (...args: string[]) => (await run("buildah", args, { cwd: folder, env })).stdout.trim();
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    cpSync(join(folder, file), join(folder, "dist", file));
    const recipe = join(ROOT, "deploy/Containerfile");
    const image = await buildah("build", "--quiet", "--format", "docker", "--file", recipe, folder);
    const container = await buildah("from", image);
    onTestFinished(async () => {
      await buildah("rm", container);
      await buildah("rmi", image);
    });
    const settings = ["POSTIL_OWNER_PASSWORD=an-owner-of-a-test", "POSTIL_HOST=127.0.0.1", "POSTIL_PORT=0"];
    const inside = ["buildah", "run", "--user=node", ...settings.map((one) => `--env=${one}`), container, "--"];
    const server = spawned([...inside, "postil", "start"], env);
    const address = await server.address();
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    // What a container engine sends the signal to.
    const first = await run("pgrep", ["-n", "-u", "1000", "-f", "^node /usr/local/bin/postil start$"]);
    process.kill(Number(first.stdout.trim()), "SIGTERM");
    expect(await server.ended).toBe(0);
  },
);
