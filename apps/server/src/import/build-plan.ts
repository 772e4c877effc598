import { routes } from "@postil/contract/routes";
import { wireErrors } from "@postil/contract/wire/leaf";
import { MOST_FIELDS } from "@postil/domain/datasets/field";
import { datasetNameOf, partNameOf } from "@postil/domain/datasets/made-names";
import { titleOfDates } from "@postil/domain/datasets/metadata-property";
import { DATASET_NAME, GUIDELINES, OPTION_TEXT, OPTION_VALUE, uniqueNames } from "@postil/domain/datasets/names";
import {
  LABEL_OPTIONS_MIN,
  RANKING_OPTIONS,
  RATING_OPTIONS,
  RATING_VALUE,
  SPAN_OPTIONS_MIN,
} from "@postil/domain/datasets/question";
import { characters } from "@postil/domain/text/characters";
import type { DatasetPlan } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import { isRating } from "./classify.ts";
import type { ImportPlan, PlannedQuestion, Role } from "./plan.ts";
import type { Inference } from "./plan-questions.ts";
import { excerpt } from "./row.ts";
import type { PlannedType } from "./wishes.ts";

type RoleOf<K extends Role["kind"]> = Extract<Role, { kind: K }>;

/** Builds the dataset from the roles of the columns, in wire names. Refuses what the contract would refuse. */
export function buildPlan(
  { columns, rows, faults, options, roles, notes, doubts, unsaid, answers, names, sample }: Inference,
  questions: readonly PlannedQuestion[],
  stem: string,
): ImportPlan {
  const all = columns.flatMap(({ name: column }) => {
    const role = roles.get(column);
    return role ? [{ column, role }] : [];
  });
  const of = <K extends Role["kind"]>(kind: K) =>
    all.flatMap(({ column, role }) => (role.kind === kind ? [{ column, role: role as RoleOf<K> }] : [])); // roles of this kind
  const title = (column: string) => options.partTitles.get(column) ?? titleOf(column);
  const kept = of("question").filter(({ role }) => role.keptAs === "metadata");
  const plan: ImportPlan = {
    rows,
    read: rows + faults,
    roles: all,
    questions,
    notes,
    asked: [...doubts, ...unsaid],
    unsaid,
    sample,
    answers,
    people: options.people,
    merge: options.merge,
    names,
    plain: new Set(columns.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
    dataset: {
      name: checkedName(options.dataset, stem),
      guidelines: checkedGuidelines(options.guidelines),
      fields: of("field").map(({ column, role }) => ({
        name: role.name,
        title: title(column),
        required: role.required,
        settings: { type: "text", use_markdown: false },
      })),
      questions: questions.map(questionOf),
      metadata: [
        ...of("metadata").map(({ column, role }) => ({
          name: role.name,
          title: role.date ? titleOfDates(title(column), role.date.hasTime) : title(column),
          settings:
            role.type === "terms"
              ? { type: role.type, values: null }
              : { type: role.type, min: role.min ?? null, max: role.max ?? null },
        })),
        // Known answers are for later comparison; annotators must not see them.
        ...kept.map(({ column, role }) => ({
          name: role.question,
          title: title(column),
          settings:
            role.type === "rating"
              ? { type: "integer" as const, min: null, max: null }
              : { type: "terms" as const, values: null },
          visible_for_annotators: false,
        })),
      ],
      vectors: of("vector").map(({ column, role }) => ({
        name: role.name,
        title: title(column),
        dimensions: role.dimensions,
      })),
    },
  };
  checkParts(plan.dataset);
  return plan;
}

type Question = DatasetPlan["questions"][number];

function questionOf(planned: PlannedQuestion, index: number): Question {
  refuseOptions(planned);
  const { column, question, form } = planned;
  const settings = settingsOf(planned);
  if (!form) return { name: question, title: titleOf(column ?? question), required: index === 0, settings };
  const { title, description, required } = form;
  return { name: question, title, description, required, settings };
}

/** The page shows this number of labels first, and the rest on demand. */
const SHOWN_LABELS = 15;

/** Every span question has it (contract api-v1 6.6). */
const AS_STORED = { allow_character_annotation: true };

function settingsOf({ type, options, titles, span, mayOverlap = false }: PlannedQuestion): Question["settings"] {
  const textOf = (value: string) => (titles?.get(value) ?? value).slice(0, OPTION_TEXT.max);
  const listed = options.map((value) => ({ value, text: textOf(value), description: null }));
  const visible_options = options.length > SHOWN_LABELS ? SHOWN_LABELS : null;
  switch (type) {
    case "label_selection":
      return { type, options: listed, visible_options };
    case "multi_label_selection":
      return { type, options: listed, visible_options, options_order: "natural" };
    case "rating":
      return { type, options: options.map((value) => ({ value: Number(value) })) };
    case "ranking":
      return { type, options: listed };
    case "span":
      return {
        type,
        field: span?.field ?? "",
        options: listed,
        visible_options,
        allow_overlapping: mayOverlap,
        ...AS_STORED,
      };
    case "text":
      return { type, use_markdown: false };
  }
}

const OPTIONS: { readonly [T in PlannedType]?: { readonly min: number; readonly max?: number } } = {
  label_selection: { min: LABEL_OPTIONS_MIN },
  multi_label_selection: { min: LABEL_OPTIONS_MIN },
  rating: RATING_OPTIONS,
  ranking: RANKING_OPTIONS,
  span: { min: SPAN_OPTIONS_MIN },
};
const WORDS = {
  label_selection: ["label question", "labels"],
  multi_label_selection: ["multi-label question", "labels"],
  rating: ["rating", "values"],
  ranking: ["ranking", "options"],
  text: ["text", "options"],
  span: ["span question", "labels"],
} as const;

function refuseOptions({ column, question, type, options }: PlannedQuestion): void {
  const source = column === null ? "" : ` in column "${column}"`;
  const [kind, what] = WORDS[type];
  const { min = 0, max = Number.POSITIVE_INFINITY } = OPTIONS[type] ?? {};
  if (options.length < min || options.length > max) {
    const limit = options.length < min ? `at least ${min}` : `at most ${max}`;
    throw new StartFailure(`A ${kind} has ${limit} ${what}; "${question}" has ${options.length}${source}.`);
  }
  const odd = type === "rating" ? options.find((option) => !isRating(option)) : undefined;
  if (odd !== undefined) {
    throw new StartFailure(
      `Ratings are whole numbers from ${RATING_VALUE.ge} to ${RATING_VALUE.le}; ${excerpt(odd)} of "${question}" is none.`,
    );
  }
  const long = options.find((option) => characters(option) > OPTION_VALUE.max);
  if (long !== undefined) {
    throw new StartFailure(
      `A label has 1 to ${OPTION_VALUE.max} characters; ${excerpt(long)} of "${question}" has ${characters(long)}.`,
    );
  }
}

function checkedName(asked: string | null, stem: string): string {
  if (asked === null) return datasetNameOf(stem) ?? "dataset";
  if (DATASET_NAME.pattern.test(asked) && asked.length <= DATASET_NAME.max) return asked;
  throw new StartFailure(
    `"${asked}" cannot be the name of a dataset: letters, digits, spaces, - and _, at most ${DATASET_NAME.max}, and not - or _ first.`,
  );
}

function checkedGuidelines(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  if ([...text].length <= GUIDELINES.max) return text;
  throw new StartFailure(`The guidelines have ${[...text].length} characters; the most is ${GUIDELINES.max}.`);
}

/** Checks the parts of a dataset against the API calls that create them, so that no call fails halfway. */
export function checkParts({ fields, questions, metadata, vectors }: DatasetPlan): void {
  if (fields.length > MOST_FIELDS) {
    const [found, most] = [fields.length, MOST_FIELDS].map((count) => count.toLocaleString("en"));
    throw new StartFailure(`${found} columns would become fields; a dataset has at most ${most}.`);
  }
  refuseTwice("fields", fields);
  refuseTwice("questions", questions);
  refuseTwice("metadata properties", metadata);
  refuseTwice("vectors", vectors);
  for (const field of fields) check("Field", routes.createField.body, field);
  for (const question of questions) check("Question", routes.createQuestion.body, question);
  for (const property of metadata) check("Metadata", routes.createMetadataProperty.body, property);
  for (const vector of vectors) check("Vector", routes.createVectorSettings.body, vector);
}

function refuseTwice(kind: string, parts: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of parts) {
    if (seen.has(name))
      throw new StartFailure(`Two ${kind} would have the name "${name}": call one of them otherwise.`);
    seen.add(name);
  }
}

