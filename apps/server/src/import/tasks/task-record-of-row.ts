import type { Task } from "@postil/domain/datasets/dataset-links";
import { entitiesOfTags, isTag, type TaggedEntity } from "@postil/domain/tasks/bio-tags";
import { placeTokens } from "@postil/domain/tasks/token-borders";
import { isRawNumber } from "@postil/domain/text/json-numbers";
import { type Answers, decisionOf } from "../answers.ts";
import { type ReadRow, type Row, valueIn } from "../row.ts";
import { BadValue } from "../to-record.ts";
import {
  annotationPartOfCell,
  byAgentOfCell,
  isByAgent,
  isMembers,
  type WireAnnotationPart,
} from "./annotation-part-of-cell.ts";
import { alwaysRead, TASK_COLUMNS, VECTOR_COLUMNS } from "./task-columns.ts";

/** The options for importing a task dataset. */
export type TaskWishes = {
  readonly task: Task;
  /** The agent of predictions and annotations, if the file names none. */
  readonly agent: string;
  /** True if a record can have several labels. */
  readonly multiLabel: boolean;
  readonly ignored: ReadonlySet<string>;
  /** For a table: the columns whose cells are numbers, and the columns that are texts although some cells look like lists. */
  readonly numbers: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  readonly answers: Answers;
  /** True if the file is an export of a dataset of this task. It then describes its own columns. */
  readonly isExport?: boolean;
};

/** A record in wire names (contract api-v0 section 5). */
export type TaskRecordInput = { readonly [key: string]: unknown };

