import { DATASET_NAME, GUIDELINES, OPTION_TEXT, OPTION_VALUE } from "@postil/domain/datasets/names";
import { LABEL_OPTIONS_MIN, RANKING_OPTIONS, RATING_OPTIONS } from "@postil/domain/datasets/question-rules";
import { characters } from "@postil/domain/text/characters";
import type { DatasetPlan } from "../client/fill.ts";
import { StartFailure } from "../start-failure.ts";
import { checkParts } from "./check-parts.ts";
import { excerpt } from "./excerpt.ts";
import type { Inference } from "./inference.ts";
import { datasetNameOf, titleOf } from "./names.ts";
import type { ColumnRole, ImportPlan, PlannedQuestion, PlannedType, Role } from "./plan.ts";

type RoleOf<K extends Role["kind"]> = Extract<Role, { kind: K }>;

/** Builds the dataset from the roles of the columns, in wire names. Refuses what the contract would refuse. */
export function buildPlan(
  { columns, rows, faults, options, roles, notes, doubts, answers, sample }: Inference,
  questions: readonly PlannedQuestion[],
  stem: string,
): ImportPlan {
  const all = columns.flatMap((column): ColumnRole[] => {
    const role = roles.get(column.name);
    return role ? [{ column: column.name, role }] : [];
  });
  const of = <K extends Role["kind"]>(kind: K) =>
    all.flatMap(({ column, role }) => (role.kind === kind ? [{ column, role: role as RoleOf<K> }] : [])); // roles of this kind
  const kept = of("question").filter(({ role }) => role.keptAs === "metadata");
  const plan: ImportPlan = {
    rows,
    read: rows + faults,
    roles: all,
    questions,
    notes,
    asked: doubts,
    sample,
    answers,
    plain: new Set(columns.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
    dataset: {
      name: checkedName(options.dataset, stem),
      guidelines: checkedGuidelines(options.guidelines),
      fields: of("field").map(({ column, role }) => ({
        name: role.name,
        title: titleOf(column),
        required: role.required,
        settings: { type: "text", use_markdown: false },
      })),
      questions: questions.map(questionOf),
      metadata: [
        ...of("metadata").map(({ column, role }) => ({
          name: role.name,
          title: titleOf(column),
          settings:
            role.type === "terms" ? { type: role.type, values: null } : { type: role.type, min: null, max: null },
        })),
        // Known answers are for later comparison; annotators must not see them.
        ...kept.map(({ column, role }) => ({
          name: role.question,
          title: titleOf(column),
          settings:
            role.type === "rating"
              ? { type: "integer" as const, min: null, max: null }
              : { type: "terms" as const, values: null },
          visible_for_annotators: false,
        })),
      ],
      vectors: of("vector").map(({ column, role }) => ({
        name: role.name,
        title: titleOf(column),
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
  const { column, question } = planned;
  return { name: question, title: titleOf(column ?? question), required: index === 0, settings: settingsOf(planned) };
}

/** The page shows this number of labels first, and the rest on demand. */
const SHOWN_LABELS = 15;

function settingsOf({ type, options, titles }: PlannedQuestion): Question["settings"] {
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
    case "text":
      return { type, use_markdown: false };
  }
}

const OPTIONS: { readonly [T in PlannedType]?: { readonly min: number; readonly max?: number } } = {
  label_selection: { min: LABEL_OPTIONS_MIN },
  multi_label_selection: { min: LABEL_OPTIONS_MIN },
  rating: RATING_OPTIONS,
  ranking: RANKING_OPTIONS,
};
const WORDS = {
  label_selection: ["label question", "labels"],
  multi_label_selection: ["multi-label question", "labels"],
  rating: ["rating", "values"],
  ranking: ["ranking", "options"],
  text: ["text", "options"],
} as const;

function refuseOptions({ column, question, type, options }: PlannedQuestion): void {
  const source = column === null ? "" : ` in column "${column}"`;
  const [kind, what] = WORDS[type];
  const { min = 0, max = Number.POSITIVE_INFINITY } = OPTIONS[type] ?? {};
  if (options.length < min || options.length > max) {
    const limit = options.length < min ? `at least ${min}` : `at most ${max}`;
    throw new StartFailure(`A ${kind} has ${limit} ${what}; "${question}" has ${options.length}${source}.`);
  }
  const long = options.find((option) => characters(option) > OPTION_VALUE.max);
  if (long !== undefined) {
    throw new StartFailure(
      `A label has 1 to ${OPTION_VALUE.max} characters; ${excerpt(long)} of "${question}" has ${characters(long)}.`,
    );
  }
}

function checkedName(asked: string | null, stem: string): string {
  if (asked === null) return datasetNameOf(stem);
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
