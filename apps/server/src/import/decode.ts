import { StartFailure } from "../start-failure.ts";
import { rejoin } from "./row.ts";

/** The first bytes of a file that name its encoding; they take priority over the caller's option. */
const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];
const LONGEST_MARK = 4;

/** The first bytes of files that are no text, whatever their names say. */
const NO_TEXT: readonly (readonly [what: string, start: string])[] = [
  ["a zip archive or an Excel file: its name must end in .zip or .xlsx", "PK\u0003\u0004"],
  ["packed with gzip: its name must end in .gz", "\u001F\u008B"],
  ["a Parquet file: its name must end in .parquet", "PAR1"],
  ["an Excel file of before 2007: save it as xlsx or CSV, and import that", "\u00D0\u00CF\u0011\u00E0"],
  ["a PDF: save what it holds as a table, and import that", "%PDF"],
  ["UTF-32: save it as UTF-8, and import that", "\u00FF\u00FE\0\0"],
  ["UTF-32: save it as UTF-8, and import that", "\0\0\u00FE\u00FF"],
];

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

/** `endsWithReturn`: its lines end with CR alone, as on old Macs. */
type FoundText = { readonly encoding: string; readonly endsWithReturn: boolean };

/**
 * The text of a file, piece by piece. The byte order mark sets the encoding, else `asked`, else UTF-8. In a UTF-8 file, lines
 * with invalid bytes are added to `broken` before they are yielded.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  asked: string | null,
  broken: BrokenLines = new Set(),
  tell: (found: FoundText) => void = () => {},
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
  tell: (found: FoundText) => void,
): AsyncGenerator<string> {
  let start = new Uint8Array();
  let ended = false;
  while (start.length < LONGEST_MARK && !ended) {
    const next = await chunks.next();
    ended = next.done === true;
    if (!next.done) start = Buffer.concat([start, next.value]);
  }
  const head = Buffer.from(start.subarray(0, LONGEST_MARK)).toString("latin1");
  const other = NO_TEXT.find(([, begins]) => head.startsWith(begins));
  if (other) throw new StartFailure(`The file is ${other[0]}.`);
  const mark = MARKS.find(([, ...own]) => own.every((byte, at) => start[at] === byte));
  const encoding = mark?.[0] ?? asked ?? "utf-8";
  const endsWithReturn = RETURN_FIRST.test(new TextDecoder(encoding).decode(start.subarray(0, LONGEST_HEAD)));
  tell({ encoding, endsWithReturn });
  if (encoding === "utf-8" && isWide(start))
    throw new StartFailure(
      "The file is not UTF-8; it looks like UTF-16 without a mark. Say so with --encoding utf-16le or utf-16be.",
    );
  const all = rejoin(start, { [Symbol.asyncIterator]: () => chunks });
  if (encoding === "utf-8") yield* decodeUtf8(endsWithReturn ? fedBytes(all) : all, broken);
  else yield* endsWithReturn ? fedText(decodeOther(all, encoding)) : decodeOther(all, encoding);
}

/** So many bytes at the beginning show what a text is. */
const LONGEST_HEAD = 2 ** 16;
const RETURN_FIRST = /^[^\r\n]*\r(?![\n]|$)/;

/** True if every eighth byte or more is zero: a single one is a character that its row is refused for. */
function isWide(start: Uint8Array): boolean {
  const head = start.subarray(0, LONGEST_HEAD);
  return head.includes(0) && head.reduce((zeros, byte) => zeros + (byte === 0 ? 1 : 0), 0) * 8 >= head.length;
}

/** Line feeds in place of every CR, and of CR with a line feed. */
async function* fedBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of fedText(latinOf(chunks))) yield Buffer.from(piece, "latin1");
}
async function* latinOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield Buffer.from(chunk).toString("latin1");
}
async function* fedText(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let endedInReturn = false;
  for await (const piece of pieces) {
    const rest = endedInReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") endedInReturn = piece.endsWith("\r");
    yield rest.replaceAll(/\r\n?/g, "\n");
  }
}

/** Decodes whole lines, so that a broken line does not break the others, and a long line in parts: a file may be one line. */
async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>, broken: BrokenLines): AsyncGenerator<string> {
  const reader = createUtf8Reader(broken);
  let rest: Uint8Array[] = [];
  let waiting = 0;
  for await (const chunk of bytes) {
    waiting += chunk.length;
    const end = chunk.lastIndexOf(LINE_FEED) + 1 || (waiting > LONGEST_PART ? lastCharacter(chunk) : 0);
    if (end === 0) rest.push(chunk);
    else {
      yield reader.read(Buffer.concat([...rest, chunk.subarray(0, end)]));
      rest = end < chunk.length ? [chunk.subarray(end)] : [];
      waiting = chunk.length - end;
    }
  }
  yield reader.read(Buffer.concat(rest));
  reader.end();
}

/** Bytes of a line that are decoded before the rest of it is there. */
const LONGEST_PART = 2 ** 18;
const MOST_FOLLOWING = 3;

/** Where the last character begins; of bytes that are no UTF-8 there is none, and the end is as good. */
function lastCharacter(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0 && at >= bytes.length - 1 - MOST_FOLLOWING; at--)
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at;
  return bytes.length;
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
    lines += count(text, "\n");
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

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++;
  return found;
}
