import type { CallInput } from "@postil/contract/call";
import type { DatasetKind } from "@postil/contract/datasets/upload-tasks";
import type { FILE_SHAPES, WireColumnRole, WireUnderstanding } from "@postil/contract/datasets/uploads";
import type { WireColumnPart } from "@postil/contract/feedback/merging";
import { partNameOf } from "@postil/domain/datasets/made-names";
import { uniqueNames } from "@postil/domain/datasets/names";
import {
  LABEL_OPTIONS_MIN,
  RANKING_OPTIONS,
  RATING_OPTIONS,
  RATING_VALUE,
  SPAN_OPTIONS_MIN,
} from "@postil/domain/datasets/question";
import { isSinglePart, partKey } from "@postil/domain/records/merge-record";
import { LONGEST } from "@postil/domain/settings/settings-form";
import { isTaskDatasetKey, readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { NO_TASK_SAID, type SaidTask, taskRolesOf, taskWishOf } from "./task-said.ts";

/**
 * What the person says about a file (IMP-04), as one value that is changed by `say`. What nobody said is guessed by the server:
 * null. A change is made to what is shown, so the first word about a column says the shown roles of all others too, and none of
 * them changes any more by itself.
 */

export type Role = WireColumnRole;
export type AskedType = Extract<Role, { readonly kind: "question" }>["type"];
export type Wish = CallInput<"understandUpload">["body"];
export type Part = WireColumnPart;
/** The dataset that is there. */
export type SaidInto = {
  /** the id of a feedback dataset, or the key of a task dataset */
  readonly key: string;
  /** the part of every column; null: as last time, or guessed */
  readonly parts: ReadonlyMap<string, Part> | null;
  /** why each column that nobody said has its part */
  readonly guessed: ReadonlyMap<string, string>;
  /** true: the columns of the last file are forgotten */
  readonly anew: boolean;
};
export const saidInto = (key: string): SaidInto => ({
  ...{ key, parts: null, guessed: new Map(), anew: false },
});

/** How the file is read. A missing member is guessed. */
export type Reading = {
  readonly encoding?: string;
  readonly separator?: string;
  readonly quote?: string;
  readonly header?: boolean;
  readonly missing?: readonly string[];
  readonly trim?: boolean;
  readonly label_separator?: string;
  readonly shape?: (typeof FILE_SHAPES)[number];
  readonly sheet?: string;
  readonly token_column?: string;
  readonly tag_column?: string;
  readonly members?: readonly string[];
  readonly marks?: string;
};
/** A member that becomes undefined is guessed again. */
export type ReadingChange = { readonly [Member in keyof Reading]?: Reading[Member] | undefined };

export type SaidQuestion = {
  /** the column of the question; of one without a column a key that stays when it is renamed. Suggestions name it so. */
  readonly key: string;
  readonly column: string | null;
  readonly name: string;
  readonly type: AskedType;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  /** what values are called, one in a line: "0: negative" */
  readonly naming: string;
  /** labels beyond those of the column; of a question without a column all of them */
  readonly added: readonly string[];
};

/** Whose answers a column may hold. */
export const holdsAnswers = (role: Role): role is Extract<Role, { readonly kind: "question" | "answer" }> =>
  role.kind === "answer" || (role.kind === "question" && role.values === "answers");

export type PartSaid = { readonly name?: string; readonly title?: string };
/** A member that becomes undefined is guessed again. */
export type PartChange = { readonly [Member in keyof PartSaid]?: PartSaid[Member] | undefined };

export const DECISIONS = ["accepted", "rejected", "discarded"] as const;
export type Decisions = { readonly column: string } & {
  readonly [Decision in (typeof DECISIONS)[number]]?: readonly string[];
};

export type Said = {
  readonly reading: Reading;
  readonly asWritten: boolean;
  /** true if rows with the same id are one record */
  readonly merge: boolean;
  /** the column whose values say whether the answers of a row hold; null: as Prodigy writes it, where that is found */
  readonly decisions: Decisions | null;
  /** the role of every column; null: all are guessed */
  readonly roles: ReadonlyMap<string, Role> | null;
  /** the roles that the person chose: they hold when the file is read in another way */
  readonly chosen: ReadonlyMap<string, Role>;
  /** null: those of the columns. Questions of columns that are none now are kept: they come back with the column. */
  readonly questions: readonly SaidQuestion[] | null;
  /** the username of each name of the file, null: its answers are left out */
  readonly people: ReadonlyMap<string, string | null>;
  /** what fields, metadata and vectors are called, by column */
  readonly parts: ReadonlyMap<string, PartSaid>;
  /** null: guessed from the file's name */
  readonly name: string | null;
  readonly guidelines: string;
  /** what the file becomes; null: guessed */
  readonly kind: DatasetKind | null;
  /** of a dataset of one of the three tasks */
  readonly task: SaidTask;
  /** null: a new dataset is made of the file */
  readonly into: SaidInto | null;
};

export const NOTHING_SAID: Said = {
  reading: {},
  asWritten: false,
  merge: false,
  decisions: null,
  roles: null,
  chosen: new Map(),
  questions: null,
  people: new Map(),
  parts: new Map(),
  name: null,
  guidelines: "",
  kind: null,
  task: NO_TASK_SAID,
  into: null,
};

type QuestionChange = Partial<
  Pick<SaidQuestion, "name" | "type" | "title" | "description" | "required" | "added" | "naming">
>;

export type Change =
  | { readonly of: "reading"; readonly change: ReadingChange }
  | { readonly of: "asWritten"; readonly asWritten: boolean }
  | { readonly of: "rows"; readonly change: Partial<Pick<Said, "merge" | "decisions">> }
  | { readonly of: "role"; readonly column: string; readonly role: Role }
  | { readonly of: "fills"; readonly column: string; readonly part: Part }
  | { readonly of: "anew" }
  | { readonly of: "question"; readonly key: string; readonly change: QuestionChange }
  | { readonly of: "order"; readonly from: number; readonly to: number }
  | { readonly of: "questions"; readonly questions: readonly SaidQuestion[] }
  | { readonly of: "new question"; readonly key: string; readonly title: string }
  | { readonly of: "no question"; readonly key: string }
  | {
      readonly of: "people";
      readonly people: readonly (readonly [name: string, username: string | null | undefined])[];
    }
  | { readonly of: "part"; readonly column: string; readonly change: PartChange }
  | { readonly of: "dataset"; readonly change: Partial<Pick<Said, "name" | "guidelines" | "kind" | "task">> };

/** What is shown: the server's understanding of the file, which may be of what was said before. */
export type Shown = {
  readonly columns: readonly WireUnderstanding["columns"][number][];
  readonly dataset: WireUnderstanding["dataset"];
  readonly task?: WireUnderstanding["task"];
};

/** These members of a reading decide which columns the file has. */
const MAKES_COLUMNS = [
  "encoding",
  "separator",
  "quote",
  "header",
  "shape",
  "sheet",
  "token_column",
  "tag_column",
  "members",
  "marks",
] as const satisfies readonly (keyof Reading)[];

export function say(said: Said, change: Change, shown: Shown): Said {
  switch (change.of) {
    case "reading":
      return readAnew(said, change.change);
    case "asWritten":
      return { ...said, asWritten: change.asWritten };
    case "role":
      return withRole(said, change.column, change.role, shown);
    case "fills":
      return filledBy(said, change, shown);
    case "anew":
      return {
        ...{ ...said, task: { ...NO_TASK_SAID, agent: said.task.agent } },
        into: said.into && { ...saidInto(said.into.key), anew: true },
      };
    case "question":
      return withQuestion(said, change.key, change.change, shown);
    case "order": {
      const questions = [...questionsOf(said, shown)];
      questions.splice(change.to, 0, ...questions.splice(change.from, 1));
      return asking(said, questions, shown);
    }
    case "questions":
      return asking(said, change.questions, shown);
    case "new question":
      return asking(said, [...questionsOf(said, shown), newQuestion(said, change, shown)], shown);
    case "no question":
      return withoutOwn(said, change.key, shown);
    case "people":
      return withPeople(said, change.people);
    case "part": {
      const part = withMembers({ ...said.parts.get(change.column), ...change.change });
      return { ...said, parts: new Map(said.parts).set(change.column, part) };
    }
    case "rows":
      return { ...said, ...change.change };
    case "dataset": {
      const { task } = change.change;
      const into = said.into && task ? { ...said.into, guessed: guessedOf(said, task, shown) } : said.into;
      return { ...said, ...change.change, into };
    }
  }
}

function withPeople(said: Said, changes: Extract<Change, { of: "people" }>["people"]): Said {
  const people = new Map(said.people);
  for (const [name, username] of changes)
    if (username === undefined) people.delete(name);
    else people.set(name, username);
  return { ...said, people };
}

/** What nobody said of the columns of a task keeps its reason. */
function guessedOf(said: Said, { roles }: SaidTask, { columns, task }: Shown): ReadonlyMap<string, string> {
  const before = task ? taskRolesOf(said.task, task) : new Map();
  const guessed = new Map(
    said.task.roles && said.into ? said.into.guessed : columns.map(({ name, reason }) => [name, reason]),
  );
  for (const [column, role] of roles ?? []) if (before.get(column) !== role) guessed.delete(column);
  return guessed;
}

/** The column that had the part before loses it. All others keep what they were guessed to be, and why. */
function filledBy(said: Said, { column, part }: { column: string; part: Part }, { columns }: Shown): Said {
  if (said.into === null) return said;
  const parts = new Map(said.into.parts ?? columns.flatMap(({ name, fills }) => (fills ? [[name, fills]] : [])));
  const guessed = new Map(said.into.parts ? said.into.guessed : columns.map(({ name, reason }) => [name, reason]));
  guessed.delete(column);
  for (const [other, before] of parts)
    if (other !== column && isSinglePart(part) && partKey(before) === partKey(part)) {
      parts.set(other, { kind: "ignored", name: null });
      guessed.set(other, "");
    }
  return { ...said, into: { ...said.into, parts: parts.set(column, part), guessed } };
}

/** Questions name columns, so the first word about a question says the roles of all columns. */
const asking = (said: Said, questions: readonly SaidQuestion[], shown: Shown): Said => ({
  ...said,
  roles: said.roles ?? rolesOf(said, shown),
  questions: withHidden(said, questions, shown),
});

/** What is shown is changed; the questions that are not shown keep their places. */
function withHidden(said: Said, questions: readonly SaidQuestion[], shown: Shown): readonly SaidQuestion[] {
  const visible = new Set(questionsOf(said, shown).map(({ key }) => key));
  const all = [...questions];
  for (const [at, question] of (said.questions ?? []).entries())
    if (!visible.has(question.key)) all.splice(at, 0, question);
  return all;
}

/** Without the members that are guessed again. */
const withMembers = (said: object): object =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));

