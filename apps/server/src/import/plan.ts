import type { DatasetPlan } from "../client/fill.ts";
import type { DecimalSign } from "./cell-values.ts";
import type { Sample } from "./columns.ts";
import type { DateForm, DateOrder } from "./dates.ts";
import type { Definition } from "./exported/definition.ts";
import type { Answers } from "./labels.ts";
import { counted, excerpt, shownName } from "./row.ts";
import type {
  By,
  ImportWishes,
  MetadataType,
  PlannedType,
  QuestionForm,
  SpanUnit,
  SpanWish,
  SuggestionWish,
} from "./wishes.ts";

/** The role of one column. `name` is its part name in the dataset, which allows fewer characters than a column name. */
export type Role =
  | { readonly kind: "id" }
  /** `isJoined`: its lists, of tokens or of messages, become one text each. */
  | { readonly kind: "field"; readonly name: string; readonly required: boolean; readonly isJoined?: true }
  | {
      readonly kind: "question";
      readonly question: string;
      readonly type: PlannedType;
      readonly options: number;
      /**
       * How the row's own value is kept: as a suggestion; if a model makes the suggestions, as metadata hidden from
       * annotators; as an answer; or not at all.
       */
      readonly keptAs: "suggestion" | "metadata" | "answer" | "nothing";
      /** Whose answer it is. */
      readonly by?: By | null;
    }
  | { readonly kind: "answer"; readonly question: string; readonly type: PlannedType; readonly by: By | null }
  | ({ readonly kind: "suggestion"; readonly question: string; readonly type: PlannedType } & Pick<
      SuggestionWish,
      "agent" | "score"
    >)
  | {
      readonly kind: "metadata";
      readonly name: string;
      readonly type: Exclude<MetadataType, "date">;
      /** Of a date: how it is read, the order that was said, and the one that was said or that the dates tell. */
      readonly date?: DateForm & { readonly said: DateOrder | null; readonly told: DateOrder | null };
      readonly min?: number | null;
      readonly max?: number | null;
      /** Without it, its numbers are written as in programs. */
      readonly sign?: DecimalSign;
    }
  | { readonly kind: "vector"; readonly name: string; readonly dimensions: number }
  /** Kept with the record as undeclared metadata: shown, but not for filters. */
  | { readonly kind: "extra"; readonly name: string }
  | { readonly kind: "ignored"; readonly why: string };

type ColumnRole = { readonly column: string; readonly role: Role };

/** Where the spans of a question lie. `text`: the column of their field. `tokens`: of tags the column of tokens. */
export type SpanPlace = {
  readonly field: string;
  readonly text: string;
  readonly tokens: string | null;
  readonly unit: SpanUnit;
};

export type ImportPlan = {
  readonly dataset: DatasetPlan;
  readonly roles: readonly ColumnRole[];
  readonly questions: readonly PlannedQuestion[];
  readonly rows: number;
  /** The number of rows, valid or not. */
  readonly read: number;
  /** Facts that the user should know before the dataset is created. */
  readonly notes: readonly string[];
  /** Doubts that only the user can settle, one sentence each; while there are any, nothing is imported. */
  readonly asked: readonly string[];
  /** Those of them that are about what columns become. */
  readonly unsaid: readonly string[];
  /** The first rows as they were read. */
  readonly sample: readonly Sample[];
  /** Columns whose cells are texts, although some look like lists. */
  readonly plain: ReadonlySet<string>;
  readonly answers: Answers;
  /** True if no metadata can keep the labels of rows that were not accepted. */
  readonly dropsRejected?: boolean;
  readonly people: ImportWishes["people"];
  /** True if rows with the same id are one record. */
  readonly merge?: boolean;
  /** The names of people in columns that say whose answers there are, each with its rows. An empty text: no name. */
  readonly names: ReadonlyMap<string, number>;
  /** The dataset description of an export file; with it, columns have no roles. */
  readonly exported?: Definition;
};

/** Of a plan whose columns have no roles. */
export const NO_COLUMNS = {
  ...{ roles: [], questions: [], rows: 0, read: 0, notes: [], asked: [], unsaid: [], sample: [] },
  ...{ plain: new Set<string>(), answers: null, people: new Map(), names: new Map() },
} as const;

