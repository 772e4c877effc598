import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OLDEST } from "../../src/storage/postgres/failure.ts";
import { execute } from "./execute.ts";
import { patiently } from "./patiently.ts";

/** A real PostgreSQL for tests: one that this starts in a temporary folder, or that of `POSTIL_TEST_DATABASE_URL`. */

export type Postgres = {
  /** An empty database of its own, ordered by a language and not by code point where the server can; its address. */
  readonly database: (more?: string) => Promise<string>;
  readonly run: (sql: string) => Promise<void>;
  /** Stops the server for the duration of some work. Only of one that was started here. */
  readonly without: (work: () => Promise<void>) => Promise<void>;
  /** The process of the server; null if another one started it. */
  readonly pid: number | null;
  readonly stop: () => Promise<void>;
};

/** Null, with a loud line, where PostgreSQL is not installed. */
export async function startPostgres(): Promise<Postgres | null> {
  const given = process.env.POSTIL_TEST_DATABASE_URL;
  if (given) return serverAt(given, { pid: null, stop: async () => {}, without: async () => {} });
  const programs = findPrograms();
  if (programs === null) {
    console.warn(`SKIPPED: no PostgreSQL ${OLDEST} or newer is installed here, so nothing of it is tested.`);
    return null;
  }
  return startOwn(programs);
}

/** Where Debian and Fedora put them; elsewhere they are on the path. */
function findPrograms(): string | null {
  const folders = ["/usr/lib/postgresql", "/usr/pgsql"].flatMap((root) =>
    existsSync(root)
      ? readdirSync(root).map((version) => ({ version: Number(version), folder: join(root, version, "bin") }))
      : [],
  );
  const onPath = (process.env.PATH ?? "").split(":").map((folder) => ({ version: OLDEST, folder }));
  const fitting = [...folders.sort((a, b) => b.version - a.version), ...onPath].filter(
    ({ version }) => version >= OLDEST,
  );
  return fitting.find(({ folder }) => existsSync(join(folder, "initdb")))?.folder ?? null;
}

/** The server refuses to run as root. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string, user: string) => Number(execFileSync("id", [option, user], { encoding: "utf8" }));
  const user = ["postgres", "nobody"].find((name) => {
    try {
      return idOf("-u", name) > 0;
    } catch {
      return false;
    }
  });
  if (user === undefined)
    throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody.");
  return { uid: idOf("-u", user), gid: idOf("-g", user) };
}

const ENDING = 'read _; kill -QUIT "$0"; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"';

async function startOwn(programs: string): Promise<Postgres> {
  const as = unprivileged();
  // The folder for temporary files of a test run is closed to other users.
  const folder = await mkdtemp(join(as.uid === undefined ? tmpdir() : "/tmp", "postil-postgres-"));
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid ?? as.uid);
  const data = join(folder, "data");
  const options = { ...as, cwd: folder, env: { PATH: process.env.PATH ?? "", LC_ALL: "C" } };
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"], options);
  writeFileSync(join(data, "pg_hba.conf"), "host all locked all scram-sha-256\nhost all all all trust\n");
  const port = await freePort();
  // Nothing here survives the machine, so nothing waits for the disk.
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "max_connections=200",
  ];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const server = spawn(
      join(programs, "postgres"),
      ["-D", data, "-p", String(port), ...settings.flatMap((one) => ["-c", one])],
      { ...options, stdio: "ignore" },
    );
    const ended = new Promise((resolve) => server.once("exit", resolve));
    // Ends it with this process, however that ends: then nothing holds the input open.
    const guard = spawn("sh", ["-c", ENDING, String(server.pid), folder], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    guard.unref();
    await patiently(() => execute(url, "select 1"), { timeout: 60_000 });
    const stop = async () => {
      guard.kill("SIGKILL");
      server.kill("SIGINT");
      await ended;
    };
    return { pid: server.pid ?? null, stop };
  };
  let running = await start();
  return serverAt(url, {
    pid: running.pid,
    without: async (work) => {
      await running.stop();
      await work();
      running = await start();
    },
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const BY_LANGUAGE = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US' locale 'C'";

function serverAt(url: string, { stop, ...server }: Pick<Postgres, "pid" | "stop" | "without">): Postgres {
  const made: string[] = [];
  return {
    database: async (more) => {
      const name = `postil_test_${randomUUID().replaceAll("-", "")}`;
      made.push(name);
      if (more !== undefined) await execute(url, `create database ${name} ${more}`);
      // Some servers are built without languages.
      else
        await execute(url, `create database ${name} ${BY_LANGUAGE}`).catch(() =>
          execute(url, `create database ${name}`),
        );
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    run: (sql) => execute(url, sql),
    ...server,
    stop: async () => {
      for (const name of made) await execute(url, `drop database if exists ${name} with (force)`);
      await stop();
    },
  };
}
