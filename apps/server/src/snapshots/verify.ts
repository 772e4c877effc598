import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { StartFailure } from "../start-failure.ts";
import { createContentHasher, hashOf } from "./content-hash.ts";

/** Compares a file with the snapshot that it says it came from, without a server (SNP-07). */

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const Seal = z.object({
  name: z.string(),
  taken_at: z.string(),
  hash: digest,
  digests: z.object({ settings: digest, records: digest, answers: digest }),
  counts: z.object({ records: z.number(), answers: z.number() }),
  without: z.array(z.string()).optional(),
});

type Counts = z.output<typeof Seal>["counts"];

export type Verified = {
  readonly seal: Told;
  readonly dataset: string;
  readonly hash: string;
  readonly counts: Counts;
  /** What does not fit, in sentences; empty if everything does. */
  readonly faults: readonly string[];
};

/** `hash`: the hash as somebody else tells it; null: only what the file says about itself is compared. */
export async function verifyFile(path: string, hash: string | null): Promise<Verified> {
  const hasher = createContentHasher();
  let first: { readonly seal: z.output<typeof Seal>; readonly dataset: string } | null = null;
  let line = 0;
  for await (const text of linesOfFile(path)) {
    line++;
    if (line === 1) first = sealIn(path, text);
    try {
      hasher.add(text);
    } catch (error) {
      // A value that is nested very deeply ends in a RangeError.
      if (!(error instanceof Error)) throw error;
      throw new StartFailure(`${path}: line ${line} is no record of an export: ${error.message}.`);
    }
  }
  if (first === null) throw new StartFailure(`${path} is empty.`);
  const { seal, dataset } = first;
  const found = hasher.end();
  const counts = hasher.counts();
  const told = { ...seal, without: seal.without ?? [] };
  const faults = faultsOf(told, found, counts);
  if (hash !== null && hash !== seal.hash) faults.unshift(`The file says that its hash is ${seal.hash}, not ${hash}.`);
  return { seal: told, dataset, hash: found.hash, counts, faults };
}

type Found = ReturnType<ReturnType<typeof createContentHasher>["end"]>;
type Told = z.output<typeof Seal> & { readonly without: readonly string[] };

function faultsOf({ digests, counts: told, hash, without }: Told, found: Found, counts: Counts): string[] {
  const faults: string[] = [];
  if (hash !== hashOf(digests)) faults.push("The file names a hash that is not made of the digests beside it.");
  if (found.settings !== digests.settings) faults.push("The settings of the dataset are other ones.");
  if (counts.records !== told.records)
    faults.push(`It has ${counts.records} records; the snapshot has ${told.records}.`);
  const partial = without.filter((part) => part !== "responses");
  if (partial.length > 0)
    faults.push(`The records cannot be compared: the file was exported without ${partial.join(" and ")}.`);
  else if (found.records !== digests.records) faults.push("The records are other ones.");
  if (without.includes("responses")) faults.push("The answers cannot be compared: the file was exported without them.");
  else {
    if (counts.answers !== told.answers)
      faults.push(`It has ${counts.answers} answers; the snapshot has ${told.answers}.`);
    // Each answer is hashed with its record, so a change of a record is also one of its answers.
    if (found.answers !== digests.answers && found.records === digests.records)
      faults.push("The answers are other ones.");
  }
  return faults;
}

const Pseudonymous = z.object({ postil: z.object({ pseudonyms: z.literal(true), snapshot: z.unknown() }) });

function sealIn(path: string, text: string) {
  const none = `${path} names no snapshot in its first line: only a full export of a snapshot as JSON Lines can be verified.`;
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    throw new StartFailure(none);
  }
  if (Pseudonymous.safeParse(row).success)
    throw new StartFailure(`${path} cannot be verified, because it has pseudonyms: such a file has no hash.`);
  const read = z.object({ postil: z.object({ name: z.string(), snapshot: Seal }) }).safeParse(row);
  if (!read.success) throw new StartFailure(none);
  const { name: dataset, snapshot: seal } = read.data.postil;
  return { seal, dataset };
}

/** The longest line that is read; a text of more characters is none. */
const LONGEST = 2 ** 29 - 2 ** 20;
const LINE_END = 0x0a;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Lines that are not empty, of a file that gzip may have packed. */
async function* linesOfFile(path: string): AsyncGenerator<string> {
  const packed = await isPacked(path);
  const source = createReadStream(path, { highWaterMark: 2 ** 18 });
  const bytes: AsyncIterable<Buffer> = packed ? pipeline(source, createGunzip(), () => {}) : source;
  let rest: Buffer[] = [];
  let length = 0;
  const lineOf = (end: Buffer) => Buffer.concat([...rest, end]).toString("utf8");
  try {
    for await (const chunk of bytes) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
        const line = lineOf(chunk.subarray(from, end));
        [rest, length, from] = [[], 0, end + 1];
        if (line.trim() !== "") yield line;
      }
      rest.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > LONGEST) throw new StartFailure(`${path} has a line of more than ${LONGEST} bytes.`);
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const last = lineOf(Buffer.alloc(0));
  if (last.trim() !== "") yield last;
}

async function isPacked(path: string): Promise<boolean> {
  try {
    const handle = await open(path);
    const head = Buffer.alloc(GZIP.length);
    await handle.read(head, 0, GZIP.length, 0).finally(() => handle.close());
    return head.equals(GZIP);
  } catch (error) {
    throw new StartFailure(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