/** With other columns in the file, all roles are guessed again; `settle` then repeats what was chosen. */
function readAnew(said: Said, change: ReadingChange): Said {
  const reading: Reading = withMembers({ ...said.reading, ...change });
  const otherColumns = MAKES_COLUMNS.some((member) => member in change);
  return { ...said, reading, roles: otherColumns ? null : said.roles };
}

/** Every column with the role that is shown now. */
export function rolesOf({ roles, chosen }: Said, { columns }: Shown): ReadonlyMap<string, Role> {
  return new Map(columns.map(({ name, role }) => [name, roles?.get(name) ?? chosen.get(name) ?? role]));
}

/** The shown questions are said with it too, as otherwise the server would make them again, and others required. */
function withRole(said: Said, column: string, role: Role, shown: Shown): Said {
  const roles = new Map(rolesOf(said, shown)).set(column, role);
  const chosen = new Map(said.chosen).set(column, role);
  const questions = oneRequired(withNew(said.questions ?? questionsOf(said, shown), roles, shown), roles);
  return { ...said, roles, chosen, questions };
}

/** The questions that are asked with these roles, of those that were said. */
const askedOf = (questions: readonly SaidQuestion[], roles: ReadonlyMap<string, Role>): readonly SaidQuestion[] =>
  questions.flatMap((question) => {
    if (question.column === null) return [question];
    const role = roles.get(question.column);
    if (role?.kind !== "question") return [];
    const { type } = role;
    return [{ ...question, type, added: type === "rating" ? question.added.filter(isRating) : question.added }];
  });

