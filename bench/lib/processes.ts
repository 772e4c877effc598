import { readdirSync, readFileSync } from "node:fs";
import type { RunningServer } from "../../e2e/support/server.ts";

/** What a server and the processes that it starts take while something is done. */
export type Taken = {
  readonly seconds: number;
  /** Processor seconds of all of them. */
  readonly cpu: number;
  /** The most resident memory, MiB: of the server beyond what it had before, of the others, and of all together. */
  readonly server: number;
  readonly others: number;
  readonly together: number;
};

const EVERY_MS = 50;

export async function watched<T>(server: RunningServer, work: () => Promise<T>): Promise<Taken & { readonly done: T }> {
  const [idle, cpuBefore, begun] = [server.residentMib(), cpuSeconds(server.pid), performance.now()];
  const most = { server: 0, others: 0, together: 0 };
  const look = () => {
    const own = server.residentMib() - idle;
    const others = sumOf(childrenOf(server.pid), residentMib);
    most.server = Math.max(most.server, own);
    most.others = Math.max(most.others, others);
    most.together = Math.max(most.together, own + others);
  };
  const timer = setInterval(look, EVERY_MS);
  try {
    const done = await work();
    look();
    const seconds = (performance.now() - begun) / 1000;
    return { done, seconds, cpu: cpuSeconds(server.pid) - cpuBefore, ...most };
  } finally {
    clearInterval(timer);
  }
}

/** Processor seconds of a process, of those that it has started, and of those of them that have ended. */
export const cpuSeconds = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + sumOf(timesOf(one), (ticks) => ticks / TICKS), 0);

/** Of Linux on every machine. */
const TICKS = 100;

function timesOf(pid: number): readonly number[] {
  // The name of the program, in parentheses, may hold blanks.
  const rest = fileOf(pid, "stat").split(") ").at(-1) ?? "";
  return rest.split(" ").slice(11, 15).map(Number);
}

const residentMib = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(fileOf(pid, "status"))?.[1] ?? 0) / 1024;

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    fileOf(pid, `task/${task}/children`).split(" ").filter(Boolean).map(Number),
  );
}

/** Empty if the process or the thread has just ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return "";
    throw error;
  }
}

const sumOf = <T>(all: readonly T[], numberOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + numberOf(one), 0);
