import type { Task } from "@postil/domain/datasets/dataset-links";
import { entitiesOfTags } from "@postil/domain/tasks/bio-tags";
import { placeTokens } from "@postil/domain/tasks/token-borders";
import { mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import type { Row } from "../row.ts";
import { BadValue } from "../to-record.ts";
import { annotationPartOfCell, byAgentOfCell, isMembers, type WireAnnotationPart } from "./annotation-part-of-cell.ts";

/** What an import of a task dataset is told. */
export type TaskWishes = {
  readonly task: Task;
  /** Who predicted and annotated, where the file does not say. */
  readonly agent: string;
  /** Whether records have several labels each. */
  readonly multiLabel: boolean;
  readonly ignored: ReadonlySet<string>;
};

/** A record in the wire's names (contract api-v0 section 5). */
export type TaskRecordInput = { readonly [key: string]: unknown };

/** Columns that tell what a record is; all others are metadata. */
const COLUMNS = {
  prediction: ["prediction", "predictions"],
  annotation: ["annotation", "annotations", "label", "labels", "entities"],
  tags: ["tags", "ner_tags", "bio"],
  vector: ["vector", "vectors", "embedding"],
  plain: ["id", "status", "event_timestamp", "explanation", "text", "inputs", "tokens", "multi_label"],
  agents: ["prediction_agent", "annotation_agent"],
  /** Worked out by the server. */
  derived: ["metrics", "search_keywords", "last_updated"],
} as const;
export const KNOWN_COLUMNS: ReadonlySet<string> = new Set([...Object.values(COLUMNS).flat(), "metadata"]);

/** A row as a record. `text` is its line, where reading it may have lost the form of numbers. */
export function taskRecordOfRow(wishes: TaskWishes, row: Row, text?: string): TaskRecordInput {
  const { task } = wishes;
  const own = ownPart(wishes, row);
  const prediction = partOfRow(wishes, row, "prediction");
  const annotation = taggedOf(wishes, row, own) ?? partOfRow(wishes, row, "annotation");
  const [predictions, annotations] = [
    byAgentOfCell(task, mapOf(row, "predictions")),
    byAgentOfCell(task, mapOf(row, "annotations")),
  ];
  const isAnnotated = annotation !== null || annotations !== null;
  const record = {
    id: row.id ?? null,
    ...own,
    // The client takes what people said as final where the status is not told.
    status: row.status ?? (isAnnotated ? "Validated" : "Default"),
    event_timestamp: row.event_timestamp ?? null,
    prediction,
    annotation,
    predictions,
    annotations,
    metadata: metadataOf(wishes, row, text),
    vectors: vectorsOf(row),
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Maps by agent are no lists of labels, and no reply of the server. */
function mapOf(row: Row, column: "predictions" | "annotations"): unknown {
  const cell = row[column];
  return isMembers(cell) && !("agent" in cell) ? cell : null;
}

function ownPart({ task, multiLabel }: TaskWishes, row: Row): TaskRecordInput {
  if (task === "Text2Text") return { text: row.text };
  if (task === "TokenClassification") {
    const { tokens } = row;
    const text = row.text ?? (Array.isArray(tokens) ? tokens.join(" ") : undefined);
    return { text, tokens };
  }
  const inputs = isMembers(row.inputs) ? row.inputs : { text: row.inputs ?? row.text };
  return { inputs, multi_label: multiLabel, explanation: row.explanation ?? null };
}

function partOfRow(
  { task, agent }: TaskWishes,
  row: Row,
  side: "prediction" | "annotation",
): WireAnnotationPart | null {
  const column = COLUMNS[side].find((name) => row[name] !== undefined && row[name] !== null);
  if (column === undefined || mapOf(row, column as "predictions")) return null; // no other column has such maps
  const named = row[`${side}_agent`];
  return annotationPartOfCell(task, row[column], typeof named === "string" && named !== "" ? named : agent);
}

/** Entities from a tag for each token. */
function taggedOf({ task, agent }: TaskWishes, row: Row, { text, tokens }: TaskRecordInput): WireAnnotationPart | null {
  const column = COLUMNS.tags.find((name) => Array.isArray(row[name]));
  if (task !== "TokenClassification" || column === undefined || !Array.isArray(tokens) || typeof text !== "string")
    return null;
  const tags = row[column] as readonly unknown[]; // one that is a list was looked for
  const placed = placeTokens(text, tokens.map(String));
  if ("missing" in placed) return null; // told by the rules, which look at the tokens too
  const entities = entitiesOfTags(placed.places, tags.map(String));
  if (tags.length !== tokens.length)
    throw new BadValue(column, tags, `has ${tags.length} tags for ${tokens.length} tokens`);
  if (!entities) throw new BadValue(column, tags, "holds what is no tag; tags are O, B-name and I-name");
  return { agent, entities };
}

/** The metadata of the row, and what no other column is for; the form of numbers is kept. */
function metadataOf({ ignored }: TaskWishes, row: Row, text: string | undefined): unknown {
  const exact = text !== undefined && mayLoseForm(text) ? (parseKeepingForm(text) as Row) : row; // the same object
  const others = Object.entries(exact).filter(
    ([name, value]) => !KNOWN_COLUMNS.has(name) && !ignored.has(name) && value !== null && value !== "",
  );
  const own = exact.metadata ?? null;
  // What is no map is left for the server's own words.
  if (own !== null && !isMembers(own)) return own;
  const metadata = { ...Object.fromEntries(others), ...own };
  return Object.keys(metadata).length > 0 ? metadata : null;
}

/** Vectors by name, or a list of numbers by the name of its column. */
function vectorsOf(row: Row): TaskRecordInput | null {
  const column = COLUMNS.vector.find((name) => row[name] !== undefined && row[name] !== null);
  const cell = column && row[column];
  if (column === undefined || cell === undefined) return null;
  if (!isMembers(cell)) return { [column]: { value: cell } };
  return Object.fromEntries(Object.entries(cell).map(([name, value]) => [name, isMembers(value) ? value : { value }]));
}
