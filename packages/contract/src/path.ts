/**
 * How the paths of the table are written: `:name` is a parameter of one segment, `:name(one|other)` one of a few words, and
 * `::` a colon that stands for itself.
 */

export type PathPart =
  | { readonly text: string }
  /** `words`: those that it may be, between bars; null: any. */
  | { readonly name: string; readonly words: string | null };

const SPECIAL = /(::|:\w+(?:\([\w|]+\))?)/;
const PARAMETER = /^:(\w+)(?:\((.+)\))?$/;

/** The parts of a path, from left to right. */
export const partsOfPath = (path: string): PathPart[] =>
  path
    .split(SPECIAL)
    .filter((part) => part !== "")
    .map((part) => {
      if (part === "::") return { text: ":" };
      const [, name, words = null] = PARAMETER.exec(part) ?? [];
      return name === undefined ? { text: part } : { name, words };
    });

/** The path with something put in place of each parameter. */
export const fillPath = (path: string, fill: (name: string) => string): string =>
  partsOfPath(path)
    .map((part) => ("text" in part ? part.text : fill(part.name)))
    .join("");
