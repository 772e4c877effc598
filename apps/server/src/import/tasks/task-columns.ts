import { TASK_ROLES, type TaskRole } from "@postil/contract/datasets/upload-wish";
import { MOST_REMEMBERED, REMEMBERED_NAME } from "@postil/contract/feedback/merging";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import { TASKS, type Task } from "@postil/domain/datasets/dataset";
import { isRawNumber } from "@postil/domain/text/json-text";
import { numberOf } from "../cell-values.ts";
import { isLists, isText, TEXT_NAMES, whyNotLabels } from "../classify.ts";
import type { Column } from "../columns.ts";
import type { Row } from "../row.ts";
import { isTags } from "../spans.ts";
import { isMembers } from "./task-record.ts";
import { COMMON, DERIVED_COLUMNS, TASK_COLUMNS, type TaskRoles, VECTOR_COLUMNS } from "./task-rows.ts";

const OWN_NAMES: { readonly [T in Task]: readonly (readonly [name: string, role: TaskRole])[] } = {
  TextClassification: [
    ["text", "input"],
    ["inputs", "input"],
    ["explanation", "explanation"],
    ["multi_label", "multi_label"],
  ],
  TokenClassification: [
    ["text", "text"],
    ["tokens", "tokens"],
  ],
  Text2Text: [["text", "text"]],
};

function namesOf(task: Task): ReadonlyMap<string, TaskRole> {
  const { prediction, annotation, tags } = TASK_COLUMNS[task];
  const all = (names: Iterable<string>, role: TaskRole) => [...names].map((name) => [name, role] as const);
  return new Map([
    ...all(prediction, "prediction"),
    ...all(annotation, "annotation"),
    ...all(tags, "tags"),
    ...COMMON.map((name) => [name, name] as const),
    ...all(VECTOR_COLUMNS, "vector"),
    ...all(DERIVED_COLUMNS, "ignored"),
    ...OWN_NAMES[task],
  ]);
}
const NAMES = new Map(TASKS.map((task) => [task, namesOf(task)]));

/** Text to text: the names of the two texts where no column is called `text`. */
const INSTEAD: ReadonlyMap<string, TaskRole> = new Map([
  ["source", "text"],
  ["target", "annotation"],
]);

/** The role that a column has by its name alone (docs/import.md). */
export function roleOfName(task: Task, name: string, columns: ReadonlySet<string>): TaskRole {
  const isInstead = task === "Text2Text" && !columns.has("text") && columns.has("source");
  return (isInstead ? INSTEAD.get(name) : undefined) ?? NAMES.get(task)?.get(name) ?? "metadata";
}

/** What a client writes beside a text. Where one of them is, other columns hold what they are called. */
const OF_CLIENTS = ["metadata", "status", "prediction_agent", "annotation_agent"];

/**
 * The roles by name. Where no name says what a record is about, the first column that reads like a text is taken. For text
 * classification the first column with a few labels that has the name of one is the annotation, unless a client wrote the file.
 */
export function guessTaskRoles(task: Task, columns: readonly Column[], labelNames: readonly string[]): TaskRoles {
  const names = new Set(columns.map(({ name }) => name));
  const roles = new Map(columns.map(({ name }) => [name, roleOfName(task, name, names)]));
  if (task === "TokenClassification") return roles;
  const isFree = ({ name }: Column) => roles.get(name) === "metadata";
  if (!TASK_COLUMNS[task].needed.some((name) => names.has(name))) {
    const texts = columns.filter((column) => isFree(column) && isText(column));
    const text = texts.find(({ name }) => TEXT_NAMES.has(name.toLowerCase())) ?? texts[0];
    if (!text) return roles;
    roles.set(text.name, task === "TextClassification" ? "input" : "text");
  }
  const taken = new Set(roles.values());
  if (task === "Text2Text" || taken.has("annotation") || OF_CLIENTS.some((name) => names.has(name))) return roles;
  const labels = labelNames.flatMap((name) => columns.find((one) => one.name.toLowerCase() === name) ?? []);
  const label = labels.find((column) => isFree(column) && whyNotLabels(column) === null);
  if (label) roles.set(label.name, "annotation");
  return roles;
}

