import { uniqueNames } from "@postil/domain/datasets/names";
import { isSinglePart, partKey } from "@postil/domain/records/merge-record";
import {
  askedOf,
  isFor,
  NO_TASK_SAID,
  type Part,
  type PartChange,
  questionsOf,
  type Reading,
  type ReadingChange,
  type Role,
  rolesOf,
  type Said,
  type SaidQuestion,
  type SaidTask,
  type Shown,
  saidInto,
  taskRolesOf,
  withNew,
} from "./said.ts";

/** The changes of what is said of a file, and what holds after the server has answered. */

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

/** The shown questions are said with it too, as otherwise the server would make them again, and others required. */
function withRole(said: Said, column: string, role: Role, shown: Shown): Said {
  const roles = new Map(rolesOf(said, shown)).set(column, role);
  const chosen = new Map(said.chosen).set(column, role);
  const questions = oneRequired(withNew(said.questions ?? questionsOf(said, shown), roles, shown), roles);
  return { ...said, roles, chosen, questions };
}

/** Somebody has to answer something. */
function oneRequired(questions: readonly SaidQuestion[], roles: ReadonlyMap<string, Role>): readonly SaidQuestion[] {
  const asked = askedOf(questions, roles);
  if (asked.some(({ required }) => required)) return questions;
  return questions.map((question) => (question.key === asked[0]?.key ? { ...question, required: true } : question));
}

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
