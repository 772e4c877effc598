import type { ColumnRole, ImportPlan, PlannedType, Role } from "./plan.ts";

/** What was understood, line by line, before anything is made. */
export function describePlan(plan: ImportPlan, workspace: string): string[] {
  const { dataset, roles, rows } = plan;
  const width = Math.max(...roles.map(({ column }) => column.length));
  return [
    `${rows.toLocaleString("en")} rows -> dataset "${dataset.name}" in workspace "${workspace}"`,
    ...roles.map(({ column, role }) => `  ${column.padEnd(width)}  ${words(role)}`),
    ...questionsWithoutColumn(plan),
    ...plan.notes,
  ];
}

function words(role: Role): string {
  switch (role.kind) {
    case "id":
      return "external id";
    case "field":
      return `field${role.required ? "" : ", optional"}`;
    case "question":
      return `${QUESTION[role.type]} question${counted(role.options)}; ${KEPT[role.keptAs]}`;
    case "suggestion":
      return `suggestions for question "${role.question}"`;
    case "metadata":
      return `metadata, ${role.type}`;
    case "vector":
      return `vector of ${role.dimensions} dimensions`;
    case "extra":
      return "extra metadata: kept and shown, not for filters";
    case "ignored":
      return `left out (${role.why})`;
  }
}

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
