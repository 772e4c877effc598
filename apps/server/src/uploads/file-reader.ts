import { DATASET_KINDS, type DatasetKind, type TaskRole } from "@postil/contract/datasets/upload-wish";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import type { Task } from "@postil/domain/datasets/dataset";
import { type AddPlan, planAdd, planAddExport, type SaidParts } from "../import/add-plan.ts";
import { type Columns, lookAtColumns } from "../import/columns.ts";
import { type Definition, isOfTask, readDefinition, type TaskDefinition } from "../import/exported/definition.ts";
import { planExported, planExportedTask } from "../import/exported/plan-exported.ts";
import { inferPlan } from "../import/infer.ts";
import type { ImportPlan } from "../import/plan.ts";
import { openSourceAt } from "../import/read-rows.ts";
import { PLACE, type Source } from "../import/row.ts";
import { planTask, type TaskPlan, taskDatasetName } from "../import/tasks/plan-task.ts";
import { rolesInto } from "../import/tasks/task-columns.ts";
import { shapesFor } from "../import/wishes.ts";
import { StartFailure } from "../start-failure.ts";
import { SOURCE_BOUNDS } from "./bounds.ts";
import type { FileData, Wish } from "./messages.ts";
import { columnWishes, readingWish } from "./wishes.ts";

/** A file as it is read in one way. `columns` is null for an export: that describes itself. */
export type ReadFile = {
  readonly source: Source;
  readonly exported: Definition | null;
  /** An export of a dataset of the older family. */
  readonly exportedTask: TaskDefinition | null;
  readonly columns: Columns | null;
  /** The columns as they are in the file, for the table of refused rows. */
  readonly names: readonly string[];
};

/** Reads the file again only when something else is said about how it is read. */
export function createFileReader({ path, name }: Pick<FileData, "path" | "name">) {
  let last: { readonly key: string; readonly read: ReadFile } | null = null;
  return async (wish: Wish): Promise<ReadFile> => {
    const said = readingWish(withLabels(wish));
    const task = taskOf(wish);
    // What the page says of another tool is about a feedback dataset.
    const reading = task === null ? said : { ...said, ...(shapesFor(task, said.shape) ?? { shape: "plain" as const }) };
    const key = JSON.stringify(reading);
    if (last?.key === key) return last.read;
    // What was read in another way is let go first.
    last = null;
    const place = { path, name, bounds: SOURCE_BOUNDS };
    const read = await understandSource(await openSourceAt(place, reading));
    const isOpen = (wish.kind ?? wish.into ?? null) === null;
    // Records of the three tasks become a dataset of their task, unless another kind is said.
    const isTasks = isOpen && read.source.shape()?.key === "argilla-tasks";
    const found = isTasks ? await understandSource(await openSourceAt(place, { ...reading, shape: "plain" })) : read;
    last = { key, read: found };
    return found;
  };
}

const taskOf = ({ kind }: Wish): Task | null => (kind == null || kind === "feedback" ? null : kind);

/** The columns with labels for the questions of a dataset that is there, as if they made these questions. */
function withLabels(wish: Wish): Wish {
  const ofTask = wish.kind === "feedback" ? null : wish.task?.columns;
  if (ofTask) return { ...wish, columns: asQuestions(ofTask.filter((one) => one.role === "annotation")) };
  const parts = wish.into?.columns;
  if (!parts) return wish;
  const labels = parts.filter(({ part }) => part.kind === "suggestion");
  return { ...wish, columns: asQuestions(labels) };
}

const asQuestions = (columns: readonly { readonly column: string }[]): NonNullable<Wish["columns"]> =>
  columns.map(({ column }) => ({ column, role: { kind: "question", type: "multi_label_selection" } }));

async function understandSource(source: Source): Promise<ReadFile> {
  const found = await readDefinition(source);
  const [exported, exportedTask] = isOfTask(found) ? [null, found] : [found, null];
  if (found) return { source, exported, exportedTask, columns: null, names: await namesOfExport(source) };
  const columns = await lookAtColumns(source, SOURCE_BOUNDS.columns);
  return { source, exported, exportedTask, columns, names: columns.columns.map(({ name }) => name) };
}

/** The members of the first row, without the description of the dataset. */
async function namesOfExport(source: Source): Promise<string[]> {
  for await (const read of source.rows("exact"))
    return "row" in read ? Object.keys(read.row).filter((name) => name !== PLACE) : [];
  return [];
}

type Guess = { readonly kind: DatasetKind; readonly reason: string };

