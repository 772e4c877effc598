/**
 * Lists and maps as Python prints them: `[('x', 0.6), ('y', 0.4)]`, `{'a': None}`, `array([1., 2.])`. Pandas writes them into
 * cells.
 */

/** The value as JSON types; undefined if the whole text is not such a literal. */
export function pythonValue(text: string): unknown {
  const reader = createReader(text);
  try {
    const value = reader.value(0);
    return reader.isAtEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

class NoLiteral extends Error {}

const DEEPEST = 100;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["None", null],
  ["nan", null],
  ["True", true],
  ["False", false],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["(", ")"],
]);

function createReader(text: string) {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  const space = () => take(/\s*/y);
  const isAtEnd = () => {
    space();
    return at === text.length;
  };

  const value = (depth: number): unknown => {
    if (depth > DEEPEST) throw new NoLiteral();
    space();
    const mark = text.charAt(at);
    const closing = CLOSING.get(mark);
    if (closing !== undefined) return list(closing, depth);
    if (mark === "{") return map(depth);
    if (mark === "'" || mark === '"') return quoted(mark);
    const number = take(/[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
    if (number !== null) return numberOf(number);
    if (take(/array\(/y) !== null) return array(depth);
    const word = take(/\w+/y) ?? "";
    if (!WORDS.has(word)) throw new NoLiteral();
    return WORDS.get(word);
  };

  const list = (closing: string, depth: number): unknown[] => {
    at++;
    const values: unknown[] = [];
    for (space(); text.charAt(at) !== closing; space()) {
      values.push(value(depth + 1));
      space();
      // Lists from numpy have no commas.
      if (take(/,/y) === null && text.charAt(at) !== closing && !/\s/.test(text.charAt(at - 1))) throw new NoLiteral();
    }
    at++;
    return values;
  };

  const map = (depth: number): object => {
    at++;
    const members: [string, unknown][] = [];
    for (space(); text.charAt(at) !== "}"; space()) {
      const name = value(depth + 1);
      space();
      if (take(/:/y) === null || (typeof name === "object" && name !== null)) throw new NoLiteral();
      members.push([String(name), value(depth + 1)]);
      space();
      if (take(/,/y) === null && text.charAt(at) !== "}") throw new NoLiteral();
    }
    at++;
    return Object.fromEntries(members);
  };

  const array = (depth: number): unknown => {
    const values = value(depth + 1);
    if (take(/\s*(?:,\s*dtype=[\w.<>'"]+\s*)?\)/y) === null) throw new NoLiteral();
    return values;
  };

  const quoted = (quote: string): string => {
    let read = "";
    for (at++; text.charAt(at) !== quote; at++) {
      if (at >= text.length) throw new NoLiteral();
      if (text.charAt(at) !== "\\") read += text.charAt(at);
      else read += escaped();
    }
    at++;
    return read;
  };

  const escaped = (): string => {
    at++;
    const code = take(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y);
    if (code !== null) {
      at--;
      const point = Number.parseInt(code.slice(1), 16);
      if (point > 0x10_ff_ff) throw new NoLiteral();
      return String.fromCodePoint(point);
    }
    const mark = text.charAt(at);
    return ESCAPES.get(mark) ?? (/['"\\]/.test(mark) ? mark : `\\${mark}`);
  };

  return { value, isAtEnd };
}

function numberOf(text: string): number {
  const number = Number(text);
  // A text that does not fit in a number stays as it is written.
  if (!Number.isFinite(number) || (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number))) throw new NoLiteral();
  return number;
}
