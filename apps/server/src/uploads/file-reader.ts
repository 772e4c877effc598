import { type Columns, createLook } from "../import/columns.ts";
import { type Definition, isOfTask, readDefinition } from "../import/exported/definition.ts";
import { planExported } from "../import/exported/plan-exported.ts";
import { inferPlan } from "../import/infer.ts";
import type { ImportPlan } from "../import/plan.ts";
import { openSourceAt } from "../import/read-rows.ts";
import type { Source } from "../import/row.ts";
import { StartFailure } from "../start-failure.ts";
import { MOST_COLUMNS, SOURCE_BOUNDS } from "./bounds.ts";
import type { FileData, Wish } from "./messages.ts";
import { columnWishes, readingWish } from "./wishes.ts";

/** A file as it is read in one way. `columns` is null for an export: that describes itself. */
export type ReadFile = {
  readonly source: Source;
  readonly exported: Definition | null;
  readonly columns: Columns | null;
};

/** Reads the file again only when something else is said about how it is read. */
export function createFileReader({ path, name }: Pick<FileData, "path" | "name">) {
  let last: { readonly key: string; readonly read: ReadFile } | null = null;
  return async (wish: Wish): Promise<ReadFile> => {
    const reading = readingWish(wish);
    const key = JSON.stringify(reading);
    if (last?.key === key) return last.read;
    // What was read in another way is let go first.
    last = null;
    const source = openSourceAt({ path, name, bounds: SOURCE_BOUNDS }, reading);
    const read = await understandSource(source);
    last = { key, read };
    return read;
  };
}

async function understandSource(source: Source): Promise<ReadFile> {
  if (source.format === "columns") throw new StartFailure(TOKENS);
  const exported = await readDefinition(source);
  if (isOfTask(exported)) throw new StartFailure(OF_TASK);
  return { source, exported, columns: exported ? null : await lookAt(source) };
}

export const TOKENS =
  "The file has tokens in columns, which become a dataset of the older family: that comes by the command line, postil import.";
const OF_TASK =
  "The file is an export of a dataset of the older family: that comes back by the command line, postil import.";

async function lookAt(source: Source): Promise<Columns> {
  const look = createLook(source.format === "csv", MOST_COLUMNS);
  for await (const read of source.rows()) look.add(read);
  return look.end();
}

/** The plan of the dataset. Throws a `StartFailure` if the columns make none. */
export function planOf({ source, exported, columns }: ReadFile, wish: Wish): ImportPlan {
  const known = columns?.columns.map(({ name }) => name) ?? [];
  const wishes = columnWishes(wish, known);
  if (exported) return planExported(exported, wishes);
  if (!columns) throw new Error("A file that is no export has columns.");
  const plan = inferPlan(columns, wishes, source);
  if (plan.dataset.questions.some(({ required }) => required)) return plan;
  throw new StartFailure("Nobody has to answer any question: at least one question must be required.");
}
