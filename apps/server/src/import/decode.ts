import { StartFailure } from "../start-failure.ts";

/** Bytes that begin a file and say what it is in; they outweigh what the caller says. */
const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];
const LONGEST_MARK = 3;

/** The name under which an encoding is known, or a failure that tells some. */
export function knownEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new StartFailure(
      `"${name}" is no encoding that can be read; those that can are utf-8, utf-16le, utf-16be, latin1, windows-1252 and the others of browsers.`,
    );
  }
}

/** The text of a file, piece by piece. Its mark, else `asked`, says what it is in; without either it is UTF-8. */
export async function* decode(bytes: AsyncIterable<Uint8Array>, asked: string | null): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let start = new Uint8Array();
  for await (const chunk of bytes) {
    if (decoder) yield decoder.read(chunk);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length < LONGEST_MARK) continue;
      decoder = createDecoder(start, asked);
      yield decoder.read(start);
    }
  }
  if (!decoder) {
    decoder = createDecoder(start, asked);
    yield decoder.read(start);
  }
  yield decoder.end();
}

type Decoder = ReturnType<typeof createDecoder>;

function createDecoder(start: Uint8Array, asked: string | null) {
  const mark = MARKS.find(([, ...bytes]) => bytes.every((byte, at) => start[at] === byte));
  const encoding = mark?.[0] ?? asked ?? "utf-8";
  if (encoding === "utf-8" && start.includes(0)) {
    throw new StartFailure(
      "The file is not UTF-8; it looks like UTF-16 without a mark. Say so with --encoding utf-16le or utf-16be.",
    );
  }
  const strict = new TextDecoder(encoding, { fatal: true });
  // Beside it, so that the place of what cannot be read is known.
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
  return { read, end: () => read() };
}

const count = (text: string, mark: string) => text.split(mark).length - 1;
