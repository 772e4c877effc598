import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import nodeFlags from "../../../../scripts/lib/node-flags.json" with { type: "json" };
import { MAIN } from "./built.ts";

/** Runs Postil as a separate process, as users do. */

export const API_KEY = "a-key-for-tests";

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};
export type PostilProcess = {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly printed: { out: string; err: string };
  /** Resolves to the address that the start prints. Rejects if the process ends before that. */
  readonly address: Promise<string>;
  readonly ended: Promise<Ended>;
};

export const newHome = (): string => mkdtempSync(join(tmpdir(), "postil-process-"));
export const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true });

export function runPostil(
  home: string,
  args: readonly string[] = [],
  {
    POSTIL_TEST_FILE_KIB: fileKib,
    POSTIL_TEST_OPEN_FILES: openFiles,
    POSTIL_TEST_MAIN: main = MAIN,
    ...env
  }: { readonly [name: string]: string } = {},
): PostilProcess {
  // For the process a limit on file size is like a full disk. Setting the limit needs no privileges.
  const [kind, most] = fileKib ? ["-f", fileKib] : ["-n", openFiles];
  const [program, ...before] = most
    ? ["bash", "-c", 'ulimit "$1" "$2"; shift 2; exec "$@"', "bash", kind, most, process.execPath]
    : [process.execPath];
  const child = spawn(program ?? "", [...before, ...nodeFlags, main, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      POSTIL_HOME: home,
      POSTIL_PORT: "0",
      POSTIL_DEMO: "0",
      POSTIL_SIGN_IN_LINK: "always",
      POSTIL_OWNER_PASSWORD: "owner-password",
      POSTIL_OWNER_API_KEY: API_KEY,
      // No compile cache when files are limited: the cache consists of files too.
      ...(most ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...env,
    },
  });
  // A test that fails half-way leaves no process running.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const printed = { out: "", err: "" };
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      process.off("exit", kill);
      resolve({ code, signal, ...printed });
    });
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed.err += text;
  });
  const address = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed.out += text;
      const found = /^Postil \S+ {2}(https?:\S+)$/m.exec(printed.out)?.[1];
      if (found) resolve(found);
    });
    void ended.then(({ code, err }) => reject(new Error(`The process ended with ${code}: ${err}`)));
  });
  // Some tests wait only for the end and never read the address.
  address.catch(() => undefined);
  return { child, printed, address, ended };
}

/** A home that goes at the end of the test. */
export function homeOfTest(): string {
  const home = newHome();
  onTestFinished(() => removeHome(home));
  return home;
}

/** Runs Postil until the end of the test at most. */
export function startIn(...how: Parameters<typeof runPostil>): PostilProcess {
  const running = runPostil(...how);
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
  });
  return running;
}

/** Starts a server in its own home. The end of the test removes both. */
export async function startPostil(
  env: { readonly [name: string]: string } = {},
): Promise<PostilProcess & { readonly home: string; readonly url: URL }> {
  const home = homeOfTest();
  const server = startIn(home, [], env);
  return { ...server, home, url: new URL(await server.address) };
}

/** Runs a command to its end. */
export const postil = (
  home: string,
  args: readonly string[],
  env?: { readonly [name: string]: string },
): Promise<Ended> => runPostil(home, args, env).ended;

/** What a start has said on standard error, where it writes lines of a log (WAT-12). */
export const saidIn = (err: string): string =>
  err.replaceAll(/^\{.*\}$/gm, (line) => String(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg));

/** A port that nobody listens on, for what cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo; // listening on TCP
  probe.close();
  return port;
}
