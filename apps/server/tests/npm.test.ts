import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { newHome, removeHome } from "./support/process.ts";

/** Starts the server as users do: npm starts a shell, the shell starts a script, the script starts the server. */

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
let home: string;
let started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started) if (child.pid) endGroup(child.pid);
  started = [];
  removeHome(home);
});

/** Kills the processes that a failed test has left. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process is left.
  }
}

/** Starts npm in its own group and session without a terminal, as a container or a service file does. */
async function startByNpm(): Promise<{ readonly npm: ChildProcess; readonly url: string }> {
  const env = {
    ...process.env,
    POSTIL_HOME: home,
    POSTIL_PORT: "0",
    POSTIL_DEMO: "0",
    POSTIL_OWNER_PASSWORD: "long enough",
  };
  const npm = spawn("npm", ["run", "--silent", "postil", "--", "start"], { cwd: ROOT, env, detached: true });
  started.push(npm);
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    const hear = (text: Buffer) => {
      said += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found) resolve(found);
    };
    npm.stdout?.on("data", hear);
    npm.stderr?.on("data", hear);
    npm.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  return { npm, url };
}

/** True if any process of the group is left. */
function isThere(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

const answers = (url: string) =>
  fetch(`${url}/api/v1/version`).then(
    ({ ok }) => ok,
    () => false,
  );

for (const [how, signal, toGroup] of [
  ["SIGTERM to npm, as a service file and a container send it", "SIGTERM", false],
  ["SIGINT to all of its group, as Ctrl-C in a terminal sends it", "SIGINT", true],
] as const)
  test(`PRD-01 ${how}, ends the server, and its home is free`, async () => {
    home = newHome();
    const { npm, url } = await startByNpm();
    expect(await answers(url)).toBe(true);
    const pid = npm.pid ?? 0;
    process.kill(toGroup ? -pid : pid, signal);
    await expect.poll(() => answers(url), { timeout: 10_000, interval: 50 }).toBe(false);
    await expect.poll(() => isThere(pid), { timeout: 10_000, interval: 50 }).toBe(false);
    const again = await startByNpm();
    expect(await answers(again.url)).toBe(true);
    process.kill(-(again.npm.pid ?? 0), "SIGTERM");
    await expect.poll(() => answers(again.url), { timeout: 10_000, interval: 50 }).toBe(false);
  });
