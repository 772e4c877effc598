import { DATASET_KINDS, type DatasetKind, type TaskRole } from "@postil/contract/datasets/upload-tasks";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import type { Task } from "@postil/domain/datasets/dataset";
import { planExportedTask } from "../import/exported/plan-exported.ts";
import { planTask, type TaskPlan, taskDatasetName } from "../import/tasks/plan-task.ts";
import { rolesInto } from "../import/tasks/task-target.ts";
import { StartFailure } from "../start-failure.ts";
import type { ReadFile } from "./file-reader.ts";
import type { Wish } from "./messages.ts";
import { columnWishes } from "./wishes.ts";

/** A file that becomes a dataset of one of the three tasks (IMP-40): the page's words for what `--task` plans. */

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

/** What the page says of a file for a dataset that is there, with what the dataset says of its columns. */
export function wishInto(wish: Wish, target: WireTaskAddTarget): Wish {
  const said = wish.task?.columns;
  refuseTwice(said ?? []);
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

function refuseTwice(said: readonly { readonly column: string }[]): void {
  if (new Set(said.map(({ column }) => column)).size < said.length)
    throw new StartFailure("A column is said twice; it can have one role only.");
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
  refuseTwice(said ?? []);
  return planTask(columns, source, task, { ...options, agent }, { roles, several });
}
