import type { CallInput } from "@postil/contract/call";
import type { DatasetKind } from "@postil/contract/datasets/upload-wish";
import { isTaskDatasetKey, readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import type { SaidTask } from "./said.ts";
import {
  askedOf,
  DECISIONS,
  isFor,
  lacksOptions,
  NAMED,
  OPTIONS_OF,
  type Role,
  type Said,
  type SaidInto,
  type SaidQuestion,
  saidInto,
} from "./said.ts";

/** What a person said of a file, as the calls of the server take it. */

export type Wish = CallInput<"understandUpload">["body"];

/** What is sent. Questions that are not complete yet are left out: they would only be refused. */
export function wishOf(said: Said): Wish {
  const { reading, roles, questions, people, parts, name, guidelines, asWritten, merge, decisions, kind, task, into } =
    said;
  // After the file was read in another way it is not known yet which questions have a column.
  const asked = roles && questions && askedOf(questions, roles);
  return {
    reading: {
      ...reading,
      missing: reading.missing && [...reading.missing],
      members: reading.members && [...reading.members],
    },
    columns: roles && sentRoles(roles, asked ?? []),
    questions: asked && sentQuestions(asked),
    parts: [...parts].map(([column, part]) => ({ column, ...part })),
    name: name?.trim() || null,
    guidelines: guidelines.trim() || null,
    as_written: asWritten,
    merge,
    decisions: decisions && {
      column: decisions.column,
      ...Object.fromEntries(DECISIONS.map((decision) => [decision, [...(decisions[decision] ?? [])]])),
    },
    people: [...people].map(([name, username]) => ({ name, username })),
    ...taskWishOf(kind, task),
    into: into && intoOf(into),
  };
}

type AddBody = CallInput<"addUpload">["body"];

function intoOf({ key, parts, anew }: SaidInto): AddBody["into"] {
  const columns = parts && [...parts].map(([column, part]) => ({ column, part }));
  if (!isTaskDatasetKey(key)) return { dataset_id: key, anew, columns };
  const { workspace, dataset } = readTaskDatasetKey(key);
  return { task_dataset: { workspace, name: dataset }, anew };
}

/** What a dry run is asked. */
export const trialOf = (said: Said, key: string): AddBody => ({
  reading: wishOf(said).reading,
  into: intoOf(said.into ?? saidInto(key)),
  ...(isTaskDatasetKey(key) ? { task: taskWishOf(null, said.task).task } : {}),
  existing: "update",
  dry_run: true,
});

/** The server knows a question without a column by its name. */
function sentRoles(roles: ReadonlyMap<string, Role>, questions: readonly SaidQuestion[]): NonNullable<Wish["columns"]> {
  const names = new Map(questions.map(({ key, column, name }) => [key, column ?? name]));
  return [...roles].map(([column, role]) => ({
    column,
    role: isFor(role) ? { ...role, question: names.get(role.question) ?? role.question } : role,
  }));
}

const sentQuestions = (questions: readonly SaidQuestion[]): NonNullable<Wish["questions"]> =>
  questions
    .filter((question) => !lacksOptions(question))
    .map(({ column, name, type, title, description, required, added, naming }) => ({
      column,
      name,
      type,
      title: title.trim() || name,
      description: description.trim() || null,
      required,
      options: OPTIONS_OF[type] === null || added.length === 0 ? null : [...added],
      names: NAMED.includes(type) ? namesIn(naming) : null,
    }));

/** The lines `0: negative` as values and their names. Any other line says nothing. */
const namesIn = (naming: string): { value: string; name: string }[] =>
  naming.split("\n").flatMap((line) => {
    const [, value = "", name = ""] = /^([^:]+):\s*(\S.*)$/.exec(line) ?? [];
    return value.trim() === "" ? [] : [{ value: value.trim(), name: name.trim() }];
  });

/** Of a dataset of a task. */
const taskWishOf = (
  kind: DatasetKind | null,
  { roles, agent, several, labels }: SaidTask,
): Pick<Wish, "kind" | "task"> => ({
  kind,
  task: {
    columns: roles && [...roles].map(([column, role]) => ({ column, role })),
    agent: agent.trim() || null,
    several,
    labels: [...labels],
  },
});
