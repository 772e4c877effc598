import {
  type DatasetKind,
  type FILE_SHAPES,
  TASK_ROLES,
  type TaskRole,
  type WireColumnRole,
} from "@postil/contract/datasets/upload-wish";
import type { WireTaskPlan, WireUnderstanding } from "@postil/contract/datasets/uploads";
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
import { LONGEST } from "@postil/domain/settings/settings-form";

/**
 * What the person says about a file (IMP-04), as one value that is changed by `say`. What nobody said is guessed by the server:
 * null. A change is made to what is shown, so the first word about a column says the shown roles of all others too, and none of
 * them changes any more by itself.
 */

export type Role = WireColumnRole;
export type AskedType = Extract<Role, { readonly kind: "question" }>["type"];
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

/** What the person says about a file that becomes a dataset of one of the three tasks (IMP-40). What nobody said is guessed. */
export type SaidTask = {
  /** the role of every column; null: all are guessed */
  readonly roles: ReadonlyMap<string, TaskRole> | null;
  /** who annotated and predicted where the file names nobody; empty: guessed */
  readonly agent: string;
  /** of text classification: true if a record can have several labels */
  readonly several: boolean | null;
  /** labels beside those of the file */
  readonly labels: readonly string[];
};

export const NO_TASK_SAID: SaidTask = { roles: null, agent: "", several: null, labels: [] };

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

/** What is shown: the server's understanding of the file, which may be of what was said before. */
export type Shown = {
  readonly columns: readonly WireUnderstanding["columns"][number][];
  readonly dataset: WireUnderstanding["dataset"];
  readonly task?: WireUnderstanding["task"];
};

export function rolesOf({ roles, chosen }: Said, { columns }: Shown): ReadonlyMap<string, Role> {
  return new Map(columns.map(({ name, role }) => [name, roles?.get(name) ?? chosen.get(name) ?? role]));
}

/** The questions that are asked with these roles, of those that were said. */
export const askedOf = (
  questions: readonly SaidQuestion[],
  roles: ReadonlyMap<string, Role>,
): readonly SaidQuestion[] =>
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
export function withNew(
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

/** It is for a question that is not the column's own. */
export const isFor = (role: Role): role is Extract<Role, { readonly kind: "suggestion" | "answer" }> =>
  role.kind === "suggestion" || role.kind === "answer";

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

/** Questions whose values may have names. */
export const NAMED: readonly AskedType[] = ["label_selection", "multi_label_selection", "ranking", "span"];

/** True if something would be lost with the page. */
export const isAnythingSaid = (said: Said): boolean =>
  said !== NOTHING_SAID &&
  (said.into?.parts !== null || said.task !== NO_TASK_SAID || said.reading !== NOTHING_SAID.reading);

export const taskRolesOf = ({ roles }: SaidTask, { columns }: WireTaskPlan): ReadonlyMap<string, TaskRole> =>
  new Map(columns.map(({ column, role }) => [column, roles?.get(column) ?? role]));

/** The first word about a column says the shown roles of all others too, so none of them changes by itself (IMP-04). */
export const withTaskRole = (said: SaidTask, plan: WireTaskPlan, column: string, role: TaskRole): SaidTask => ({
  ...said,
  roles: new Map(taskRolesOf(said, plan)).set(column, role),
});

/** The roles that a column can have, in the order of the menu. */
export function fittingRoles(plan: WireTaskPlan, column: string): readonly TaskRole[] {
  const unfit = plan.columns.find((one) => one.column === column)?.unfit ?? [];
  return TASK_ROLES.filter((role) => !unfit.includes(role));
}