const isRating = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= RATING_VALUE.ge && Number(text) <= RATING_VALUE.le;

/** The questions after a change of roles: those of columns that have none yet come last. */
function withNew(
  questions: readonly SaidQuestion[],
  roles: ReadonlyMap<string, Role>,
  shown: Shown,
): readonly SaidQuestion[] {
  const there = new Set(questions.map(({ column }) => column));
  const names = new Set(questions.map(({ name }) => name));
  const unique = uniqueNames(names);
  const made = madeOf(shown);
  const come = [...roles].flatMap(([column, role]) => {
    if (role.kind !== "question" || there.has(column)) return [];
    const known = made.find((question) => question.column === column && !names.has(question.name));
    if (known === undefined) return [questionOfColumn(column, role.type, unique(partNameOf(column) ?? "question"))];
    names.add(known.name);
    return [known];
  });
  return [...questions, ...come];
}

/** Somebody has to answer something. */
function oneRequired(questions: readonly SaidQuestion[], roles: ReadonlyMap<string, Role>): readonly SaidQuestion[] {
  const asked = askedOf(questions, roles);
  if (asked.some(({ required }) => required)) return questions;
  return questions.map((question) => (question.key === asked[0]?.key ? { ...question, required: true } : question));
}

const questionOfColumn = (column: string, type: AskedType, name: string): SaidQuestion => ({
  key: column,
  column,
  name,
  type,
  title: titleOf(column),
  description: "",
  required: false,
  added: [],
  naming: "",
});

