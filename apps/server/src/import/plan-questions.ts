import { PART_NAME } from "@postil/domain/datasets/names";
import { RATING_VALUE } from "@postil/domain/datasets/question";
import { StartFailure } from "../start-failure.ts";
import { areMostRatings, hintsOf, isLists, isRating, LABEL_NAMES, whyNotLabels, whyNotOptions } from "./classify.ts";
import type { Column, Columns } from "./columns.ts";
import type { Answers } from "./labels.ts";
import type { ImportPlan, PlannedQuestion, Role } from "./plan.ts";
import { at, counted, excerpt, listed } from "./row.ts";
import { isSpans, isTags, spanLabels, tokensBeside } from "./spans.ts";
import type { ImportWishes, PlannedType, QuestionWish } from "./wishes.ts";

/** The state of the inference while the columns get their roles. */
export type Inference = Columns & {
  readonly options: ImportWishes;
  /** Columns that an option names: nothing else is inferred for them. */
  readonly asked: ReadonlySet<string>;
  readonly roles: Map<string, Role>;
  readonly notes: string[];
  /** Doubts that only the user can settle. */
  readonly doubts: string[];
  /** The same about what columns become. */
  readonly unsaid: string[];
  readonly answers: Answers;
  readonly names: ImportPlan["names"];
  readonly name: (column: string) => string;
};

/** Columns that have no role yet. */
export const free = ({ columns, roles, asked }: Inference): readonly Column[] =>
  columns.filter(({ name }) => !roles.has(name) && !asked.has(name));

export function columnOf({ columns }: Inference, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (found) return found;
  throw new StartFailure(`The file has no column "${name}". It has: ${listed(columns.map((column) => column.name))}.`);
}

/** A column with a model's suggestions, and the name of its question; null means the first question. */
export type Suggesting = { readonly column: Column; readonly question: string | null };

/** The questions, with all options that any row, suggestion or answer has. `suggesting`: also columns of answers. */
export function planQuestions(inference: Inference, suggesting: readonly Suggesting[]): readonly PlannedQuestion[] {
  const asked = inference.options.questions.map((wish) => ({ ...wish, column: columnFor(inference, wish) }));
  const wishes = asked.length > 0 ? asked : [wishByName(inference, suggesting)];
  return wishes.map(({ column, ...wish }, index): PlannedQuestion => {
    if (wish.type === "span") return spanQuestion(inference, wish, column, suggesting);
    const theirs = suggesting.filter(({ question }) => (question === null ? index === 0 : question === wish.name));
    const lists = wish.type === "label_selection" && column !== null && isLists(column) && column.most > 1;
    if (column && wish.type === "rating") inference.notes.push(...badRatings(column));
    return withNames(inference, {
      column: column?.name ?? null,
      question: isNamed(wish) ? wish.name : inference.name(wish.name),
      type: lists ? "multi_label_selection" : wish.type,
      ...optionsFor(wish, column, [...(column ? [column] : []), ...theirs.map((one) => one.column)]),
      ...(wish.form ? { form: wish.form } : {}),
    });
  });
}

/** What the values are called. A value that is no option has no name. */
function withNames({ options: { labelNames } }: Inference, planned: PlannedQuestion): PlannedQuestion {
  const names = labelNames.get(planned.column ?? planned.question);
  if (!names) return planned;
  const other = [...names.keys()].find((value) => !planned.options.includes(value));
  if (other !== undefined)
    throw new StartFailure(`Question "${planned.question}" has no value ${excerpt(other)} that could be named.`);
  return { ...planned, titles: new Map([...(planned.titles ?? []), ...names]) };
}

/** The labels of spans are those of its columns, and those that were said. */
function spanQuestion(
  inference: Inference,
  wish: QuestionWish,
  column: Column | null,
  suggesting: readonly Suggesting[],
): PlannedQuestion {
  const theirs = suggesting.filter(({ question }) => question === wish.name).map((one) => one.column);
  const from = [...(column ? [column] : []), ...theirs];
  const counts = new Map<string, number>();
  for (const one of from)
    for (const [label, count] of spanLabels(one)) counts.set(label, (counts.get(label) ?? 0) + count);
  const first = [...(wish.options ?? []), ...(wish.form?.firstOptions ?? [])];
  return {
    column: column?.name ?? null,
    question: isNamed(wish) ? wish.name : inference.name(wish.name),
    type: "span",
    options: [...new Set([...first, ...inOrder(new Set(counts.keys()))])],
    counts,
    mayOverlap: from.some(({ overlaps }) => overlaps),
    ...(wish.span ? { spanWish: wish.span } : {}),
    ...(wish.form ? { form: wish.form } : {}),
  };
}

/** A question without a column has its own name: a column may have the same one, and be called otherwise. */
const isNamed = ({ name, form }: Pick<QuestionWish, "name" | "form">): boolean =>
  form?.hasColumn === false && name.length <= PART_NAME.max && PART_NAME.pattern.test(name);

