import { DATASET_NAME, GUIDELINES, OPTION_TEXT, OPTION_VALUE } from "@postil/domain/names";
import { LABEL_OPTIONS_MIN } from "@postil/domain/question-rules";
import { StartFailure } from "../../start-failure.ts";
import type { Scene } from "./infer.ts";
import { datasetNameOf, titleOf } from "./names.ts";
import type { ColumnRole, ImportPlan, PlannedLabel, Role } from "./plan.ts";

type RoleOf<K extends Role["kind"]> = Extract<Role, { kind: K }>;

/** The dataset that the roles of the columns make, in the wire's names, refused where the contract would refuse it. */
export function buildPlan(
  { columns, rows, options, roles }: Scene,
  labels: readonly PlannedLabel[],
  stem: string,
): ImportPlan {
  const all = columns.flatMap((column): ColumnRole[] => {
    const role = roles.get(column.name);
    return role ? [{ column: column.name, role }] : [];
  });
  const of = <K extends Role["kind"]>(kind: K) =>
    all.flatMap(({ column, role }) => (role.kind === kind ? [{ column, role: role as RoleOf<K> }] : [])); // of that kind
  const kept = of("label").filter(({ role }) => role.keptAs === "metadata");
  return {
    rows,
    roles: all,
    dataset: {
      name: checkedName(options.dataset, stem),
      guidelines: checkedGuidelines(options.guidelines),
      fields: of("field").map(({ column, role }) => ({
        name: role.name,
        title: titleOf(column),
        required: role.required,
        settings: { type: "text", use_markdown: false },
      })),
      questions: labels.map(questionOf),
      metadata: [
        ...of("metadata").map(({ column, role }) => ({
          name: role.name,
          title: titleOf(column),
          settings:
            role.type === "terms" ? { type: role.type, values: null } : { type: role.type, min: null, max: null },
        })),
        // Known answers: for comparing later, not for annotators to see.
        ...kept.map(({ column, role }) => ({
          name: role.question,
          title: titleOf(column),
          settings: { type: "terms" as const, values: null },
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
}

function questionOf({ column, question, multi, options }: PlannedLabel, index: number) {
  const source = column === null ? "" : ` in column "${column}"`;
  if (options.length < LABEL_OPTIONS_MIN) {
    throw new StartFailure(
      `A label question needs at least ${LABEL_OPTIONS_MIN} labels; "${question}" has ${options.length}${source}.`,
    );
  }
  const long = options.find((option) => option.length > OPTION_VALUE.max || option === "");
  if (long !== undefined) {
    throw new StartFailure(
      `A label has 1 to ${OPTION_VALUE.max} characters; "${long.slice(0, 60)}"${source} has ${long.length}.`,
    );
  }
  const listed = options.map((value) => ({ value, text: value.slice(0, OPTION_TEXT.max), description: null }));
  return {
    name: question,
    title: titleOf(column ?? question),
    required: index === 0,
    settings: multi
      ? {
          type: "multi_label_selection" as const,
          options: listed,
          visible_options: null,
          options_order: "natural" as const,
        }
      : { type: "label_selection" as const, options: listed, visible_options: null },
  };
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
