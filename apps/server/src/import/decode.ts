import { StartFailure } from "../start-failure.ts";
import { rejoin } from "./row.ts";

/** The first bytes of a file that name its encoding; they take priority over the caller's option. */
const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];
const LONGEST_MARK = 3;

/** The standard name of an encoding. An unknown name fails with examples of known ones. */
export function knownEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new StartFailure(
      `"${name}" is no encoding that can be read; those that can are utf-8, utf-16le, utf-16be, latin1, windows-1252 and the others of browsers.`,
    );
  }
}

/** The numbers of lines with bytes that are invalid in the file's encoding. */
export type BrokenLines = Set<number>;
export const NOT_IN_ENCODING = "holds a character that is cut or is not UTF-8";

/**
 * The text of a file, piece by piece. The byte order mark sets the encoding, else `asked`, else UTF-8. In a UTF-8 file, lines
 * with invalid bytes are added to `broken` before they are yielded.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  asked: string | null,
  broken: BrokenLines = new Set(),
  tell: (encoding: string) => void = () => {},
): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]();
  try {
    yield* decodeChunks(chunks, asked, broken, tell);
  } finally {
    // Who stops in the first chunk leaves the rest: without this the file would stay open.
    await chunks.return?.();
  }
}

async function* decodeChunks(
  chunks: AsyncIterator<Uint8Array>,
  asked: string | null,
  broken: BrokenLines,
  tell: (encoding: string) => void,
): AsyncGenerator<string> {
  let start = new Uint8Array();
  let ended = false;
  while (start.length < LONGEST_MARK && !ended) {
    const next = await chunks.next();
    ended = next.done === true;
    if (!next.done) start = Buffer.concat([start, next.value]);
  }
  const mark = MARKS.find(([, ...own]) => own.every((byte, at) => start[at] === byte));
  const encoding = mark?.[0] ?? asked ?? "utf-8";
  tell(encoding);
  if (encoding === "utf-8" && start.includes(0))
    throw new StartFailure(
      "The file is not UTF-8; it looks like UTF-16 without a mark. Say so with --encoding utf-16le or utf-16be.",
    );
  const all = rejoin(start, { [Symbol.asyncIterator]: () => chunks });
  yield* encoding === "utf-8" ? decodeUtf8(all, broken) : decodeOther(all, encoding);
}

/** Decodes whole lines, so that a broken line does not break the others. */
async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>, broken: BrokenLines): AsyncGenerator<string> {
  const reader = createUtf8Reader(broken);
  let rest: Uint8Array[] = [];
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) rest.push(chunk);
    else {
      yield reader.read(Buffer.concat([...rest, chunk.subarray(0, end)]));
      rest = end < chunk.length ? [chunk.subarray(end)] : [];
    }
  }
  yield reader.read(Buffer.concat(rest));
  reader.end();
}

const LINE_FEED = 10;
/**
 * A start byte and a continuation byte of a multi-byte character. They are rarely next to each other in any other encoding.
 */
const BEGUN = /[\u00C3-\u00F4][\u0080-\u00BF]/;
/** This number of lines with multi-byte characters is enough to know that a file is UTF-8. */
const ENOUGH = 1000;
const BEYOND_ASCII = /[\u0080-\uFFFF]/;

function createUtf8Reader(broken: BrokenLines) {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  let lines = 1;
  /** Lines with valid multi-byte characters. */
  let evidence = 0;
  let first = true;
  const textOf = (block: Buffer): string => {
    try {
      const text = strict.decode(block);
      if (evidence < ENOUGH && BEYOND_ASCII.test(text))
        evidence += text.split("\n").filter((line) => BEYOND_ASCII.test(line)).length;
      return text;
    } catch {
      return linesIn(block).map(lineOf).join("");
    }
  };
  const lineOf = (line: Buffer, at: number): string => {
    try {
      const text = strict.decode(line);
      if (BEYOND_ASCII.test(text)) evidence++;
      return text;
    } catch {
      broken.add(lines + at);
      const text = lenient.decode(line);
      if (BEGUN.test(line.toString("latin1")) || BEYOND_ASCII.test(text.replaceAll("\uFFFD", ""))) evidence++;
      return text;
    }
  };
  const read = (block: Buffer): string => {
    const text = textOf(block);
    lines += text.split("\n").length - 1;
    if (!first) return text;
    first = false;
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  };
  const end = () => {
    const [line] = broken;
    if (line === undefined || evidence >= broken.size) return;
    throw new StartFailure(
      `Line ${line} of the file is not UTF-8. Say what it is with --encoding, such as windows-1252 or utf-16le.`,
    );
  };
  return { read, end };
}

function linesIn(block: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf(LINE_FEED, at);
    const next = end < 0 ? block.length : end + 1;
    lines.push(block.subarray(at, next));
    at = next;
  }
  return lines;
}

async function* decodeOther(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const strict = new TextDecoder(encoding, { fatal: true });
  // The lenient decoder runs beside the strict one, to find the line of the bytes that cannot be read.
  const lenient = new TextDecoder(encoding);
  let lines = 1;
  const read = (chunk?: Uint8Array): string => {
    const stream = chunk !== undefined;
    const text = lenient.decode(chunk, { stream });
    try {
      strict.decode(chunk, { stream });
    } catch {
      const line = lines + count(text.slice(0, Math.max(0, text.indexOf("\uFFFD"))), "\n");
      throw new StartFailure(
        `Line ${line} of the file is not ${encoding.toUpperCase()}. Say what it is with --encoding, such as windows-1252 or utf-16le.`,
      );
    }
    lines += count(text, "\n");
    return text;
  };
  for await (const chunk of bytes) yield read(chunk);
  yield read();
}

const count = (text: string, mark: string) => text.split(mark).length - 1;
