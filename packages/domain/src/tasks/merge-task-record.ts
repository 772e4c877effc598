import { type MergeOutcome, sameValue } from "../records/merge-record.ts";
import { changedPart } from "../text/word-diff.ts";
import type { LoggedRecord } from "./log-record.ts";
import type { TaskDocument } from "./task-record.ts";

/**
 * A record of a file that is added to a task dataset (IMP-44). It is merged into the record of its id as a log is. What the
 * file does not say stays as it is.
 */

/** The status `Default` says nothing of a record that is there: a row without an annotation takes none back. */
export const asAdded = (stored: TaskDocument | null, said: LoggedRecord): LoggedRecord =>
  stored === null
    ? said
    : {
        ...said,
        status: said.status === "Default" ? stored.status : said.status,
        keep: ["prediction", "annotation"],
      };

/** For people: of long texts only the part that differs. `before` null: there was no value. */
export type TaskChange = { readonly name: string; readonly before: string | null; readonly after: string };

export type TaskMerged = {
  readonly outcome: MergeOutcome;
  /** Why it is refused. */
  readonly fault: string | null;
  /** True if what somebody annotated, validated or discarded changes. */
  readonly overwrites: boolean;
  readonly changes: readonly TaskChange[];
};

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
export function taskChanges(before: TaskDocument, after: TaskDocument): TaskChange[] {
  const stored = valuesOf(before);
  const differing = [...valuesOf(after)].filter(([name, value]) => !sameValue(stored.get(name), value));
  const names = new Set(differing.map(([name]) => name));
  return differing
    .filter(([name]) => !(name.endsWith("ations") || name === "predictions") || !names.has(name.slice(0, -1)))
    .map(([name, value]) => {
      const there = wordsOf(stored.get(name));
      const shown = changedPart(there ?? "", wordsOf(value) ?? "");
      return { name, before: there === null ? null : shown.before, after: shown.after };
    });
}

/** True if these changes touch what somebody has said of the record. */
export const overwritesPeople = (before: TaskDocument, changes: readonly TaskChange[]): boolean =>
  changes.some(
    ({ name }) =>
      (name.startsWith("annotation") && before.annotation !== undefined) ||
      (name === "status" && before.status !== "Default"),
  );

function wordsOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