/** What the file is taken for, and why. */
export function guessKind({ source, exported, exportedTask, columns }: ReadFile): Guess {
  if (exportedTask) return { kind: exportedTask.task, reason: "it is an export of such a dataset" };
  if (exported) return { kind: "feedback", reason: "it is an export of such a dataset" };
  if (source.format === "columns")
    return columns?.columns.length === 1
      ? { kind: "TokenClassification", reason: "each line has a token" }
      : { kind: "feedback", reason: "the tags of its tokens can become spans" };
  const names = new Set(columns?.columns.map(({ name }) => name));
  const has = (...some: readonly string[]) => some.every((name) => names.has(name));
  const isClients = has("prediction_agent", "annotation_agent") || has("prediction", "annotation", "status");
  if (!isClients) return { kind: "feedback", reason: "its columns can become fields, questions and suggestions" };
  const reason = "it has the columns of an Argilla 1.x client's export";
  if (has("tokens")) return { kind: "TokenClassification", reason: `${reason}, and tokens` };
  const isText2Text = !["inputs", "multi_label", "explanation"].some((name) => names.has(name));
  return isText2Text && has("text")
    ? { kind: "Text2Text", reason: `${reason}, and nothing of labels` }
    : { kind: "TextClassification", reason };
}

export const kindOf = (read: ReadFile, { kind }: Pick<Wish, "kind">): DatasetKind => kind ?? guessKind(read).kind;

/** What the file can become, and of the rest why it cannot. */
export const kindsOf = (read: ReadFile): { readonly kind: DatasetKind; readonly unfit: string | null }[] =>
  DATASET_KINDS.map((kind) => ({ kind, unfit: whyUnfit(read, kind) }));

function whyUnfit(read: ReadFile, kind: DatasetKind): string | null {
  const guess = guessKind(read);
  if (kind === guess.kind) return null;
  if (read.exported || read.exportedTask) return "the file is an export of another kind of dataset";
  if (read.source.format === "columns") return kind === "TokenClassification" ? null : "the file has tokens in columns";
  const hasTokens = read.columns?.columns.some(({ textLists }) => textLists > 0) ?? false;
  return kind === "TokenClassification" && !hasTokens ? "no column has lists of tokens" : null;
}

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

function refuseTwiceOfTask(said: readonly { readonly column: string }[]): void {
  if (firstTwice(said.map(({ column }) => column)) !== undefined)
    throw new StartFailure("A column is said twice; it can have one role only.");
}

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

/** Files that make datasets of the older family alone. */
function refuseOfTask({ exportedTask }: ReadFile): void {
  if (exportedTask)
    throw new StartFailure(`The file is an export of a ${exportedTask.task} dataset: it can only become one again.`);
}

/** The plan of the dataset. Throws a `StartFailure` if the columns make none. */
export function planOf(read: ReadFile, wish: Wish): ImportPlan {
  const { source, exported, columns } = read;
  refuseOfTask(read);
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
export function addPlanOf(read: ReadFile, wish: Wish, target: WireAddTarget): AddPlan {
  const { exported, columns } = read;
  refuseOfTask(read);
  const into = askedTarget(wish, target);
  if (into.dataset.status !== "ready")
    throw new StartFailure("The dataset is not published yet: publish it in its settings, then add records.");
  if (exported) return planAddExport(exported, into);
  if (!columns) throw new Error("A file that is no export has columns.");
  const twice = firstTwice((wish.into?.columns ?? []).map(({ column }) => column));
  if (twice !== undefined) throw new StartFailure(`Column "${twice}" is said twice; it can fill one part only.`);
  return planAdd(columns, into, saidParts(wish));
}

/** What the page says of a file for a dataset that is there, with what the dataset says of its columns. */
export function wishInto(wish: Wish, target: WireTaskAddTarget): Wish {
  const said = wish.task?.columns;
  refuseTwiceOfTask(said ?? []);
  const roles = rolesInto(target, {
    roles: said ? new Map(said.map(({ column, role }) => [column, role])) : null,
    anew: wish.into?.anew ?? false,
  });
  const columns = roles && [...roles].map(([column, role]) => ({ column, role }));
  const { agent } = wish.task ?? {};
  return {
    ...wish,
    kind: target.task,
    name: null,
    task: { columns, agent, several: wish.task?.several ?? target.several, labels: null },
  };
}

/** The plan for a dataset that is there. Throws a `StartFailure` if the columns make no records of its task. */
export function taskAddPlanOf(read: ReadFile, wish: Wish, target: WireTaskAddTarget): TaskPlan {
  if (target.closed) throw new StartFailure("The dataset is closed: open it in its settings, then add records.");
  return taskPlanOf(read, wishInto(wish, target), target.task);
}

/** The plan of the dataset. Throws a `StartFailure` if the columns make none. */
export function taskPlanOf(read: ReadFile, wish: Wish, task: Task): TaskPlan {
  const { source, columns, exportedTask } = read;
  const dataset = wish.name == null ? null : taskDatasetName(wish.name);
  const options = { ...columnWishes({ ...wish, columns: null, questions: null, name: null }, []), dataset };
  if (exportedTask) return planExportedTask(exportedTask, { ...options, guidelines: null, task, agent: null });
  if (!columns)
    throw new StartFailure(`The file is an export of a feedback dataset, which cannot become one of ${task}.`);
  const { agent = null, several = null, columns: said = null } = wish.task ?? {};
  const roles = said && new Map(said.map(({ column, role }): [string, TaskRole] => [column, role]));
  refuseTwiceOfTask(said ?? []);
  return planTask(columns, source, task, { ...options, agent }, { roles, several });
}
