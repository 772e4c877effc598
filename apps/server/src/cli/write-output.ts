import { randomBytes } from "node:crypto";
import { constants, createWriteStream, fstatSync } from "node:fs";
import { open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isatty } from "node:tty";
import { StartFailure } from "../start-failure.ts";
import type { Surroundings } from "./command.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** The destination of a command's output bytes. */
export type Output = {
  /** True if a failure leaves no part of the file behind. */
  readonly wholeOrNothing: boolean;
  /** Resolves once everything is written. A failure of the output has a readable message. */
  write(bytes: Bytes, signal?: AbortSignal): Promise<void>;
};

const STANDARD_OUTPUT = 1;

/**
 * Opens the output of that name; `-` is standard output. A special file, such as a device, is written directly. An existing
 * file may be valuable: it is overwritten only with `force` or if the user agrees, else this fails (API-50).
 */
export async function openOutput(file: string, force: boolean, { ask }: Pick<Surroundings, "ask">): Promise<Output> {
  if (file === "-") return { wholeOrNothing: false, write: namingFailures("Standard output", intoStandardOutput) };
  const there = await stat(file).catch(() => null);
  if (there?.isFile() && !force && !(await ask?.(`${file} is there already. Write over it?`)))
    throw new StartFailure(`${file} is there already. --force writes over it.`);
  if (there && !there.isFile() && !there.isDirectory())
    return {
      wholeOrNothing: false,
      write: namingFailures(file, (bytes, signal) => intoWhatIsThere(bytes, file, signal)),
    };
  return {
    wholeOrNothing: true,
    write: namingFailures(file, (bytes, signal) => writeWhole(bytes, file, there?.mode, signal)),
  };
}

async function intoStandardOutput(bytes: Bytes, signal: AbortSignal): Promise<void> {
  const kind = fstatSync(STANDARD_OUTPUT);
  // Node's own stdout stream reports success even if a full disk cuts a write short.
  if (kind.isFile() || (kind.isCharacterDevice() && !isatty(STANDARD_OUTPUT)))
    return pipeline(bytes, createWriteStream("", { fd: STANDARD_OUTPUT, autoClose: false }), { signal });
  await pipeline(bytes, process.stdout, { signal, end: false });
  await untilWritten(process.stdout);
}

async function intoWhatIsThere(bytes: Bytes, file: string, signal: AbortSignal): Promise<void> {
  const opened = await open(file, constants.O_WRONLY);
  await pipeline(bytes, opened.createWriteStream(), { signal });
}

/** Writes run in order, so when the last one is done, all are done. */
const untilWritten = (stream: Writable): Promise<void> =>
  new Promise((done, failed) => {
    stream.write("", (error) => (error ? failed(error) : done()));
  });

/** The file gets its name only when it is complete. */
async function writeWhole(bytes: Bytes, file: string, mode: number | undefined, signal: AbortSignal): Promise<void> {
  const target = await targetOf(file);
  const part = `${target}.${randomBytes(4).toString("hex")}.part`;
  try {
    await pipeline(bytes, createWriteStream(part, { flags: "wx", mode: mode ?? 0o666 }), { signal });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Follows links, even to a file that does not exist yet. */
async function targetOf(file: string): Promise<string> {
  const real = await realpath(file).catch(() => null);
  if (real !== null) return real;
  const link = await readlink(file).catch(() => null);
  return link === null ? file : resolve(dirname(file), link);
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: "there is no such folder",
  ENOTDIR: "there is no such folder",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EFBIG: "files may not become that large",
  ENAMETOOLONG: "the name is too long",
  EPIPE: "whoever read it has left",
};

type Write = (bytes: Bytes, signal: AbortSignal) => Promise<void>;

function namingFailures(name: string, write: Write): Output["write"] {
  return (bytes, signal = new AbortController().signal) =>
    write(bytes, signal).catch((error: unknown) => {
      const why = REASONS[error instanceof Error && "code" in error ? String(error.code) : ""];
      throw why === undefined ? error : new StartFailure(`${name} cannot be written: ${why}.`);
    });
}