/** Options from the user, with their titles: `0:negative` gives the label 0 of the column the title "negative". */
function optionsFor(
  { type, options, form }: Pick<QuestionWish, "type" | "options" | "form">,
  column: Column | null,
  from: readonly Column[],
): Pick<PlannedQuestion, "options" | "titles" | "counts"> {
  const counts = countsOf(from);
  if (options === null) return { options: optionsOf(type, from, form?.firstOptions ?? []), counts };
  const called = type === "rating" ? [] : options.map((option) => /^(-?\d+):(?=\S)(.+)$/s.exec(option));
  const isCalled = column !== null && called.length > 0 && called.every((one) => one?.[1] !== undefined);
  if (!isCalled || options.some((option) => column.values.has(option))) return { options, counts };
  const titles = new Map(called.map((one) => [one?.[1] ?? "", one?.[2] ?? ""]));
  return { options: [...titles.keys()], titles, counts };
}

function countsOf(columns: readonly Column[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { values } of columns)
    for (const [value, { count }] of values) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
}

/** A text question needs no options. Other questions without options need a column. */
function columnFor(inference: Inference, { type, name, options, form }: QuestionWish): Column | null {
  if (form?.hasColumn === false) return null;
  if (type !== "text" && options === null) return columnOf(inference, name);
  return inference.columns.find((column) => column.name === name) ?? null;
}

function optionsOf(type: PlannedType, columns: readonly Column[], first: readonly string[]): readonly string[] {
  if (type === "text") return [];
  if (type === "rating") return inOrder(new Set([...first, ...ratingsOf(columns)]));
  const found = inOrder(new Set(columns.flatMap((column) => [...column.values.keys()])));
  const values = new Set([...first, ...found]);
  const fault = whyNotOptions(values);
  if (fault) throw new StartFailure(`Column "${columns[0]?.name}" cannot give the options of a question: ${fault}.`);
  return [...values];
}

/** All values from the lowest to the highest one found. */
function ratingsOf(columns: readonly Column[]): readonly string[] {
  const ratings = columns.flatMap((column) => {
    const { values, unfit } = column;
    const bad = noRatingIn(column) ?? (unfit && [unfit.text, unfit.line]);
    if (bad && !areMostRatings(column)) throw noRating(column, ...bad);
    return [...values.keys()].filter(isRating).map(Number);
  });
  const lowest = Math.min(...ratings);
  return ratings.length === 0
    ? []
    : Array.from({ length: Math.max(...ratings) - lowest + 1 }, (_, at) => String(lowest + at));
}

/** The first value that is no rating, with its line. */
function noRatingIn({ values }: Column): readonly [string, number] | null {
  for (const [value, { line }] of values) if (!isRating(value)) return [value, line];
  return null;
}

/** The rows with other values are refused, and that is said. */
function badRatings(column: Column): string[] {
  const [value, line] = noRatingIn(column) ?? [];
  if (value === undefined || line === undefined) return [];
  const bad = [...column.values].reduce((sum, [one, { count }]) => sum + (isRating(one) ? 0 : count), 0);
  return [
    `  "${column.name}": ${counted(bad, "row has", "rows have")} no rating, such as ${excerpt(value)} ${at(column.numbers, line)}: refused`,
  ];
}

const noRating = ({ name, numbers }: Column, value: string, line: number) =>
  new StartFailure(
    `Column "${name}" cannot be a rating: the value ${at(numbers, line)} is ${excerpt(value)}, ratings are whole numbers from ${RATING_VALUE.ge} to ${RATING_VALUE.le}.`,
  );

/** If no option names a question, takes the labels from the first column with a usual label name. */
function wishByName(
  inference: Inference,
  suggesting: readonly Suggesting[],
): QuestionWish & { readonly column: Column | null } {
  const type = "label_selection";
  const called = LABEL_NAMES.flatMap((name) => free(inference).filter((column) => column.name.toLowerCase() === name));
  const named = called.filter((column) => !suggesting.some((one) => one.column === column));
  for (const column of named) {
    if (isSpans(column)) continue;
    const why = whyNotLabels(column);
    if (why === null)
      return { type: isLists(column) ? "multi_label_selection" : type, name: column.name, column, options: null };
    inference.notes.push(`Column "${column.name}" could not be taken for labels: ${why}.`);
  }
  const spans = free(inference).find(
    (column) => isSpans(column) || (isTags(column) && tokensBeside(inference.columns)),
  );
  if (spans && suggesting.length === 0) return { type: "span", name: spans.name, column: spans, options: null };
  // The options come only from the suggestions.
  if (suggesting.length > 0) return { type, name: "label", column: null, options: null };
  throw new StartFailure(
    [
      ...inference.notes,
      ...hintsOf(inference.columns),
      `${named.length > 0 ? "So no column" : `No column looks like labels (${LABEL_NAMES.join(", ")}), so none`} gives a question to ask. Name one: --label COLUMN, --label sentiment=positive,negative, --rating quality=1..5, --text correction. Columns: ${listed(inference.columns.map((column) => column.name))}.`,
    ].join("\n"),
  );
}

/** Sorts numbers by size and words by the alphabet. */
function inOrder(values: ReadonlySet<string>): string[] {
  const list = [...values];
  const numeric = list.every((value) => /^-?\d+$/.test(value));
  return list.sort(numeric ? (a, b) => Number(BigInt(a) - BigInt(b)) : (a, b) => a.localeCompare(b, "en"));
}
