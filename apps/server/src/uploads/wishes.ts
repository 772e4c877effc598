import type { WireColumnRole, WireRoleKind } from "@postil/contract/datasets/upload-wish";
import { LABEL_NAMES } from "../import/classify.ts";
import { knownEncoding } from "../import/decode.ts";
import type { PlannedQuestion, Role } from "../import/plan.ts";
import type { AnswerWish, By, FileWishes, ImportWishes, QuestionWish } from "../import/wishes.ts";
import { StartFailure } from "../start-failure.ts";
import type { Wish } from "./messages.ts";

/** What the page says about a file, as the wishes of an import, and the roles of a plan as the page says them. */

type SaidColumn = NonNullable<Wish["columns"]>[number];
type SaidQuestion = NonNullable<Wish["questions"]>[number];

/** How the file is read: what is not said is guessed. */
export function readingWish({ reading, columns }: Wish): FileWishes {
  const { encoding, separator, quote, header, missing, trim, label_separator, shape, sheet, members, marks } =
    reading ?? {};
  const { token_column, tag_column } = reading ?? {};
  return {
    encoding: encoding == null ? null : knownEncoding(encoding),
    separator: separator ?? null,
    quote: quote ?? null,
    header: header ?? null,
    names: null,
    missing: missing ?? null,
    trim: trim ?? false,
    labelSeparator: label_separator ?? null,
    labelColumns: label_separator == null ? [] : labelColumns(columns ?? []),
    paths: [],
    tokenColumn: token_column ?? null,
    tagColumn: tag_column ?? null,
    sheet: sheet ?? null,
    members: members ?? [],
    marks: marks ?? null,
    shape: shape ?? null,
    ignored: [],
  };
}

function labelColumns(columns: readonly SaidColumn[]): readonly string[] {
  if (columns.length === 0) return [...LABEL_NAMES, "annotations"];
  return columns.flatMap(({ column, role }) =>
    role.kind === "question" && (role.type === "label_selection" || role.type === "multi_label_selection")
      ? [column]
      : [],
  );
}

/** What the columns become. `known`: the columns of the file as it is read now; what is said about others has no meaning. */
export function columnWishes(wish: Wish, known: readonly string[]): ImportWishes {
  const there = new Set(known);
  const columns = (wish.columns ?? []).filter(({ column }) => there.has(column));
  const named = (kind: WireRoleKind) => columns.flatMap(({ column, role }) => (role.kind === kind ? [column] : []));
  const parts = (wish.parts ?? []).filter(({ column }) => there.has(column));
  const questions = (wish.questions ?? []).filter(({ column }) => column === null || there.has(column));
  return {
    dataset: wish.name ?? null,
    fields: named("field"),
    questions: questionWishes(wish.columns ? columns : null, questions),
    metadata: columns.flatMap(({ column, role }) => {
      if (role.kind !== "metadata") return [];
      const { type, order = null, min = null, max = null } = role;
      return [{ column, type, order, min, max }];
    }),
    suggestions: columns.flatMap(({ column, role }) => {
      if (role.kind !== "suggestion") return [];
      const { agent = null, score = null } = role;
      return [{ question: columnOfQuestion(questions, role.question), column, agent, score }];
    }),
    responses: columns.flatMap(({ column, role }) => {
      if (role.kind === "answer")
        return [{ column, question: columnOfQuestion(questions, role.question), by: byOf(role.by) }];
      return role.kind === "question" && role.values === "answers"
        ? [{ column, question: column, by: byOf(role.by) }]
        : [];
    }),
    optionsOnly: columns.flatMap(({ column, role }) =>
      role.kind === "question" && role.values === "options" ? [column] : [],
    ),
    people: new Map((wish.people ?? []).map(({ name, username }) => [name, username])),
    vectors: named("vector"),
    id: named("id")[0] ?? null,
    ignored: named("ignored"),
    extras: named("extra"),
    guidelines: wish.guidelines ?? null,
    answers: decisionsOf(wish, there),
    partNames: new Map([
      ...parts.flatMap(({ column, name }) => (name == null ? [] : [[column, name] as const])),
      ...questions.flatMap(({ column, name }) => (column === null ? [] : [[column, name] as const])),
    ]),
    partTitles: new Map(parts.flatMap(({ column, title }) => (title == null ? [] : [[column, title]]))),
    labelNames: new Map(
      questions.flatMap(({ column, name, names }) =>
        names && names.length > 0 ? [[column ?? name, new Map(names.map((one) => [one.value, one.name]))]] : [],
      ),
    ),
    merge: wish.merge ?? false,
    asWritten: wish.as_written ?? false,
    missing: wish.reading?.missing ?? null,
  };
}

/** The values that were said to mean something; a column that is not in the file means nothing. */
function decisionsOf({ decisions }: Wish, there: ReadonlySet<string>): AnswerWish[] {
  if (!decisions || !there.has(decisions.column)) return [];
  const { column } = decisions;
  return (["accepted", "rejected", "discarded"] as const).flatMap((decision) => {
    const values = decisions[decision] ?? [];
    return values.length === 0 ? [] : [{ decision, column, values }];
  });
}

