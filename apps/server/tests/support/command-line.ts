import type { Surroundings } from "../../src/cli/command.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { HomeHeld } from "../../src/home.ts";
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
export async function runAt(
  { url, home, key = OPERATOR_KEY, publicly = url }: Place,
  args: readonly string[],
  { env = {}, hear = () => {}, ask }: Options = {},
): Promise<Ran> {
  const lines: { readonly text: string; readonly isComplaint: boolean }[] = [];
  const around: Surroundings = {
    env: { POSTIL_HOME: home, ...env },
    openServer: () => Promise.reject(new HomeHeld(home, { pid: process.pid, address: url, publicly, key })),
    openStore: () => Promise.reject(new Error("not here")),
    openBoth: () => Promise.reject(new Error("not here")),
    clusterOf: () => Promise.reject(new Error("not here")),
    ask: ask ?? null,
    askSecret: null,
    readByPerson: false,
    print: (text) => lines.push({ text, isComplaint: false }),
    complain: (text) => {
      lines.push({ text, isComplaint: true });
      hear(text);
    },
  };
  const code = await runCommand(args, around);
  const written = (wanted: boolean) =>
    lines
      .filter(({ isComplaint }) => isComplaint === wanted)
      .map(({ text }) => `${text}\n`)
      .join("");
  return { code, out: written(false), err: written(true), said: lines.map(({ text }) => text).join("\n") };
}
