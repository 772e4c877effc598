import { type Existing, type MergeOutcome, sameValue } from "../records/merge-record.ts";
import { changedPart } from "../text/word-diff.ts";
import { textOfAnnotation } from "./annotation-part.ts";
import type { LoggedRecord, LogResult } from "./log-record.ts";
import type { TaskDocument } from "./task-record.ts";

/**
 * A record of a file that is added to a task dataset (IMP-44). It is merged into the record of its id as a log is. What the
 * file does not say stays as it is.
 */

/** A file takes nothing back: the status `Default` says nothing of a record that is there, and no side is removed. */
const asAdded = (stored: TaskDocument | null, said: LoggedRecord): LoggedRecord =>
  stored === null
    ? said
    : {
        ...said,
        clear: [],
        status: said.status === "Default" ? stored.status : said.status,
        keep: ["prediction", "annotation"],
      };

/** The same without what it says in the place of people. */
function withoutPeople(stored: TaskDocument, { annotation: _, annotations: __, ...said }: LoggedRecord): LoggedRecord {
  return { ...said, status: stored.status } as LoggedRecord; // of the same task: neither member shows it
}

/** For people: of long texts only the part that differs. `before` null: there was no value. `kept`: it stays as it is. */
type TaskChange = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
  readonly kept: boolean;
};

export type TaskMerged = {
  readonly outcome: MergeOutcome;
  /** Why it is refused. */
  readonly fault: string | null;
  /** True if what somebody annotated, validated or discarded changes, or would change if it was not to stay. */
  readonly overwrites: boolean;
  readonly changes: readonly TaskChange[];
};

export const NEW: TaskMerged = { outcome: "new", fault: null, overwrites: false, changes: [] };

export type AskedOfMerge = {
  readonly existing: Existing;
  /** False: what people said of a record stays; the rest of the row is merged. */
  readonly overwrite: boolean;
};
type Stored = {
  readonly document: TaskDocument | null;
  readonly numbersOf: (vector: string) => readonly number[] | undefined;
};

/** What becomes of a record of a file, and what is stored if it is new or updated. `lay` merges it as a log (IMP-44, IMP-71). */
export function mergeTaskRecord(
  { document, numbersOf }: Stored,
  given: LoggedRecord,
  { existing, overwrite }: AskedOfMerge,
  lay: (said: LoggedRecord) => LogResult,
): { readonly merged: TaskMerged; readonly result: LogResult } {
  const said = asAdded(document, given);
  const whole = lay(said);
  if (document === null) return { merged: NEW, result: whole };
  const changesOf = (result: LogResult) => [
    ...taskChanges(document, result.document),
    ...vectorChanges(document, result, numbersOf),
  ];
  const all = changesOf(whole);
  const overwrites = existing === "update" && overwritesPeople(document, all);
  const result = overwrites && !overwrite ? lay(withoutPeople(document, said)) : whole;
  const left = result === whole ? all : changesOf(result);
  const names = new Set(left.map(({ name }) => name));
  const changes = all.map((change) => ({ ...change, kept: !names.has(change.name) }));
  if (all.length === 0) return { merged: { ...NEW, outcome: "unchanged" }, result };
  if (existing === "leave") return { merged: { ...NEW, outcome: "left" }, result };
  return { merged: { ...NEW, outcome: left.length > 0 ? "updated" : "left", overwrites, changes }, result };
}

/** Members that the server derives from others, or sets at each log. */
const DERIVED: ReadonlySet<string> = new Set(["id", "last_updated", "metrics", "vectors"]);

function valuesOf(document: TaskDocument): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(document)) {
    if (DERIVED.has(name) || (name === "text" && "inputs" in document)) continue;
    if (name === "inputs" || name === "metadata")
      for (const [key, one] of Object.entries(value)) values.set(`${name}.${key}`, one);
    else values.set(name, value);
  }
  return values;
}

/** What differs in the record that is stored from now on. The part of the main agent is told once. */
function taskChanges(before: TaskDocument, after: TaskDocument): TaskChange[] {
  const stored = valuesOf(before);
  const differing = [...valuesOf(after)].filter(([name, value]) => !sameValue(stored.get(name), value));
  const names = new Set(differing.map(([name]) => name));
  return differing
    .filter(([name]) => !(name.endsWith("ations") || name === "predictions") || !names.has(name.slice(0, -1)))
    .map(([name, value]) => {
      const sides = [wordsOfSide(before, name), wordsOfSide(after, name)] as const;
      const isTold = sides[0] !== sides[1] && sides[1] !== null;
      const [there, now] = isTold ? sides : [wordsOf(stored.get(name)), wordsOf(value)];
      return changeOf(name, there, now ?? "");
    });
}

function changeOf(name: string, before: string | null, after: string): TaskChange {
  const shown = changedPart(before ?? "", after);
  return { name, before: before === null ? null : shown.before, after: shown.after, kept: false };
}

/** Vectors whose numbers, or what was said of them, differ. */
const vectorChanges = (
  { vectors: before = {} }: TaskDocument,
  { document: { vectors: after = {} }, vectors }: LogResult,
  numbersOf: Stored["numbersOf"],
): TaskChange[] =>
  Object.entries(vectors).flatMap(([name, numbers]) => {
    const there = numbersOf(name);
    const isSame = there?.length === numbers.length && numbers.every((number, at) => number === there[at]);
    if (isSame && sameValue(before[name], after[name])) return [];
    return [changeOf(`vectors.${name}`, wordsOf(there), JSON.stringify(numbers))];
  });

/** True if these changes touch what somebody has said of the record. */
const overwritesPeople = (before: TaskDocument, changes: readonly TaskChange[]): boolean =>
  changes.some(
    ({ name }) =>
      (name.startsWith("annotation") && before.annotation !== undefined) ||
      (name === "status" && before.status !== "Default"),
  );

/** What somebody said, as people read it, and who. */
function wordsOfSide(document: TaskDocument, name: string): string | null {
  const side = name === "annotation" || name === "prediction" ? document[name] : undefined;
  return side ? `${textOfAnnotation(document.text, side)} (${side.agent})` : null;
}

function wordsOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
