import { asObject } from "@postil/domain/json-object";

/** A file that is larger is understood from its beginning first, bytes (IMP-80). */
export const LARGE = 4 * 2 ** 20;
/** So much of it is sent first, bytes. */
const BEGINNING = 2 ** 20;

const [TAB, LF, CR, QUOTE, COMMA, SEMICOLON, BAR] = [0x09, 0x0a, 0x0d, 0x22, 0x2c, 0x3b, 0x7c];
const [BACKSLASH, OPENS_LIST, CLOSES_LIST, OPENS_OBJECT, CLOSES_OBJECT] = [0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
const SEPARATORS: ReadonlySet<number | undefined> = new Set([TAB, LF, CR, COMMA, SEMICOLON, BAR]);

/** The first records of a file, as a file of their own; null: they cannot be told. Of a packed file they are unpacked. */
export async function beginningOf(file: File): Promise<{ readonly content: Blob; readonly name: string } | null> {
  const name = file.name.replace(/\.gz$/i, "");
  const bytes = name === file.name ? await file.slice(0, BEGINNING).arrayBuffer() : await unpackedBeginning(file);
  const length = wholeRecords(new Uint8Array(bytes), name);
  if (length === null) return null;
  const records = bytes.slice(0, length);
  return { content: new Blob(isList(new Uint8Array(records), name) ? [records, "]"] : [records]), name };
}

async function unpackedBeginning(file: File): Promise<ArrayBuffer> {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const bytes = new Uint8Array(BEGINNING);
  let length = 0;
  while (length < BEGINNING) {
    const { value, done } = await reader.read();
    if (done) break;
    const part = value.subarray(0, BEGINNING - length);
    bytes.set(part, length);
    length += part.length;
  }
  await reader.cancel();
  return bytes.buffer.slice(0, length);
}

/**
 * How many of the first bytes of a file are whole records; null: the file cannot be cut at a line end, or its records are too
 * long. `bytes`: its beginning.
 */
export function wholeRecords(bytes: Uint8Array, name: string): number | null {
  const format = formatOf(name.toLowerCase());
  // UTF-16 and every packed or binary format have such bytes.
  if (format === null || bytes.includes(0) || isPacked(bytes)) return null;
  const start = withoutMark(bytes);
  if (isList(bytes, name)) return atLeastHalf(afterElement(bytes), bytes);
  const first = new TextDecoder().decode(start.subarray(0, start.indexOf(LF))).trim();
  const isJson = /^[[{]/.test(first);
  // Whatever its name says, the file may be one value of JSON over many lines.
  if ((isJson || format === "json") && !isObject(first)) return null;
  const end = isJson ? bytes.lastIndexOf(LF) + 1 : format === "tokens" ? afterSentence(bytes) : afterRow(start, bytes);
  return atLeastHalf(end, bytes);
}

const atLeastHalf = (end: number, { length }: Uint8Array): number | null => (end * 2 > length ? end : null);

/** Lists of a text and what is annotated stand on lines of their own. */
const isList = (bytes: Uint8Array, name: string): boolean =>
  formatOf(name.toLowerCase()) === "json" &&
  /^\s*\[\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, LONGEST_START)));
const LONGEST_START = 1024;

/** The end of the last whole element of a list. */
function afterElement(bytes: Uint8Array): number {
  let [end, depth, isText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (byte === OPENS_LIST || byte === OPENS_OBJECT) depth += 1;
    else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) {
      depth -= 1;
      if (depth === 1) end = at + 1;
    }
  }
  return end;
}

function formatOf(name: string): "json" | "table" | "tokens" | null {
  if (/\.(?:jsonl|ndjson|json)$/.test(name)) return "json";
  if (/\.[ct]sv$/.test(name)) return "table";
  return /\.(?:conllu?|bio|iob2?)$/.test(name) ? "tokens" : null;
}

const isPacked = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

function isObject(line: string): boolean {
  try {
    return asObject(JSON.parse(line)) !== null;
  } catch {
    return false;
  }
}

/** Sentences end with an empty line. */
function afterSentence(bytes: Uint8Array): number {
  for (let at = bytes.lastIndexOf(LF); at > 0; at = bytes.lastIndexOf(LF, at - 1)) {
    const before = bytes[at - 1] === CR ? at - 2 : at - 1;
    if (bytes[before] === LF) return at + 1;
  }
  return 0;
}

/** A line end in a cell between quotes ends no row. A quote within a cell without quotes is a character like others. */
function afterRow(start: Uint8Array, { length }: Uint8Array): number {
  let end = 0;
  let isQuoted = false;
  let before: number | undefined = LF;
  for (let at = 0; at < start.length; at += 1) {
    const byte = start[at];
    if (byte === QUOTE && (isQuoted || SEPARATORS.has(before))) {
      isQuoted = !isQuoted;
      // Of two quotes in a quoted cell the second one goes on with it.
      before = isQuoted ? byte : TAB;
    } else {
      if (byte === LF && !isQuoted) end = at + 1;
      before = byte;
    }
  }
  return end === 0 ? 0 : end + length - start.length;
}