/** A planned question: its column, if it has one, and its options in display order. */
export type PlannedQuestion = {
  readonly column: string | null;
  readonly question: string;
  readonly type: PlannedType;
  readonly options: readonly string[];
  /** The titles of options on the page, if they differ from the values. */
  readonly titles?: ReadonlyMap<string, string>;
  /** The count of each value in the file. */
  readonly counts: ReadonlyMap<string, number>;
  readonly spanWish?: SpanWish;
  /** Of spans, where they lie. */
  readonly span?: SpanPlace;
  readonly mayOverlap?: boolean;
  /** What a person said about it on the page. */
  readonly form?: QuestionForm;
};

/** Describes the plan, line by line, before anything is created. `read`: how the file is read. */
export function describePlan(plan: ImportPlan, workspace: string, read: readonly string[]): string[] {
  const { dataset, roles, rows } = plan;
  const width = Math.max(...roles.map(({ column }) => shownName(column).length));
  return [
    `${counted(rows, "row")} -> dataset "${dataset.name}" in workspace "${workspace}"`,
    ...read,
    ...roles.map(({ column, role }) => `  ${shownName(column).padEnd(width)}  ${words(role, column)}`),
    ...questionsWithoutColumn(plan),
    ...plan.questions.flatMap(optionWords),
    ...plan.notes,
    ...sampleWords(plan.sample),
  ];
}

export const sampleWords = (sample: readonly Sample[]): string[] =>
  sample.map(
    ({ place, row }) =>
      `  ${place}: ${Object.entries(row)
        .map(([name, value]) => `${shownName(name)}=${value === null ? "(nothing)" : excerpt(value)}`)
        .join(", ")
        .slice(0, SAMPLE_WIDTH)}`,
  );
const SAMPLE_WIDTH = 600;

/** Options beyond this number are only counted. */
const OPTIONS_SHOWN = 25;

function optionWords({ question, options, titles, counts }: PlannedQuestion): string[] {
  return options.length === 0 ? [] : [countedWords(`  options of "${question}"`, options, counts, titles)];
}

/** Labels, each with its count in the file. */
export function countedWords(
  place: string,
  labels: readonly string[],
  counts: ReadonlyMap<string, number>,
  titles?: ReadonlyMap<string, string>,
): string {
  const shown = labels.slice(0, OPTIONS_SHOWN).map((label) => {
    const title = titles?.get(label);
    return `${JSON.stringify(label)}${title === undefined ? "" : ` shown as ${JSON.stringify(title)}`} ${(counts.get(label) ?? 0).toLocaleString("en")}`;
  });
  const left = labels.length - shown.length;
  return `${place}: ${shown.join(", ")}${left === 0 ? "" : `, and ${left.toLocaleString("en")} more`}`;
}

function words(role: Role, column: string): string {
  switch (role.kind) {
    case "id":
      return "external id";
    case "field":
      return `field${named(role.name, column)}${role.required ? "" : ", optional"}`;
    case "question":
      return `${QUESTION[role.type]} question${named(role.question, column)}${optionCount(role.options)}; ${KEPT[role.keptAs]}${whose(role.by)}`;
    case "answer":
      return `answers to question "${role.question}"${whose(role.by)}`;
    case "suggestion":
      return `suggestions for question "${role.question}"`;
    case "metadata":
      return `metadata${named(role.name, column)}, ${role.date ? "date" : role.type}`;
    case "vector":
      return `vector${named(role.name, column)} of ${counted(role.dimensions, "dimension")}`;
    case "extra":
      return "extra metadata: kept and shown, not for filters";
    case "ignored":
      return `left out (${role.why})`;
  }
}

const named = (name: string, column: string): string =>
  name === column.toLowerCase() || name === column ? "" : ` "${name}"`;

const QUESTION: { readonly [T in PlannedType]: string } = {
  label_selection: "label",
  multi_label_selection: "multi-label",
  rating: "rating",
  ranking: "ranking",
  text: "text",
  span: "span",
};
const KEPT = {
  suggestion: "its value becomes a suggestion",
  metadata: "its value is kept as metadata that annotators do not see",
  answer: "its value becomes an answer",
  nothing: "its values are its options, and nothing more",
};
const whose = (by: By | null | undefined): string =>
  by ? ("column" in by ? ` of whom column "${by.column}" names` : ` of "${by.person}"`) : "";
const optionCount = (options: number) => (options === 0 ? "" : `, ${counted(options, "option")}`);

function questionsWithoutColumn({ questions, roles }: ImportPlan): string[] {
  const named = new Set(roles.flatMap(({ role }) => (role.kind === "question" ? [role.question] : [])));
  return questions
    .filter(({ question }) => !named.has(question))
    .map(
      ({ question, type, options }) =>
        `  ${QUESTION[type]} question "${question}"${optionCount(options.length)}: from no column of its own`,
    );
}
