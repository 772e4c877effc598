import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { OLDEST } from "../../src/storage/postgres/failure.ts";
import { execute } from "./execute.ts";
import { findPrograms } from "./postgres-programs.ts";

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
  const programs = findPrograms(OLDEST);
  if (programs === null) {
    console.warn(`SKIPPED: no PostgreSQL ${OLDEST} or newer is installed here, so nothing of it is tested.`);
    return null;
  }
  return startOwn(programs);
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

type Place = {
  readonly programs: string;
  readonly folder: string;
  /** How the programs run: not as root. */
  readonly options: { readonly uid?: number; readonly cwd: string; readonly env: { readonly [name: string]: string } };
};

async function findPlace(programs: string): Promise<Place> {
  const as = unprivileged();
  // The folder for temporary files of a test run is closed to other users.
  const folder = await mkdtemp(join(as.uid === undefined ? tmpdir() : "/tmp", "postil-postgres-"));
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid ?? as.uid);
  return { programs, folder, options: { ...as, cwd: folder, env: { PATH: process.env.PATH ?? "", LC_ALL: "C" } } };
}

const urlAt = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

/** Starts a server on a folder of data that is there. `stop` ends it as `kill` does, or after its connections are closed. */
async function launch({ programs, folder, options }: Place, data: string, port: number) {
  // Nothing here survives the machine, so nothing waits for the disk.
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "max_connections=200",
  ];
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
  // Browser tests start it too, where no test runner's own waiting works.
  const answers = () =>
    execute(urlAt(port), "select 1").then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode} before it answered.`);
    await pause(20);
  }
  const stop = async (signal: "SIGINT" | "SIGQUIT" = "SIGINT") => {
    guard.kill("SIGKILL");
    server.kill(signal);
    await ended;
  };
  return { pid: server.pid ?? null, stop };
}

function initialize({ programs, options }: Place, data: string): void {
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"], options);
}

async function startOwn(programs: string): Promise<Postgres> {
  const place = await findPlace(programs);
  const data = join(place.folder, "data");
  initialize(place, data);
  writeFileSync(join(data, "pg_hba.conf"), "host all locked all scram-sha-256\nhost all all all trust\n");
  const port = await freePort();
  const url = urlAt(port);
  const start = () => launch(place, data, port);
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
      await rm(place.folder, { recursive: true, force: true });
    },
  });
}

/** A server whose commits wait for a second one, which may take its place. Null where PostgreSQL is not installed. */
export async function startPair() {
  const programs = findPrograms(OLDEST);
  if (programs === null) return null;
  const place = await findPlace(programs);
  const [first, second] = [join(place.folder, "first"), join(place.folder, "second")];
  const [port, standbyPort] = [await freePort(), await freePort()];
  initialize(place, first);
  const primary = await launch(place, first, port);
  const copying = ["-D", second, "-R", "-X", "stream", "-c", "fast", "-N", "-d", urlAt(port)];
  execFileSync(join(programs, "pg_basebackup"), copying, place.options);
  const standby = await launch(place, second, standbyPort);
  await execute(urlAt(port), "alter system set synchronous_standby_names = '*'");
  await execute(urlAt(port), "select pg_reload_conf()");
  return {
    url: urlAt(port),
    standby: { url: urlAt(standbyPort), port: standbyPort },
    /** The first one ends without a word to anybody. */
    endPrimary: () => primary.stop("SIGQUIT"),
    stop: async () => {
      await standby.stop("SIGQUIT");
      await rm(place.folder, { recursive: true, force: true });
    },
  };
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