export function taskRecordOfRow(wishes: TaskWishes, given: Extract<ReadRow, { row: Row }>): TaskRecordInput {
  const { row, read } = withSource(wishes.task, given.row);
  const own = ownPart(wishes, row);
  const predicted = sideOfRow(wishes, row, "prediction");
  const said = taggedOf(wishes, row, own) ?? sideOfRow(wishes, row, "annotation");
  const decision = decisionOf(wishes.answers, row);
  const annotated = decision === "accepted" ? said : { ...said, part: null, everybody: null };
  const isAnnotated = annotated.part !== null || annotated.everybody !== null;
  const columns = [...read, ...predicted.columns, ...said.columns];
  const record = {
    id: row.id ?? null,
    ...own,
    // If there is no status, annotations are taken as final, as the client does.
    status: row.status ?? (decision === "discarded" ? "Discarded" : isAnnotated ? "Validated" : "Default"),
    event_timestamp: row.event_timestamp ?? null,
    prediction: predicted.part,
    annotation: annotated.part,
    predictions: predicted.everybody,
    annotations: annotated.everybody,
    metadata: metadataOf(
      wishes,
      row,
      given.exact?.() ?? row,
      columns,
      decision === "accepted" ? null : { [decision]: labelIn(row, said) },
    ),
    vectors: vectorsOf(row),
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** A label that was rejected or discarded. It is kept in the metadata, so that users can see it. */
function labelIn(row: Row, { columns }: SideOfRow): unknown {
  const [column] = columns;
  const value = column === undefined ? null : row[column];
  return typeof value === "string" ||
    (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string"))
    ? value
    : null;
}

/** For text to text: without a text column, `source` is the text and `target` the answer. `read`: the columns used. */
function withSource(task: Task, row: Row): { readonly row: Row; readonly read: readonly string[] } {
  const { source, target, ...rest } = row;
  if (task !== "Text2Text" || (row.text ?? null) !== null || typeof source !== "string") return { row, read: [] };
  const isAnswered = TASK_COLUMNS[task].annotation.some((name) => (row[name] ?? null) !== null);
  return isAnswered
    ? { row: { ...rest, target, text: source }, read: ["source"] }
    : { row: { ...rest, text: source, annotation: target }, read: ["source", "target"] };
}

function ownPart({ task, multiLabel }: TaskWishes, row: Row): TaskRecordInput {
  if (task === "Text2Text") return { text: row.text };
  if (task === "TokenClassification") {
    const tokens = tokensIn(row.tokens);
    const text = row.text ?? (Array.isArray(tokens) ? tokens.join(" ") : undefined);
    return { text, tokens };
  }
  const inputs = isMembers(row.inputs) ? row.inputs : { text: row.inputs ?? row.text };
  return { inputs, multi_label: multiLabel, explanation: row.explanation ?? null };
}

/** Prodigy writes tokens as objects with their offsets. */
function tokensIn(tokens: unknown): unknown {
  if (!Array.isArray(tokens)) return tokens;
  return tokens.map((token: unknown) => (isMembers(token) && typeof token.text === "string" ? token.text : token));
}

/** The content of a row for one side, and the columns it comes from. */
type SideOfRow = {
  readonly part: WireAnnotationPart | null;
  readonly everybody: TaskRecordInput | null;
  readonly columns: readonly string[];
};

function sideOfRow({ task, agent }: TaskWishes, row: Row, side: "prediction" | "annotation"): SideOfRow {
  const map = `${side}s`;
  const everybody = isByAgent(task, row[map]) ? row[map] : null;
  const isGiven = (name: string) => row[name] !== undefined && row[name] !== null;
  const column = TASK_COLUMNS[task][side].find((name) => isGiven(name) && (name !== map || everybody === null));
  const named = row[`${side}_agent`];
  const by = typeof named === "string" && named !== "" ? named : agent;
  return {
    part:
      column === undefined
        ? null
        : annotationPartOfCell({ task, side, column, isFinal: row.status === "Validated" }, row[column], by),
    everybody: everybody && byAgentOfCell({ task, side, column: map }, everybody),
    columns: [...(column === undefined ? [] : [column]), ...(everybody ? [map] : [])],
  };
}

/** Builds the entities from one tag for each token. */
function taggedOf({ task, agent }: TaskWishes, row: Row, { text, tokens }: TaskRecordInput): SideOfRow | null {
  const column = TASK_COLUMNS[task].tags.find((name) => Array.isArray(row[name]));
  const entities = column === undefined ? null : entitiesOfRow(column, { ...row, text, tokens });
  if (column === undefined || entities === null) return null;
  return { part: { agent, entities }, everybody: null, columns: [column] };
}

/** The entities from a column of tags; null if tags, text or tokens are missing. */
export function entitiesOfRow(column: string, { text, tokens, ...row }: Row): readonly TaggedEntity[] | null {
  const tags = row[column];
  if (!Array.isArray(tags) || !Array.isArray(tokens) || typeof text !== "string") return null;
  if (tags.length !== tokens.length)
    throw new BadValue(column, tags, `has ${tags.length} tags for ${tokens.length} tokens`);
  const wrong = tags.findIndex((tag) => !isTag(String(tag)));
  if (wrong !== -1)
    throw new BadValue(column, tags[wrong], `(number ${wrong + 1}) is no tag; tags are O, B-name and I-name`);
  const placed = placeTokens(text, tokens.map(String));
  if ("missing" in placed) return null; // the rules report this later, because they also check the tokens
  return entitiesOfTags(placed.places, tags.map(String)) ?? []; // all tags are valid here
}

/** The metadata of the row, with the values of all unused columns. `exact`: the row with numbers as they are written. */
function metadataOf({ task, ignored }: TaskWishes, row: Row, exact: Row, said: readonly string[], more: Row | null) {
  const elsewhere = new Set([...alwaysRead(task), ...said, ...ignored]);
  const others = Object.entries(exact).filter(
    ([name, value]) => !elsewhere.has(name) && value !== null && value !== "",
  );
  const own = ignored.has("metadata") ? null : (valueIn(exact, "metadata") ?? valueIn(row, "metadata"));
  // A value that is not a map is left to the server's own error message.
  if (own !== null && (!isMembers(own) || isRawNumber(own))) return own;
  const added = Object.entries(more ?? {}).filter(([, value]) => value !== null);
  const members = [...others, ...Object.entries(own ?? {}), ...added];
  return members.length > 0 ? Object.fromEntries(members) : null;
}

/** Vectors by name; a list of numbers gets the name of its column. */
function vectorsOf(row: Row): TaskRecordInput | null {
  const vectors = VECTOR_COLUMNS.flatMap((column): [string, unknown][] => {
    const cell = row[column] ?? null;
    if (cell === null) return [];
    return isMembers(cell) ? Object.entries(cell) : [[column, cell]];
  });
  if (vectors.length === 0) return null;
  return Object.fromEntries(vectors.map(([name, value]) => [name, isMembers(value) ? value : { value }]));
}
