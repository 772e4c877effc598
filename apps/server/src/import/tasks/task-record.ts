import type { Task } from "@postil/domain/datasets/dataset";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { entitiesOfTags, isTag, placeTokens, type TaggedEntity } from "@postil/domain/tasks/token-borders";
import { isRawNumber } from "@postil/domain/text/json-text";
import { BadValue, counted, type Row, type SoundRow, valueIn } from "../row.ts";
import type { Decision } from "../wishes.ts";
import { alwaysRead, TASK_COLUMNS, type TaskWishes, VECTOR_COLUMNS } from "./task-rows.ts";

/** A record in wire names (contract api-v0 section 5). */
export type TaskRecordInput = { readonly [key: string]: unknown };

/** `decision`: what the row says of its label, by the column as the file names it. */
export function taskRecordOfRow(wishes: TaskWishes, given: SoundRow, decision: Decision): TaskRecordInput {
  const { row, read } = withSource(wishes.task, given.row);
  const own = ownPart(wishes, row);
  const predicted = sideOfRow(wishes, row, "prediction");
  const said = taggedOf(wishes, row, own) ?? sideOfRow(wishes, row, "annotation");
  const annotated = decision === "accepted" ? said : { ...said, part: null, everybody: null };
  const isAnnotated = annotated.part !== null || annotated.everybody !== null;
  const columns = [...read, ...predicted.columns, ...said.columns];
  const record = {
    id: row.id ?? null,
    ...own,
    // If there is no status, annotations are taken as final, as the client does.
    status: statusIn(row.status) ?? (decision === "discarded" ? "Discarded" : isAnnotated ? "Validated" : "Default"),
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

/** In any spelling of capitals; another value is left to the server's own message. */
function statusIn(given: unknown): unknown {
  if (typeof given !== "string") return given;
  return TASK_STATUSES.find((status) => status.toLowerCase() === given.toLowerCase()) ?? given;
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
        : annotationPartOfCell({ task, side, column, isFinal: statusIn(row.status) === "Validated" }, row[column], by),
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
    throw new BadValue(column, tags, `has ${counted(tags.length, "tag")} for ${counted(tokens.length, "token")}`);
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

/**
 * Converts predictions and annotations of files into the wire format. The 1.x client writes labels in three forms: bare, as
 * `{label, score}`, or as pairs. It writes entities the same way with their offsets, and texts bare or with a score. Server
 * replies have `{agent, labels}`.
 */

type Members = { readonly [name: string]: unknown };
export type WireAnnotationPart = Members & { readonly agent: string };

/** The place of a value. Its side decides what a list of a text and a number means. */
type Said = {
  readonly task: Task;
  readonly side: "prediction" | "annotation";
  readonly column: string;
  /** True if the row itself has the status "validated", whatever else it holds. */
  readonly isFinal?: boolean;
};

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Items = {
  readonly list: string;
  /** The wire name of an item, and the other names that a file may use. */
  readonly name: string;
  readonly names: readonly string[];
  /** The length of an item that is written as a list; `most` includes the score. */
  readonly least: number;
  readonly most: number;
  readonly ofList: (item: readonly unknown[]) => Members;
  readonly otherwise: string;
};

const ITEMS: { readonly [T in Task]: Items } = {
  TextClassification: {
    list: "labels",
    name: "class",
    names: ["class", "class_label", "label"],
    least: 1,
    most: 2,
    ofList: ([name, score]) => scored({ class: name }, score),
    otherwise: "is no label; labels are texts, {label, score} or [label, score]",
  },
  TokenClassification: {
    list: "entities",
    name: "label",
    names: ["label"],
    least: 3,
    most: 4,
    ofList: ([first, second, third, score]) =>
      // Doccano writes the label after the offsets.
      scored(
        typeof first === "number"
          ? { label: third, start: first, end: second }
          : { label: first, start: second, end: third },
        score,
      ),
    otherwise: "is no entity; entities are {label, start, end} or [label, start, end], each also with a score",
  },
  Text2Text: {
    list: "sentences",
    name: "text",
    names: ["text"],
    least: 1,
    most: 2,
    ofList: ([text, score]) => scored({ text }, score),
    otherwise: "is no text; texts are bare, {text, score} or [text, score]",
  },
};

const scored = (part: Members, score: unknown): Members =>
  score === undefined || score === null ? part : { ...part, score };

/**
 * The annotation or prediction of one agent; null if the cell is empty. Throws a {@link BadValue} if the cell is not valid.
 */
export function annotationPartOfCell(said: Said, cell: unknown, agent: string): WireAnnotationPart | null {
  if (cell === undefined || cell === null || cell === "") return null;
  const { list } = ITEMS[said.task];
  if (isMembers(cell) && list in cell) return { agent, ...cell };
  const items = Array.isArray(cell) && !isOneItem(said, cell) ? cell : [cell];
  // Tokens may have no entities, but a text without labels has not been labeled yet.
  if (items.length === 0 && said.task !== "TokenClassification" && !said.isFinal) return null;
  return { agent, [list]: items.map((item: unknown) => itemOf(said, item)) };
}

/** True if the list is one item: a text and its numbers. Annotated labels have no scores, so there the list is two labels. */
function isOneItem({ task, side }: Said, [name, ...numbers]: readonly unknown[]): boolean {
  if (task === "TextClassification" && side === "annotation") return false;
  const { least, most } = ITEMS[task];
  const isLong = numbers.length >= Math.max(least - 1, 1) && numbers.length < most;
  return typeof name === "string" && isLong && numbers.every((one) => typeof one === "number");
}

function itemOf({ task, column }: Said, item: unknown): unknown {
  const { name, least, most, ofList, otherwise } = ITEMS[task];
  const refuse = () => new BadValue(column, item, otherwise);
  if (Array.isArray(item)) {
    if (item.length < least || item.length > most) throw refuse();
    return ofList(item);
  }
  if (!isMembers(item)) {
    if (least > 1) throw refuse();
    return { [name]: item };
  }
  // An entity is not a label, although it has one.
  if (!isNamed(task, item) || (least === 1 && "start" in item)) throw refuse();
  const { label, score, ...rest } = item;
  return scored({ ...rest, ...(label === undefined ? {} : { [name]: label }) }, score);
}

const isNamed = (task: Task, value: Members): boolean => ITEMS[task].names.some((name) => name in value);

/** True if the cell maps agents to their values. False if it is the value of one agent. */
const isByAgent = (task: Task, cell: unknown): cell is Members =>
  isMembers(cell) && !("agent" in cell) && !(ITEMS[task].list in cell) && !isNamed(task, cell);

export function byAgentOfCell(said: Said, cell: Members): Members {
  const everybody = Object.entries(cell).map(([agent, part]) => {
    const { agent: _, ...bare } = annotationPartOfCell(said, part, agent) ?? { agent };
    return [agent, bare];
  });
  return Object.fromEntries(everybody);
}
