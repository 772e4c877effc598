import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Postgres } from "../../apps/server/tests/support/postgres.ts";
import nodeFlags from "../../scripts/lib/node-flags.json" with { type: "json" };

/** The owner of every server started here. */
export const OWNER = { username: "owner", password: "owner-password", apiKey: "owner-api-key" } as const;

export type RunningServer = {
  readonly port: number;
  readonly pid: number;
  readonly home: string;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startMs: number;
  /** The output of the process so far. */
  printed(): string;
  /** Resident memory in MiB, threads included. */
  residentMib(): number;
  /** Stops the process as an operator does, and waits for its end. */
  stop(): Promise<void>;
  /** Kills the process, as a power cut does. */
  kill(): Promise<void>;
};

export type ServerOptions = {
  /** The data folder; a new temporary folder by default. */
  readonly home?: string;
  readonly port?: number;
  /** More environment settings, such as POSTIL_DEMO. */
  readonly settings?: { readonly [name: string]: string };
};

const MAIN = fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url));
const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));

/** Starts the real server in its own process and waits for its first answer. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), "postil-"));
  const port = options.port ?? (await freePort());
  const engine = await engineOf(home);
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, MAIN], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      POSTIL_TEST_ENGINE: undefined,
      POSTIL_TEST_DATABASE_URL: undefined,
      POSTIL_TEST_CLUSTER_URL: undefined,
      NODE_COMPILE_CACHE: COMPILED,
      POSTIL_HOME: home,
      POSTIL_PORT: String(port),
      POSTIL_DEMO: "0",
      POSTIL_LOG_LEVEL: "error",
      POSTIL_WEBHOOKS_PRIVATE: "127.0.0.1",
      POSTIL_OWNER_USERNAME: OWNER.username,
      POSTIL_OWNER_PASSWORD: OWNER.password,
      POSTIL_OWNER_API_KEY: OWNER.apiKey,
      ...engine,
      ...options.settings,
    },
  });
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await firstAnswer(port, child);
  const startMs = performance.now() - begun;
  return {
    port,
    home,
    pid: child.pid ?? 0,
    startMs,
    printed: () => printed,
    residentMib: () => resident(child),
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

/** The database of each home, where the data is not in the home itself. */
const databases = new Map<string, Promise<string>>();
let postgres: Postgres | null = null;

/** The servers that start from now on have a database there, one for each home. Null: the data is in the home. */
export function storeIn(there: Postgres | null): void {
  postgres = there;
}

async function engineOf(home: string): Promise<{ readonly [name: string]: string }> {
  if (postgres === null) return {};
  const database = databases.get(home) ?? postgres.database();
  databases.set(home, database);
  return { POSTIL_DATABASE_URL: await database };
}

export const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true });

async function firstAnswer(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it answered.`);
    const answered = await fetch(`http://127.0.0.1:${port}/api/v1/version`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (answered) return;
    await pause(5);
  }
}

function resident(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
