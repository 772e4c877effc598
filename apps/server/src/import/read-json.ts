import { mayLoseForm, parseByTokens, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { StartFailure } from "../start-failure.ts";
import { vanishes } from "./cell-values.ts";
import { type BrokenLines, NOT_IN_ENCODING } from "./decode.ts";
import {
  type Batches,
  DEEPEST_WALKED,
  isTooDeep,
  linesTogether,
  once,
  type Reading,
  type ReadRow,
  type Row,
  type RowNumbers,
  rejoin,
  type SoundRow,
} from "./row.ts";

/** Reads JSON Lines: one object on each line. Empty lines are counted but hold nothing. A list of objects is accepted too. */
export async function* readJson(
  text: AsyncGenerator<string>,
  reading: Reading,
  broken: BrokenLines,
  tell: {
    readonly lists?: () => void;
    readonly brackets?: () => void;
    readonly numbers?: (of: RowNumbers) => void;
  } = {},
): Batches {
  const start = await beginningOf(text);
  const whole = rejoin(start, text);
  const areLines = !isSpread(start);
  if (!areLines) tell.brackets?.();
  const isList = !areLines && start.trimStart().startsWith("[");
  const parts = areLines ? partsOfLines(whole) : isList ? numbered(splitJson(whole), tell.numbers) : splitJson(whole);
  const readPart = ({ line: ofText, row, text: json }: JsonPart): ReadRow => {
    const line = row ?? ofText;
    if (broken.has(ofText)) return { line, fault: NOT_IN_ENCODING };
    const read = parse(json, reading);
    if ("row" in read && json.startsWith("[")) tell.lists?.();
    return { line, ...read };
  };
  try {
    for await (const some of areLines || isList ? parts : refuseOneObject(parts)) yield some.map(readPart);
  } finally {
    // Who stops in the first piece leaves the rest: without this the file would stay open.
    await text.return(undefined);
  }
}

/** As much of the text as tells a list, which may be one line, or else its first line that is not empty. */
async function beginningOf(text: AsyncGenerator<string>): Promise<string> {
  let [start, first] = ["", ""];
  for (let piece = await text.next(); !piece.done; piece = await text.next()) {
    start += piece.value;
    // What was looked at already is not searched again: a line may have many pieces.
    let rest = piece.value;
    if (first === "") {
      rest = rest.trimStart();
      first = rest.charAt(0);
      rest = rest.slice(1);
    }
    if (first === "[" ? /\S/.test(rest) : rest.includes("\n")) return start;
  }
  return start;
}

/** A JSON value with its first line, or other text in its place that is not JSON. `row`: its place in a list on one line. */
type JsonPart = { readonly line: number; readonly row?: number; readonly text: string };

type Parts = AsyncGenerator<readonly JsonPart[]>;

async function* partsOfLines(text: AsyncIterable<string>): Parts {
  let before = 0;
  for await (const lines of linesTogether(text)) {
    // Where files were put together a byte order mark stands before a line: it is a blank to trim.
    const parts = lines.map((one, at) => ({ line: before + at + 1, text: one.trim() }));
    before += lines.length;
    yield parts.filter((part) => part.text !== "");
  }
}

/** True if the file is a list, or if its objects run over several lines. */
function isSpread(start: string): boolean {
  const [first = ""] = start.trimStart().split("\n", 1);
  return /^\[\s*(?:[{[]|$)/.test(first) || /^\{\s*$/.test(first) || (/^\{\s*"/.test(first) && /[,[{:]\s*$/.test(first));
}

/** Where the second element of a list begins on the line of the first one, lines say nothing, and elements are counted. */
async function* numbered(parts: Parts, tell?: (numbers: RowNumbers) => void): Parts {
  let [isOneLine, row]: [boolean | null, number] = [null, 0];
  let held: readonly JsonPart[] = [];
  for await (const some of parts) {
    held = [...held, ...some];
    const [first, second] = held;
    if (isOneLine === null && second) isOneLine = second.line === first?.line;
    if (isOneLine === null) continue;
    tell?.(isOneLine ? "row" : "line");
    yield isOneLine ? held.map((part) => ({ ...part, row: ++row })) : held;
    held = [];
  }
  if (held.length > 0) yield held;
}

/** A single object around everything is not a record, and the import cannot know which of its lists holds the records. */
async function* refuseOneObject(parts: Parts): Parts {
  let found: readonly JsonPart[] = [];
  let isMany = false;
  for await (const some of parts) {
    found = isMany ? some : [...found, ...some];
    isMany ||= found.length > 1;
    if (isMany) yield found;
  }
  const [first] = found;
  if (isMany || !first) return;
  const lists = listsIn(first.text);
  if (lists.length > 0)
    throw new StartFailure(
      `The file is one object, and what it holds stands in ${lists.map((name) => `"${name}"`).join(", ")}. Save that list as a file of its own: a list of objects, or an object on each line.`,
    );
  yield found;
}

function listsIn(text: string): string[] {
  const { row = {} } = parse(text, "guessed") as { readonly row?: Row };
  return Object.entries(row).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "object" && one !== null)
      ? [name]
      : [],
  );
}

/** The maximum length of a bad line in a message. */
const SHOWN = 60;

type Parsed = Omit<SoundRow, "line"> | { readonly fault: string };

function parse(text: string, reading: Reading): Parsed {
  try {
    const value: unknown = parseWithNames(text);
    const row = rowIn(value);
    if (row !== null) {
      if (isTooDeep(row))
        return { fault: `is nested more than ${DEEPEST_WALKED} deep, where 100 deep is the most: ${excerpt(text)}` };
      if (LARGE.test(text) && hasEndless(row)) return { fault: `holds a number that is too large: ${excerpt(text)}` };
      if (SMALL.test(text) && hasVanishing(text))
        return { fault: `holds a number that is too small, and would be 0: ${excerpt(text)}` };
      if (reading === "exact") return { row, text };
      if (namesIn(text) > membersIn(value)) return { fault: `has a member twice in one object: ${excerpt(text)}` };
      return mayLoseForm(text) ? { row, exact: once(() => rowIn(parseKeepingForm(text)) ?? row) } : { row };
    }
  } catch {
    if (text === "") return { fault: "the list is never closed: the file may be cut off" };
    // Reported below with the line itself, because the position in the parser's message does not help the user.
    return { fault: `no valid JSON: ${excerpt(text)}` };
  }
  return { fault: `no JSON object: ${excerpt(text)}` };
}

/** JSON.parse keeps the last of two members with one name. A name ends with a quote that no backslash escapes. */
const namesIn = (text: string): number => text.match(/(?<!\\)"\s*:/g)?.length ?? 0;

function membersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value);
  return inside.reduce((sum: number, one) => sum + membersIn(one), Array.isArray(value) ? 0 : inside.length);
}

/** spaCy's older examples are lists of a text and what it is annotated with: `["Anna sings", {"entities": [[0, 4, "PER"]]}]`. */
function rowIn(value: unknown): Row | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return value as Row; // a JSON object
  const [text, about, ...more]: readonly unknown[] = value;
  const isExample = typeof text === "string" && typeof about === "object" && about !== null && !Array.isArray(about);
  return isExample && more.length === 0 && !Object.hasOwn(about, "text") ? { text, ...about } : null;
}

/** An exponent or a run of digits that may be too large for a JavaScript number. */
const LARGE = /[eE]\+?\d{3}|\d{300}/;

/** An exponent with which a number may be too near to 0. */
const SMALL = /[eE]-\d{3}/;

function hasVanishing(text: string): boolean {
  let found = false;
  parseByTokens(text, (source) => {
    found ||= vanishes(source);
    return null;
  });
  return found;
}

const hasEndless = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(hasEndless)
    : typeof value === "number" && !Number.isFinite(value);

const excerpt = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)} ...` : text);

/** Values longer than this are not records (characters). */
const LONGEST = 64 * 1024 * 1024;

/**
 * Yields the elements of a list, or values one after the other, on any number of lines. Brackets separate them, so the whole
 * text never has to be in memory.
 */
async function* splitJson(text: AsyncIterable<string>): Parts {
  const splitter = createSplitter();
  for await (const piece of text) yield* together(splitter.read(piece));
  yield* together(splitter.end());
}

/** One line may be the whole file: its values are not read at once. */
const MOST_TOGETHER = 2 ** 16;

function* together(parts: Iterable<JsonPart>): Generator<readonly JsonPart[]> {
  let [some, characters]: [JsonPart[], number] = [[], 0];
  for (const part of parts) {
    some.push(part);
    characters += part.text.length;
    if (characters < MOST_TOGETHER) continue;
    yield some;
    [some, characters] = [[], 0];
  }
  if (some.length > 0) yield some;
}

const MARK = /["\\{}[\],\n]/g;

function createSplitter() {
  const state: State = { depth: 0, base: null, inText: false };
  let [line, began, passOver, part] = [1, 1, 0, ""];

  const keep = (text: string) => {
    if (part === "") {
      const kept = text.trimStart();
      if (kept === "") return;
      began = line;
      part = kept;
    } else part += text;
    if (part.length > LONGEST)
      throw new StartFailure(
        `The value that begins on line ${began} has more than ${LONGEST.toLocaleString("en")} characters.`,
      );
  };
  const take = (): JsonPart[] => {
    const found = part.trim() === "" ? [] : [{ line: began, text: part.trim() }];
    part = "";
    return found;
  };

  /**
   * Handles a mark at `index` of a piece that is read from `from` on. Returns the finished values and the start of the next
   * one.
   */
  const cutAt = (piece: string, from: number, index: number): { readonly ended: JsonPart[]; readonly from: number } => {
    const mark = piece.charAt(index);
    const step = stepOf(state, mark);
    // The character to skip may be the first one of the next piece.
    if (step === "skip") passOver = index + 2;
    if (step === "begin") return { ended: [], from: index + 1 };
    if (step === "end" || step === "end with") {
      keep(piece.slice(from, step === "end" ? index : index + 1));
      return { ended: take(), from: index + 1 };
    }
    if (mark !== "\n") return { ended: [], from };
    keep(piece.slice(from, index + 1));
    line++;
    return { ended: [], from: index + 1 };
  };

  return {
    *read(piece: string): Generator<JsonPart> {
      let from = 0;
      MARK.lastIndex = passOver;
      for (let found = MARK.exec(piece); found; found = MARK.exec(piece)) {
        passOver = MARK.lastIndex;
        const cut = cutAt(piece, from, found.index);
        yield* cut.ended;
        from = cut.from;
        MARK.lastIndex = passOver;
      }
      passOver = Math.max(0, passOver - piece.length);
      keep(piece.slice(from));
    },
    *end(): Generator<JsonPart> {
      yield* take();
      // A value that is cut off is no valid JSON itself; where only the list has no end, nothing else would say so.
      if (state.base === 1 && state.depth === 1) yield { line, text: "" };
    },
  };
}

type State = {
  depth: number;
  /** The nesting depth of the elements: 1 if the file is a list. */
  base: 0 | 1 | null;
  inText: boolean;
};

/** The effect of a mark: it begins the list, ends an element before or after itself, or skips the next character. */
function stepOf(state: State, mark: string): "begin" | "end" | "end with" | "skip" | null {
  if (state.inText) {
    if (mark === '"') state.inText = false;
    return mark === "\\" ? "skip" : null;
  }
  if (mark === '"') state.inText = true;
  else if (mark === "[" || mark === "{") return opened(state, mark);
  else if (mark === "]" || mark === "}") return closed(state);
  else if (mark === "," && state.depth === state.base) return "end";
  return null;
}

function opened(state: State, mark: "[" | "{"): "begin" | null {
  const isFirst = state.base === null;
  state.base ??= mark === "[" ? 1 : 0;
  state.depth++;
  return isFirst && state.base === 1 ? "begin" : null;
}

function closed(state: State): "end" | "end with" | null {
  state.depth--;
  if (state.base === 1 && state.depth === 0) return "end";
  return state.base === 0 && state.depth === 0 ? "end with" : null;
}