/** What was said holds. A guess gives way to it where only one column can have the role. */
export function withSaid(guessed: TaskRoles, said: TaskRoles | null): TaskRoles {
  if (said === null) return guessed;
  const taken = new Set([...guessed.keys()].flatMap((name) => said.get(name) ?? []));
  return new Map(
    [...guessed].map(([name, role]) => [
      name,
      said.get(name) ?? (ONCE.includes(role) && taken.has(role) ? "metadata" : role),
    ]),
  );
}

/** The roles that no dataset of the task has, and those that the values of the column do not allow. */
export function unfitTaskRoles(task: Task, column: Column): TaskRole[] {
  const { present, textLists, vectors } = column;
  const no = (role: TaskRole): boolean => {
    if (!rolesOfTask(task).includes(role)) return true;
    switch (role) {
      case "input":
      case "text":
        return present > 0 && isLists(column);
      case "tokens":
        return textLists === 0;
      case "tags":
        return !isTags(column);
      case "vector":
        return vectors.size === 0;
      default:
        return false;
    }
  };
  return TASK_ROLES.filter(no);
}

const EVERYWHERE: readonly TaskRole[] = TASK_ROLES.filter(
  (role) => !["input", "text", "tokens", "tags", "explanation", "multi_label"].includes(role),
);
const OWN_ROLES: { readonly [T in Task]: readonly TaskRole[] } = {
  TextClassification: ["input", "explanation", "multi_label"],
  TokenClassification: ["text", "tokens", "tags"],
  Text2Text: ["text"],
};
const rolesOfTask = (task: Task): readonly TaskRole[] => [...OWN_ROLES[task], ...EVERYWHERE];

/** Roles that one column alone can have; of the others a row takes the first with a value. */
const ONCE: readonly TaskRole[] = [
  "text",
  "tokens",
  "tags",
  "annotation_agent",
  "prediction_score",
  "prediction_agent",
  "id",
  "status",
  "event_timestamp",
  "explanation",
  "multi_label",
];

/** A role that two columns have and only one can have; null: there is none. */
export function roleTwice(roles: TaskRoles): { readonly role: TaskRole; readonly columns: readonly string[] } | null {
  const byRole = Map.groupBy(roles, ([, role]) => role);
  const role = ONCE.find((one) => (byRole.get(one)?.length ?? 0) > 1);
  return role === undefined ? null : { role, columns: (byRole.get(role) ?? []).map(([column]) => column) };
}

type Entries = (readonly [name: string, value: unknown])[];

/** Puts the values of a row where their roles are read from. A value whose place is taken is metadata. */
export function createRowInRoles(task: Task, roles: TaskRoles): (row: Row) => Row {
  const names = new Set(roles.keys());
  const isByName = (name: string) => roleOfName(task, name, names) === roles.get(name);
  const byName = new Set([...names].filter(isByName));
  // "text" and "inputs" are read as they are; with any other input each is one by its name.
  const collects = [...roles].some(([name, role]) => role === "input" && !byName.has(name));
  return (row) => {
    const given = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
    const roleOf = (name: string) => roles.get(name) ?? "metadata";
    const ofRole = (role: TaskRole) => given.filter(([name]) => roleOf(name) === role);
    const isGathered = (name: string) =>
      GATHERED.has(roleOf(name)) ? name !== "metadata" : roleOf(name) === "input" && collects;
    const rest = given.filter(([name]) => roleOf(name) !== "ignored" && !isGathered(name));
    const placed = new Map<string, unknown>(rest.filter(([name]) => byName.has(name)));
    const metadata: Entries = ofRole("metadata").filter(([name, value]) => name !== "metadata" && value !== "");
    for (const [name, value] of rest.filter(([one]) => !byName.has(one))) {
      const place = roleOf(name);
      if (placed.has(place)) metadata.push([name, value]);
      else placed.set(place, value);
    }
    if (collects) placed.set("inputs", Object.fromEntries(ofRole("input").flatMap(membersOf)));
    const vectors = ofRole("vector").flatMap(([name, value]) =>
      isMembers(value) ? Object.entries(value) : [[name, value]],
    );
    if (vectors.length > 0) placed.set("vectors", Object.fromEntries(vectors));
    const [score] = ofRole("prediction_score");
    if (score) placed.set("prediction", withScore(task, placed.get("prediction"), score[1]));
    const own = placed.get("metadata") ?? {};
    // What is no map is left to the server's own message.
    if (metadata.length > 0 && isMembers(own) && !isRawNumber(own))
      placed.set("metadata", { ...Object.fromEntries(metadata), ...own });
    return Object.fromEntries(placed);
  };
}