/** As the server makes a title of a column. */
function titleOf(column: string): string {
  const words = column.replaceAll(/[_-]+/g, " ").trim() || column;
  return (words[0] ?? "").toUpperCase() + words.slice(1, LONGEST.questionTitle);
}

/** The questions as they are now: what was said of them, else those that the server made of the columns. */
export function questionsOf(said: Said, shown: Shown): readonly SaidQuestion[] {
  const roles = rolesOf(said, shown);
  return askedOf(said.questions ?? withNew(madeOf(shown), roles, shown), roles);
}

const madeOf = ({ dataset }: Shown): readonly SaidQuestion[] =>
  (dataset?.questions ?? []).map(({ type, options, ...question }): SaidQuestion => {
    const { column, name, title, description, required } = question;
    // Without a column, they are found in suggestions.
    const added = column === null ? options.map(({ value }) => value) : [];
    // Options that are called otherwise than their values.
    const naming = options.flatMap(({ value, text }) => (text === value ? [] : [`${value}: ${text}`])).join("\n");
    return { key: column ?? name, column, name, type, title, description: description ?? "", required, added, naming };
  });

function withQuestion(said: Said, key: string, change: QuestionChange, shown: Shown): Said {
  const before = questionsOf(said, shown);
  const question = before.find((one) => one.key === key);
  if (question === undefined) return said;
  const after = before.map((one) => (one.key === key ? { ...one, ...change } : one));
  const changed = asking(said, after, shown);
  if (question.column === null) return changed;
  // A question that somebody said something about is one in the whole file too.
  const held = rolesOf(changed, shown).get(question.column);
  if (change.type === undefined)
    return held === undefined ? changed : { ...changed, chosen: new Map(said.chosen).set(question.column, held) };
  const rest = held?.kind === "question" ? held : {};
  return withRole(changed, question.column, { ...rest, kind: "question", type: change.type }, shown);
}

/** It is for a question that is not the column's own. */
const isFor = (role: Role): role is Extract<Role, { readonly kind: "suggestion" | "answer" }> =>
  role.kind === "suggestion" || role.kind === "answer";

/** Suggestions for it are told from then on, and by the name that people know. */
function withoutOwn(said: Said, key: string, shown: Shown): Said {
  const before = questionsOf(said, shown);
  const name = before.find((question) => question.key === key)?.name ?? key;
  const after = before.filter((question) => question.key !== key);
  const left = asking(said, after, shown);
  const named = (roles: ReadonlyMap<string, Role>) =>
    new Map(
      [...roles].map(([column, role]) =>
        isFor(role) && role.question === key ? [column, { ...role, question: name }] : [column, role],
      ),
    );
  return { ...left, roles: left.roles && named(left.roles), chosen: named(left.chosen) };
}

function newQuestion(said: Said, { key, title }: { key: string; title: string }, shown: Shown): SaidQuestion {
  const there = said.questions ?? questionsOf(said, shown);
  const name = uniqueNames(new Set(there.map((question) => question.name)))("question");
  return { key, column: null, name, type: "text", title, description: "", required: false, added: [], naming: "" };
}

