import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { type AddPlan, planAdd, planAddExport, type SaidParts } from "../import/add-plan.ts";
import { type Columns, lookAtColumns } from "../import/columns.ts";
import { type Definition, isOfTask, readDefinition } from "../import/exported/definition.ts";
import { planExported } from "../import/exported/plan-exported.ts";
import { inferPlan } from "../import/infer.ts";
import type { ImportPlan } from "../import/plan.ts";
import { openSourceAt } from "../import/read-rows.ts";
import { PLACE, type Source } from "../import/row.ts";
import { StartFailure } from "../start-failure.ts";
import { SOURCE_BOUNDS } from "./bounds.ts";
import type { FileData, Wish } from "./messages.ts";
import { columnWishes, readingWish } from "./wishes.ts";

/** A file as it is read in one way. `columns` is null for an export: that describes itself. */
export type ReadFile = {
  readonly source: Source;
  readonly exported: Definition | null;
  readonly columns: Columns | null;
  /** The columns as they are in the file, for the table of refused rows. */
  readonly names: readonly string[];
};

function refuseTwice({ columns, questions }: Wish): void {
  const names = (questions ?? []).map(({ name }) => name);
  const twice = firstTwice(names);
  if (twice !== undefined) throw new StartFailure(`Two questions have the name "${twice}".`);
  const column = firstTwice((columns ?? []).map((one) => one.column));
  if (column !== undefined) throw new StartFailure(`Column "${column}" has two roles; it can have one only.`);
  const ids = (columns ?? []).filter(({ role }) => role.kind === "id");
  if (ids.length > 1)
    throw new StartFailure(
      `Only one column can be the id: ${ids.map((one) => JSON.stringify(one.column)).join(" and ")} are said to be.`,
    );
}

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

/** Reads the file again only when something else is said about how it is read. */
export function createFileReader({ path, name }: Pick<FileData, "path" | "name">) {
  let last: { readonly key: string; readonly read: ReadFile } | null = null;
  return async (wish: Wish): Promise<ReadFile> => {
    const reading = readingWish(withLabels(wish));
    const key = JSON.stringify(reading);
    if (last?.key === key) return last.read;
    // What was read in another way is let go first.
    last = null;
    const source = await openSourceAt({ path, name, bounds: SOURCE_BOUNDS }, reading);
    const read = await understandSource(source);
    last = { key, read };
    return read;
  };
}

/** The columns with labels for the questions of a dataset that is there, as if they made these questions. */
function withLabels(wish: Wish): Wish {
  const parts = wish.into?.columns;
  if (!parts) return wish;
  const labels = parts.filter(({ part }) => part.kind === "suggestion");
  const role = { kind: "question", type: "multi_label_selection" } as const;
  return { ...wish, columns: labels.map(({ column }) => ({ column, role })) };
}

async function understandSource(source: Source): Promise<ReadFile> {
  const exported = await readDefinition(source);
  if (isOfTask(exported)) throw new StartFailure(OF_TASK);
  if (exported) return { source, exported, columns: null, names: await namesOfExport(source) };
  const columns = await lookAtColumns(source, SOURCE_BOUNDS.columns);
  return { source, exported, columns, names: columns.columns.map(({ name }) => name) };
}

/** The members of the first row, without the description of the dataset. */
async function namesOfExport(source: Source): Promise<string[]> {
  for await (const read of source.rows("exact"))
    return "row" in read ? Object.keys(read.row).filter((name) => name !== PLACE) : [];
  return [];
}

const OF_TASK =
  "The file is an export of a dataset of the older family: that comes back by the command line, postil import.";

/** The plan of the dataset. Throws a `StartFailure` if the columns make none. */
export function planOf({ source, exported, columns }: ReadFile, wish: Wish): ImportPlan {
  refuseTwice(wish);
  // An export says itself what its columns are.
  if (exported)
    return planExported(exported, columnWishes({ ...wish, columns: null, questions: null, parts: null }, []));
  if (!columns) throw new Error("A file that is no export has columns.");
  const known = columns.columns.map(({ name }) => name);
  const plan = inferPlan(columns, columnWishes(wish, known), source);
  if (plan.dataset.questions.some(({ required }) => required)) return plan;
  throw new StartFailure("Nobody has to answer any question: at least one question must be required.");
}

/** The parts that columns fill as it was said. */
export const saidParts = ({ into }: Wish): SaidParts =>
  new Map(
    (into?.columns ?? []).map(({ column, part: { kind, name = null, dates } }) => [
      column,
      { kind, name, ...(dates ? { dates } : {}) },
    ]),
  );

/** The dataset; without the columns of the last file if they are to be guessed anew. */
export const askedTarget = ({ into }: Wish, target: WireAddTarget): WireAddTarget =>
  into?.anew ? { ...target, columns: [] } : target;

/** The plan for a dataset that is there. Throws a `StartFailure` if the columns cannot fill it as was said. */
export function addPlanOf({ exported, columns }: ReadFile, wish: Wish, target: WireAddTarget): AddPlan {
  const into = askedTarget(wish, target);
  if (into.dataset.status !== "ready")
    throw new StartFailure("The dataset is not published yet: publish it in its settings, then add records.");
  if (exported) return planAddExport(exported, into);
  if (!columns) throw new Error("A file that is no export has columns.");
  const twice = firstTwice((wish.into?.columns ?? []).map(({ column }) => column));
  if (twice !== undefined) throw new StartFailure(`Column "${twice}" is said twice; it can fill one part only.`);
  return planAdd(columns, into, saidParts(wish));
}