type Schema = (typeof routes)[
  | "createField"
  | "createQuestion"
  | "createMetadataProperty"
  | "createVectorSettings"]["body"];

function check(kind: string, schema: Schema, part: { readonly name: string }): void {
  const read = schema.safeParse(part, { reportInput: true });
  if (read.success) return;
  const [first] = wireErrors(read.error.issues, "body");
  const place = first?.loc.slice(1).join(".");
  throw new StartFailure(`${kind} "${part.name}" cannot be made: ${place}: ${first?.msg}.`);
}

/** The name of the part that a column becomes. `chosen` holds the names that the user gave. */
export function createNames(
  columns: readonly string[],
  chosen: ReadonlyMap<string, string> = new Map(),
): (column: string) => string {
  const unique = uniqueNames(new Set(chosen.values()));
  const given = new Map(chosen);
  return (column) => {
    const earlier = given.get(column);
    if (earlier !== undefined) return earlier;
    const name = unique(partNameOf(column) ?? `column_${columns.indexOf(column) + 1}`);
    given.set(column, name);
    return name;
  };
}

/** `customer_id` in the form for people: `Customer id`. */
function titleOf(column: string): string {
  const words = column.replaceAll(/[_-]+/g, " ").trim() || column.trim();
  // A member of JSON may have no name at all.
  if (words === "") return "No name";
  return (words[0] ?? "").toUpperCase() + words.slice(1, 500);
}
