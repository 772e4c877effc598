import type { Sample } from "./columns.ts";
import { excerpt } from "./excerpt.ts";
import type { ColumnRole, ImportPlan, PlannedQuestion, PlannedType, Role } from "./plan.ts";

/** Describes the plan, line by line, before anything is created. `read`: how the file is read. */
export function describePlan(plan: ImportPlan, workspace: string, read: readonly string[]): string[] {
  const { dataset, roles, rows } = plan;
  const width = Math.max(...roles.map(({ column }) => column.length));
  return [
    `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} -> dataset "${dataset.name}" in workspace "${workspace}"`,
    ...read,
    ...roles.map(({ column, role }) => `  ${column.padEnd(width)}  ${words(role, column)}`),
    ...questionsWithoutColumn(plan),
    ...plan.questions.flatMap(optionWords),
    ...plan.notes,
    ...sampleWords(plan.sample),
  ];
}

/** The first rows, one line each. */
export const sampleWords = (sample: readonly Sample[]): string[] =>
  sample.map(
    ({ line, row }) =>
      `  line ${line}: ${Object.entries(row)
        .map(([name, value]) => `${name}=${value === null ? "(nothing)" : excerpt(value)}`)
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
      return `${QUESTION[role.type]} question${named(role.question, column)}${counted(role.options)}; ${KEPT[role.keptAs]}`;
    case "suggestion":
      return `suggestions for question "${role.question}"`;
    case "metadata":
      return `metadata${named(role.name, column)}, ${role.type}`;
    case "vector":
      return `vector${named(role.name, column)} of ${role.dimensions} dimensions`;
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
};
const KEPT = {
  suggestion: "its value becomes a suggestion",
  metadata: "its value is kept as metadata that annotators do not see",
};
const counted = (options: number) => (options === 0 ? "" : `, ${options.toLocaleString("en")} options`);

const asks =
  (question: string) =>
  ({ role }: ColumnRole) =>
    role.kind === "question" && role.question === question;

function questionsWithoutColumn({ questions, roles }: ImportPlan): string[] {
  return questions
    .filter(({ question }) => !roles.some(asks(question)))
    .map(
      ({ question, type, options }) =>
        `  ${QUESTION[type]} question "${question}"${counted(options.length)}: from no column of its own`,
    );
}