/**
 * After an answer about what is said: if the file has other columns than those with roles, they are guessed anew; of columns
 * that were guessed, what the person chose holds. A file without columns was only not read, and tells nothing about them.
 */
export function settle(said: Said, shown: Shown): Said {
  const { chosen, questions } = said;
  // Columns of a task have no roles of a feedback dataset.
  if (shown.columns.length === 0 || shown.task) return said;
  if (said.roles !== null) return isOfColumns(said.roles, shown) ? asStored(said, shown) : { ...said, roles: null };
  if (chosen.size === 0 && questions === null) return said;
  const roles = rolesOf(said, shown);
  return { ...said, roles, questions: questions && oneRequired(withNew(questions, roles, shown), roles) };
}

/** A question has the type that it will be stored with: several labels in a row make one of several labels. */
function asStored(said: Said, { dataset }: Shown): Said {
  const types = new Map((dataset?.questions ?? []).map(({ column, type }) => [column, type]));
  const stored = (roles: ReadonlyMap<string, Role>) =>
    new Map(
      [...roles].map(([column, role]) => [
        column,
        role.kind === "question" ? { ...role, type: types.get(column) ?? role.type } : role,
      ]),
    );
  const isStored = [...(said.roles ?? [])].every(
    ([column, role]) => role.kind !== "question" || (types.get(column) ?? role.type) === role.type,
  );
  return isStored ? said : { ...said, roles: said.roles && stored(said.roles), chosen: stored(said.chosen) };
}

/**
 * What was said of the beginning of a file, for the whole of it: what the person said of a column holds, and all else is guessed
 * anew; `settle` then repeats what was chosen (IMP-82).
 */
export function saidOfWhole(said: Said): Said {
  const { roles, parts, decisions } = said;
  if (roles === null) return said;
  const named = [...parts.keys(), ...(decisions ? [decisions.column] : [])];
  const known = named.flatMap((column) => {
    const role = roles.get(column);
    return role ? [[column, role] as const] : [];
  });
  return { ...said, roles: null, chosen: new Map([...known, ...said.chosen]) };
}

function isOfColumns(roles: ReadonlyMap<string, Role>, { columns }: Shown): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return roles.size === names.size && [...names].every((name) => roles.has(name));
}

/** Columns with suggestions or answers for a question that is not there, each with the name of that question. */
export function withoutQuestion(
  said: Said,
  shown: Shown,
): readonly { readonly column: string; readonly question: string }[] {
  const asked = new Set(questionsOf(said, shown).map(({ key }) => key));
  return [...rolesOf(said, shown)].flatMap(([column, role]) =>
    isFor(role) && !asked.has(role.question) ? [{ column, question: role.question }] : [],
  );
}

/** How many options a question of a type needs; null: it has none. */
export const OPTIONS_OF: { readonly [Type in AskedType]: { readonly min: number; readonly max?: number } | null } = {
  label_selection: { min: LABEL_OPTIONS_MIN },
  multi_label_selection: { min: LABEL_OPTIONS_MIN },
  rating: RATING_OPTIONS,
  ranking: RANKING_OPTIONS,
  span: { min: SPAN_OPTIONS_MIN },
  text: null,
};

/** A question without a column has its own options alone, so it may not have enough of them yet. */
export const lacksOptions = ({ column, type, added }: SaidQuestion): boolean =>
  column === null && added.length < (OPTIONS_OF[type]?.min ?? 0);

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

/** Questions whose values may have names. */
export const NAMED: readonly AskedType[] = ["label_selection", "multi_label_selection", "ranking", "span"];

/** The lines `0: negative` as values and their names. Any other line says nothing. */
const namesIn = (naming: string): { value: string; name: string }[] =>
  naming.split("\n").flatMap((line) => {
    const [, value = "", name = ""] = /^([^:]+):\s*(\S.*)$/.exec(line) ?? [];
    return value.trim() === "" ? [] : [{ value: value.trim(), name: name.trim() }];
  });

/** True if something would be lost with the page. */
export const isAnythingSaid = (said: Said): boolean =>
  said !== NOTHING_SAID &&
  (said.into?.parts !== null || said.task !== NO_TASK_SAID || said.reading !== NOTHING_SAID.reading);
