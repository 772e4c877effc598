import type { Span } from "@postil/domain/spans/span";
import { codePoints } from "@postil/domain/spans/span-units";
import { isTag } from "@postil/domain/tasks/token-borders";
import { StartFailure } from "../start-failure.ts";
import { eachOnce, type SpanInFile, spanIn } from "./cell-values.ts";
import type { Column, Columns } from "./columns.ts";
import type { PlannedQuestion, Role, SpanPlace } from "./plan.ts";
import { BadValue, excerpt, type SoundRow, valueIn } from "./row.ts";
import { entitiesOfRow } from "./tasks/task-record.ts";
import type { SpanUnit } from "./wishes.ts";

/** Spans in a file: lists of places with a label, or a tag for each token. They are stored with places in characters. */

export const isSpans = ({ spans, empties, present }: Column): boolean => spans > 0 && spans + empties === present;

/** True if the column has a tag for each token: `O`, `B-person`, `I-person`. */
export const isTags = ({ textLists, present, values }: Column): boolean =>
  textLists > 0 &&
  textLists === present &&
  values.size > 0 &&
  [...values.keys()].every(isTag) &&
  labelsOfTags(values).length > 0;

const labelsOfTags = (tags: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...tags.keys()].flatMap((tag) => (/^[BIESLU]-/.test(tag) ? [tag.slice(2)] : []))),
];

/** The labels of the spans in a column, with their counts; of tags the spans that they begin. */
export function spanLabels(column: Column): ReadonlyMap<string, number> {
  if (isTags(column))
    return new Map(labelsOfTags(column.values).map((label) => [label, column.entities.get(label) ?? 0]));
  return new Map([...column.values].map(([label, { count }]) => [label, count]));
}

const TOKENS = ["tokens", "words"];
export const tokensBeside = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ name, textLists, present }) => TOKENS.includes(name.toLowerCase()) && textLists === present);

type Fields = readonly { readonly column: string; readonly name: string }[];

/** Finds the field of each span question: the one that was said, else the text beside it. */
export function placeSpans(
  questions: readonly PlannedQuestion[],
  { columns, shape }: Pick<Columns, "columns" | "shape">,
  roles: ReadonlyMap<string, Role>,
): { readonly questions: readonly PlannedQuestion[]; readonly notes: readonly string[] } {
  const fields = [...roles].flatMap(([column, role]) => (role.kind === "field" ? [{ column, name: role.name }] : []));
  const taken = new Map<string, string>();
  const placed = questions.map((planned): PlannedQuestion => {
    if (planned.type !== "span") return planned;
    const span = placeOf(planned, columns, fields, shape?.unit ?? "characters");
    const other = taken.get(span.field);
    if (other !== undefined)
      throw new StartFailure(
        `"${other}" and "${planned.question}" would both be spans of "${span.field}"; a field has one span question.`,
      );
    taken.set(span.field, planned.question);
    return { ...planned, span };
  });
  return { questions: placed, notes: placed.flatMap(unitWords) };
}

function placeOf(
  { column: name, question, spanWish }: PlannedQuestion,
  columns: readonly Column[],
  fields: Fields,
  usual: SpanUnit,
): SpanPlace {
  const column = columns.find((one) => one.name === name);
  const isTagged = column !== undefined && isTags(column);
  const tokens = isTagged ? tokensBeside(columns) : undefined;
  if (isTagged && !tokens)
    throw new StartFailure(`Column "${name}" has a tag for each token, and no column "tokens" has the tokens.`);
  const said = spanWish?.field ?? null;
  const field =
    said === null ? fieldBeside(fields, tokens) : fields.find((one) => one.column === said || one.name === said);
  if (!field)
    throw new StartFailure(`Spans of "${question}" need a field${said === null ? "" : `; "${said}" is none`}.`);
  const unit = spanWish?.unit ?? usual;
  return { field: field.name, text: field.column, tokens: tokens?.name ?? null, unit };
}

const fieldBeside = (fields: Fields, tokens: Column | undefined) =>
  fields.find(({ column }) => column.toLowerCase() === "text") ??
  fields.find(({ column }) => column === tokens?.name) ??
  fields[0];

function unitWords({ column, span }: PlannedQuestion): string[] {
  if (!span || span.tokens !== null) return [];
  return [
    span.unit === "utf16"
      ? `  places in "${column}" count units of 16 bits, as JavaScript does: an emoji is two`
      : `  places in "${column}" count characters, as Python does: an emoji is one; --offsets utf16 reads them as JavaScript does`,
  ];
}

/** The spans of a row, each within its text, with their scores if all of them have one. `place.text`: the text itself. */
export function spansOf(column: string, value: unknown, { row }: SoundRow, place: SpanPlace) {
  const { text } = place;
  if (!Array.isArray(value)) throw new BadValue(column, value, "is no list of spans");
  if (place.tokens !== null) {
    const tokens = valueIn(row, place.tokens);
    const entities = entitiesOfRow(column, { text, tokens, [column]: value });
    if (entities === null)
      throw new BadValue(column, value, `are tags of tokens that are not in the text of "${place.field}"`);
    return { spans: entities.map(({ start, end, label }): Span => ({ start, end, label })), scores: null };
  }
  const points = codePoints(text);
  const length = place.unit === "utf16" ? text.length : points.length;
  const all = value.map((one): SpanInFile => {
    const span = spanIn(one);
    if (span === null) throw new BadValue(column, one, "is no span: {start, end, label} or [start, end, label]");
    if (span.start < 0 || span.end <= span.start || span.end > length)
      throw new BadValue(column, one, `does not fit its text of ${length.toLocaleString("en")} characters`);
    const toPoints = place.unit === "utf16" ? points.toPoints : (at: number) => at;
    const [start, end] = [toPoints(span.start), toPoints(span.end)];
    if (place.unit === "utf16" && (points.toUnits(start) !== span.start || points.toUnits(end) !== span.end))
      throw new BadValue(column, one, "begins or ends inside a character");
    const marked = points.slice(start, end);
    if (span.text !== null && span.text.trim() !== marked.trim())
      throw new BadValue(column, one, `marks ${excerpt(marked)}, not its own text ${excerpt(span.text)}`);
    return { ...span, start, end };
  });
  const found = eachOnce(all);
  const scores = found.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    spans: found.map(({ start, end, label }): Span => ({ start, end, label })),
    scores: scores.length === found.length && scores.length > 0 ? scores : null,
  };
}
