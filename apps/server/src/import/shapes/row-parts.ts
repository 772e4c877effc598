import { StartFailure } from "../../start-failure.ts";
import { type ReadRow, type Row, valueIn } from "../row.ts";
import type { FileWishes } from "../wishes.ts";
import { isObject } from "./members.ts";
import { turnRow } from "./recognize.ts";

/** Columns that somebody asks for: the members of objects, and the spans that are marked in a text. */

/** A path has so many names, and all objects together so many members. */
const MEMBERS_DEPTH = 6;
export const MOST_MEMBERS = 500;

export function createRowParts({ members, marks }: Pick<FileWishes, "members" | "marks">) {
  if (members.length === 0 && marks === null) return (read: ReadRow): ReadRow => read;
  // Members of a member come after it.
  const paths = members.toSorted((a, b) => a.split(".").length - b.split(".").length);
  const deep = paths.find((path) => path.split(".").length >= MEMBERS_DEPTH);
  if (deep !== undefined)
    throw new StartFailure(`The members of "${deep}" are too deep: a path has at most ${MEMBERS_DEPTH} names.`);
  const made = new Set<string>();
  return (read: ReadRow): ReadRow => {
    if ("fault" in read) return read;
    const turned = turnRow(read, (row) => {
      const unfolded = paths.reduce(unfold, row);
      return { row: marks === null ? unfolded : unmarked(unfolded, marks) };
    });
    if (made.size <= MOST_MEMBERS)
      for (const name of Object.keys(turned.row)) if (!(name in read.row) && !isMarked(name, marks)) made.add(name);
    if (made.size > MOST_MEMBERS)
      throw new StartFailure(
        `The members of ${paths.map((path) => `"${path}"`).join(", ")} make more than ${MOST_MEMBERS} columns: line ${read.line} has another one, "${[...made].at(-1)}".`,
      );
    return turned;
  };
}

/** An object that cannot be taken apart, because a column has the name of a member, stays as it is. */
function unfold(row: Row, path: string): Row {
  const value = valueIn(row, path);
  if (!isObject(value)) return row;
  const own = Object.entries(value).map(([name, one]) => [`${path}.${name}`, one] as const);
  if (own.some(([name]) => Object.hasOwn(row, name))) return row;
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, one]): (readonly [string, unknown])[] => (name === path ? own : [[name, one]])),
  );
}

const spansOf = (column: string): string => `${column}.spans`;
const isMarked = (name: string, marks: string | null): boolean => marks !== null && name === spansOf(marks);

function unmarked(row: Row, column: string): Row {
  const text = valueIn(row, column);
  if (typeof text !== "string") return row;
  const { plain, spans } = readMarks(text);
  return Object.fromEntries([
    ...Object.entries(row).map(([name, one]): [string, unknown] => [name, name === column ? plain : one]),
    [spansOf(column), spans],
  ]);
}

type Marked = { readonly start: number; readonly end: number; readonly label: string };

const LABEL = String.raw`[\p{L}][\p{L}\p{N}_.-]*`;
/** `[`, `]`, `](LOC)`, `<LOC>`, `</LOC>`. The address of a link is no label. */
const MARK = new RegExp(String.raw`\[|\](?:\((${LABEL})\))?|<(${LABEL})>|</(${LABEL})>`, "gu");

/** Places count characters. Marks may be inside of others; one that has no other end is text. */
export function readMarks(text: string): { readonly plain: string; readonly spans: readonly Marked[] } {
  const found = [...text.matchAll(MARK)];
  const pairs = new Map([...bracketsIn(found), ...tagsIn(found)]);
  let [plain, count, from] = ["", 0, 0];
  const starts = new Map<RegExpExecArray, number>();
  const spans: Marked[] = [];
  for (const mark of found) {
    const other = pairs.get(mark);
    if (other === undefined) continue;
    const piece = text.slice(from, mark.index);
    plain += piece;
    count += Array.from(piece).length;
    from = mark.index + mark[0].length;
    const start = starts.get(other);
    if (start === undefined) starts.set(mark, count);
    else if (start < count) spans.push({ start, end: count, label: mark[1] ?? mark[3] ?? "" });
  }
  plain += text.slice(from);
  return { plain, spans: spans.toSorted((a, b) => a.start - b.start || b.end - a.end) };
}

/** Each mark that begins or ends, with its other end. */
type Pairs = Map<RegExpExecArray, RegExpExecArray>;

function bracketsIn(marks: readonly RegExpExecArray[]): Pairs {
  const pairs: Pairs = new Map();
  const open: RegExpExecArray[] = [];
  for (const mark of marks) {
    const [whole, label] = mark;
    if (whole === "[") open.push(mark);
    if (!whole.startsWith("]")) continue;
    const begun = open.pop();
    if (begun && label !== undefined && mark.index > begun.index + 1) pairs.set(begun, mark).set(mark, begun);
  }
  return pairs;
}

function tagsIn(marks: readonly RegExpExecArray[]): Pairs {
  const pairs: Pairs = new Map();
  const open: RegExpExecArray[] = [];
  // A search through all that is open would cost as much again for each mark.
  const openOf = new Map<string, number[]>();
  for (const mark of marks) {
    const [, , opens, closes] = mark;
    if (opens !== undefined) {
      const places = openOf.get(opens) ?? [];
      places.push(open.length);
      openOf.set(opens, places);
      open.push(mark);
    }
    const at = closes === undefined ? undefined : openOf.get(closes)?.at(-1);
    const begun = at === undefined ? undefined : open[at];
    if (at === undefined || begun === undefined) continue;
    for (const [, , label = ""] of open.splice(at)) openOf.get(label)?.pop();
    pairs.set(begun, mark).set(mark, begun);
  }
  return pairs;
}
