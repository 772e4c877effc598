import type { FileWishes } from "./file-wishes.ts";
import type { ReadRow, Row } from "./row.ts";

/** What options say of cells, whatever the file is: what is no value, blanks around, several labels in one, members of members. */
export function createShape(wishes: FileWishes): (read: ReadRow) => ReadRow {
  const missing = new Set(wishes.missing);
  const { trim, labelSeparator, paths } = wishes;
  const labels = new Set(wishes.labelColumns.map((name) => name.toLowerCase()));
  if (missing.size === 0 && !trim && labelSeparator === null && paths.length === 0) return (read) => read;

  const shapedValue = (name: string, given: unknown): unknown => {
    if (typeof given !== "string") return given;
    const text = trim ? given.trim() : given;
    if (text === "" || missing.has(text)) return null;
    if (labelSeparator === null || !labels.has(name.toLowerCase())) return text;
    return text
      .split(labelSeparator)
      .map((one) => one.trim())
      .filter((one) => one !== "");
  };
  const shaped = (row: Row): Row => {
    const nested = paths.flatMap((path) => {
      const value = Object.hasOwn(row, path) ? undefined : memberAt(row, path.split("."));
      return value === undefined ? [] : [[path, value] as const];
    });
    const members = [...Object.entries(row), ...nested];
    return Object.fromEntries(members.map(([name, value]) => [name, shapedValue(name, value)]));
  };
  return (read) => {
    if ("fault" in read) return read;
    const { exact } = read;
    return { ...read, row: shaped(read.row), ...(exact ? { exact: () => shaped(exact()) } : {}) };
  };
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return memberAt((value as Row)[name], rest); // it has the member
}