/** Roles whose columns are put together. */
const GATHERED: ReadonlySet<TaskRole> = new Set(["metadata", "vector", "prediction_score"]);

/** An input that is itself a map of inputs brings each of them. */
const membersOf = ([name, value]: readonly [string, unknown]): Entries =>
  isMembers(value) && !isRawNumber(value) ? Object.entries(value) : [[name, value]];

/** Only a single value can have the score of a column. */
function withScore(task: Task, prediction: unknown, score: unknown): unknown {
  if (typeof prediction !== "string" || task === "TokenClassification") return prediction ?? null;
  const name = task === "Text2Text" ? "text" : "label";
  return { [name]: prediction, score: typeof score === "string" ? (numberOf(score) ?? score) : score };
}

/** What a task dataset that is there says of the columns of a file (IMP-70). */

type SaidOfFile = { readonly roles: TaskRoles | null; readonly anew: boolean };

/**
 * What was said holds, then what the columns of the last file became, then the names of inputs, metadata and vectors of the
 * dataset. Null: the file alone says what its columns are.
 */
export function rolesInto(target: WireTaskAddTarget, { roles, anew }: SaidOfFile): TaskRoles | null {
  const all = new Map([...partRoles(target), ...(anew ? [] : lastRoles(target)), ...(roles ?? [])]);
  return all.size > 0 ? all : null;
}

export const lastRoles = ({ columns }: WireTaskAddTarget): TaskRoles =>
  new Map(columns.map(({ column, role }) => [column, role]));

/** The parts whose names have no other meaning. */
export function partRoles({ task, inputs, metadata, vectors }: WireTaskAddTarget): TaskRoles {
  const named = [
    ...metadata.map((name) => [name, "metadata"] as const),
    ...vectors.map((name) => [name, "vector"] as const),
    ...inputs.map((name) => [name, "input"] as const),
  ];
  const isFree = (name: string) => roleOfName(task, name, new Set([name])) === "metadata";
  return new Map(named.filter(([name]) => isFree(name)));
}

const NAMED = 5;
const named = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).map((name) => JSON.stringify(name));
  return `${shown.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
};

/** The inputs that the columns would add to those of the dataset; nobody can remove them again. */
export function newInputWords(
  roles: Iterable<readonly [column: string, role: TaskRole]>,
  { inputs }: Pick<WireTaskAddTarget, "inputs">,
): string[] {
  // A column `inputs` has a map of inputs.
  const known = new Set([...inputs, "inputs"]);
  const added = [...roles].flatMap(([column, role]) => (role === "input" && !known.has(column) ? [column] : []));
  if (inputs.length === 0 || added.length === 0) return [];
  const are = added.length === 1 ? "is a new input" : "are new inputs";
  return [`${named(added)} ${are}: the dataset has ${named(inputs)}.`];
}

/** The first columns, if there are very many of them. */
export const rememberedRoles = (roles: TaskRoles) =>
  [...roles]
    .filter(([column]) => column.length <= REMEMBERED_NAME)
    .slice(0, MOST_REMEMBERED)
    .map(([column, role]) => ({ column, role }));