type SaidBy = Extract<SaidColumn["role"], { readonly kind: "answer" }>["by"];

const byOf = (by: SaidBy): By | null =>
  by ? (by.kind === "column" ? { column: by.column } : { person: by.username }) : null;

/** A suggestion may name its question by the column or by the name of the question. */
const columnOfQuestion = (questions: readonly SaidQuestion[], named: string): string =>
  questions.find(({ name, column }) => name === named && column !== named)?.column ?? named;

/**
 * In the order of the page. The roles say which columns are questions, or the questions themselves if no role is said. A
 * question that has no column is one for itself.
 */
function questionWishes(columns: readonly SaidColumn[] | null, questions: readonly SaidQuestion[]): QuestionWish[] {
  const types = columns ? typesOfRoles(columns) : typesOfQuestions(questions);
  const said = questions.flatMap((question): QuestionWish[] => {
    const { column, name, type } = question;
    if (column === null) {
      if (type === "span")
        throw new StartFailure(`"${name}" cannot be a span question without a column: add it in the settings.`);
      return [{ type, name, options: optionsOf(question), form: formOf(question) }];
    }
    const asked = types.get(column);
    const form = formOf(question);
    return asked === undefined ? [] : [{ ...asked, name: column, options: null, form }];
  });
  const done = new Set(questions.map(({ column }) => column));
  const rest = [...types].filter(([column]) => !done.has(column));
  return [...said, ...rest.map(([name, asked]): QuestionWish => ({ ...asked, name, options: null }))];
}

type Asked = Pick<QuestionWish, "type" | "span">;

const typesOfRoles = (columns: readonly SaidColumn[]): ReadonlyMap<string, Asked> =>
  new Map(
    columns.flatMap(({ column, role }) => {
      if (role.kind !== "question") return [];
      const { type, field = null, unit = null } = role;
      return [[column, type === "span" ? { type, span: { field, unit } } : { type }] as const];
    }),
  );

const typesOfQuestions = (questions: readonly SaidQuestion[]): ReadonlyMap<string, Asked> =>
  new Map(questions.flatMap(({ column, type }) => (column === null ? [] : [[column, { type }] as const])));

/** A question without a column may have its options from a column of suggestions. */
const optionsOf = ({ type, options }: SaidQuestion): readonly string[] | null =>
  type === "text" || !options || options.length === 0 ? null : options;

const formOf = ({ column, title, description, required, options }: SaidQuestion) => ({
  hasColumn: column !== null,
  title,
  description: description ?? null,
  required,
  firstOptions: options ?? [],
});

/** A role of the plan as the page would say it. */
export function roleToWire(role: Role, questions: readonly PlannedQuestion[]): WireColumnRole {
  const keyOf = (name: string) => questions.find(({ question }) => question === name)?.column ?? name;
  switch (role.kind) {
    case "question":
      return { kind: "question", type: role.type, ...valuesToWire(role), ...spanToWire(role, questions) };
    case "answer":
      return { kind: "answer", question: keyOf(role.question), by: byToWire(role.by) };
    case "suggestion":
      return { kind: "suggestion", question: keyOf(role.question), ...modelToWire(role) };
    case "metadata":
      return { kind: "metadata", ...metadataToWire(role) };
    default:
      return { kind: role.kind };
  }
}

type RoleOfKind<K extends Role["kind"]> = Extract<Role, { readonly kind: K }>;

/** Only what was said. */
function modelToWire({ agent = null, score = null }: RoleOfKind<"suggestion">) {
  return {
    ...(agent && { agent: "text" in agent ? ({ kind: "text", ...agent } as const) : columnToBe(agent.column) }),
    ...(score && { score: "number" in score ? ({ kind: "number", ...score } as const) : columnToBe(score.column) }),
  };
}
const columnToBe = (column: string) => ({ kind: "column", column }) as const;

function metadataToWire({ type, date, min = null, max = null }: RoleOfKind<"metadata">) {
  return {
    type: date ? ("date" as const) : type,
    ...(date?.said ? { order: date.said } : {}),
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
  };
}

/** Only what was said. */
function spanToWire({ question: name }: RoleOfKind<"question">, questions: readonly PlannedQuestion[]) {
  const { spanWish, span } = questions.find(({ question }) => question === name) ?? {};
  const { field = null } = spanWish ?? {};
  const unit = spanWish?.unit ?? (span?.unit === "utf16" ? span.unit : null);
  return { ...(field === null ? {} : { field }), ...(unit === null ? {} : { unit }) };
}

/** Said only where they are no suggestions, as which they are taken. */
function valuesToWire({ keptAs, by = null }: RoleOfKind<"question">) {
  if (keptAs === "nothing") return { values: "options" } as const;
  return keptAs === "answer" ? ({ values: "answers", by: byToWire(by) } as const) : {};
}

const byToWire = (by: By | null) =>
  by === null ? null : "column" in by ? columnToBe(by.column) : ({ kind: "person", username: by.person } as const);
