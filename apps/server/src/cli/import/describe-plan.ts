import type { ColumnRole, ImportPlan, Role } from "./plan.ts";

/** What was understood, line by line, before anything is made. */
export function describePlan(plan: ImportPlan, workspace: string): string[] {
  const { dataset, roles, rows } = plan;
  const width = Math.max(...roles.map(({ column }) => column.length));
  return [
    `${rows.toLocaleString("en")} rows -> dataset "${dataset.name}" in workspace "${workspace}"`,
    ...roles.map(({ column, role }) => `  ${column.padEnd(width)}  ${words(role)}`),
    ...questionsWithoutColumn(plan),
  ];
}

function words(role: Role): string {
  switch (role.kind) {
    case "id":
      return "external id";
    case "field":
      return `field${role.required ? "" : ", optional"}`;
    case "label": {
      const kept =
        role.keptAs === "suggestion"
          ? "its value becomes a suggestion"
          : "its value is kept as metadata that annotators do not see";
      return `${role.multi ? "multi-label" : "label"} question, ${role.options} options; ${kept}`;
    }
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

const asks =
  (question: string) =>
  ({ role }: ColumnRole) =>
    role.kind === "label" && role.question === question;

function questionsWithoutColumn({ dataset, roles }: ImportPlan): string[] {
  return dataset.questions.flatMap(({ name, settings }) =>
    roles.some(asks(name)) || !("options" in settings)
      ? []
      : [`  label question "${name}", ${settings.options.length} options: from no column of its own`],
  );
}
