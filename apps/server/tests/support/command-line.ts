import type { Surroundings } from "../../src/cli/command.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { HomeHeld } from "../../src/home.ts";
import { examineStore } from "../../src/open-store.ts";
import { OPERATOR_KEY } from "./start-test-server.ts";

/** A running server and its open home. */
type Place = { readonly url: string; readonly home: string; readonly key?: string; readonly publicly?: string };

export type Ran = {
  readonly code: number;
  /** Standard output and standard error as the process would write them, and both together in order. */
  readonly out: string;
  readonly err: string;
  readonly said: string;
};

type Options = {
  readonly env?: { readonly [name: string]: string };
  /** Gets each error line as it comes. */
  readonly hear?: (line: string) => void;
  /** Answers as a person at a terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
};

/** Runs a command in this process. The command finds the home in use and calls the server that has it open. */
export const runAt = (
  { url, home, key = OPERATOR_KEY, publicly = url }: Place,
  args: readonly string[],
  options?: Options,
): Promise<Ran> =>
  run(home, args, { ...options, holder: new HomeHeld(home, { pid: process.pid, address: url, publicly, key }) });

/** Runs a command that opens the store alone, in this process: a process takes a third of a second to load the program. */
export const runOnStore = (home: string, args: readonly string[], env?: Options["env"]): Promise<Ran> =>
  run(home, args, { ...(env && { env }), holder: null });

async function run(
  home: string,
  args: readonly string[],
  { env = {}, hear = () => {}, ask, holder }: Options & { readonly holder: HomeHeld | null },
): Promise<Ran> {
  const lines: { readonly text: string; readonly isComplaint: boolean }[] = [];
  const complain = (text: string) => {
    lines.push({ text, isComplaint: true });
    hear(text);
  };
  const notHere = () => Promise.reject(new Error("not here"));
  const around: Surroundings = {
    env: { POSTIL_HOME: home, ...env },
    openServer: () => (holder === null ? notHere() : Promise.reject(holder)),
    openStore: (settings) => (holder === null ? examineStore(settings, complain) : notHere()),
    openBoth: notHere,
    clusterOf: notHere,
    ask: ask ?? null,
    askSecret: null,
    readByPerson: false,
    print: (text) => lines.push({ text, isComplaint: false }),
    complain,
  };
  const code = await runCommand(args, around);
  const written = (wanted: boolean) =>
    lines
      .filter(({ isComplaint }) => isComplaint === wanted)
      .map(({ text }) => `${text}\n`)
      .join("");
  return { code, out: written(false), err: written(true), said: lines.map(({ text }) => text).join("\n") };
}
