import { StartFailure } from "../../start-failure.ts";

/** A JSON value with its first line, or other text in its place that is not JSON. */
export type JsonPart = { readonly line: number; readonly text: string };

/** Values longer than this are not records (characters). */
const LONGEST = 64 * 1024 * 1024;

/**
 * Yields the elements of a list, or values one after the other, on any number of lines. Brackets separate them, so the whole
 * text never has to be in memory.
 */
export async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<JsonPart> {
  const splitter = createSplitter();
  for await (const piece of text) yield* splitter.read(piece);
  yield* splitter.end();
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
      const rest = take();
      if (rest.length === 0 && state.depth > 0) yield { line, text: "" };
      yield* rest;
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
