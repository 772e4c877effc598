import { tagLabels } from "@postil/domain/exports/token-tags";
import { ownOf } from "@postil/domain/objects";
import { labelsOf } from "@postil/domain/tasks/search-values";
import type { AnnotationPart, Entity, TaskDocument } from "@postil/domain/tasks/task-record";
import { placeTokens } from "@postil/domain/tasks/token-borders";
import { CONLL, SPACY } from "./feedback-shapes.ts";
import { type Kind, namedOnce, type ShapeColumn } from "./shape-columns.ts";
import type { Shaped, ShapeTable } from "./shape-table.ts";
import type { TaskDefinition } from "./task-file.ts";
import type { FileWish } from "./writer.ts";

type Columns = readonly (ShapeColumn & { readonly prefix?: string })[];

/** The rows of a task dataset in the wanted shape. */
export function taskShape(wish: FileWish, definition: TaskDefinition): ShapeTable<TaskDocument> {
  const { shape } = wish;
  const { columns, rowsOf } =
    shape === "conll" || shape === "spacy"
      ? { columns: TOKENS[shape].columns, rowsOf: tokensOf(shape, definition) }
      : shape === "answers"
        ? answers(wish, definition)
        : training(wish, definition);
  return { columns: namedOnce(columns), rowsOf };
}

const TOKENS = { conll: CONLL, spacy: SPACY };

const TEXT: Kind = { type: "text" };

/** The columns of a record around its answer. */
function aroundRecord({ parts }: FileWish, { task, inputs }: TaskDefinition) {
  const texts: Columns =
    task === "Text2Text"
      ? [{ name: "source", kind: TEXT }]
      : task === "TokenClassification"
        ? [
            { name: "text", kind: TEXT },
            { name: "tokens", kind: { type: "texts" } },
          ]
        : inputs.map((name) => ({ name, kind: TEXT, prefix: "input" }));
  const after: Columns = parts.metadata ? [{ name: "metadata", kind: { type: "json" } }] : [];
  return {
    before: [{ name: "id", kind: TEXT }, ...texts] as Columns,
    after,
    beforeOf: (document: TaskDocument) => [
      String(document.id),
      ...("inputs" in document
        ? inputs.map((name) => textOfInput(ownOf(document.inputs, name)))
        : "tokens" in document
          ? [document.text, document.tokens]
          : [document.text]),
    ],
    afterOf: ({ metadata }: TaskDocument) => (parts.metadata ? [metadata ?? null] : []),
  };
}

/** An input may be a list of texts. */
const textOfInput = (input: string | readonly string[] | undefined): string | null =>
  input === undefined || typeof input === "string" ? (input ?? null) : JSON.stringify(input);

/** What an annotation says, as one value of a column. */
function answerOf({ task, multiLabel, labels }: TaskDefinition) {
  if (task === "Text2Text") return { name: "target", kind: TEXT };
  if (task === "TokenClassification") return { name: "entities", kind: { type: "spans", options: labels } as Kind };
  return multiLabel
    ? { name: "labels", kind: { type: "labels", options: labels } as Kind }
    : { name: "label", kind: { type: "label", options: labels } as Kind };
}

const spansOf = (entities: readonly Entity[]) => entities.map(({ start, end, label }) => ({ start, end, label }));

/** The best text, the labels that count, or the entities; null if the annotation is empty and may not be. */
function answerIn(part: AnnotationPart, { multiLabel }: TaskDefinition): unknown {
  if ("entities" in part) return spansOf(part.entities);
  const values = labelsOf(part, multiLabel);
  return "labels" in part && multiLabel ? values : (values[0] ?? null);
}

/** One row a record: its annotation, if the record is validated. */
function training(wish: FileWish, definition: TaskDefinition): ShapeTable<TaskDocument> {
  const around = aroundRecord(wish, definition);
  const known = new Set(definition.labels);
  const answer = answerOf(definition);
  // Only there labels are numbers of a list that stands before the rows.
  const mustKnow = wish.shape === "hf" && definition.task !== "Text2Text";
  return {
    columns: [...around.before, { ...answer, prefix: "answer" } as ShapeColumn, ...around.after],
    rowsOf: (document) => {
      const { annotation, status } = document;
      const value = annotation && status === "Validated" ? answerIn(annotation, definition) : null;
      if (!annotation || value === null) return { leftOut: "unanswered" };
      if (mustKnow && !labelsOf(annotation, definition.multiLabel).every((label) => known.has(label)))
        return { leftOut: "unknown_label" };
      return [[...around.beforeOf(document), value, ...around.afterOf(document)]];
    },
  };
}

/** One row per agent who annotated the record. */
function answers(wish: FileWish, definition: TaskDefinition): ShapeTable<TaskDocument> {
  const around = aroundRecord(wish, definition);
  const told = (name: string) => ({ name, kind: TEXT, prefix: "record" });
  return {
    columns: [
      ...around.before,
      told("agent"),
      told("status"),
      { ...answerOf(definition), prefix: "answer" } as ShapeColumn,
      told("event_timestamp"),
      told("last_updated"),
      ...around.after,
    ],
    rowsOf: (document): Shaped => {
      const { annotation, annotations, status, event_timestamp, last_updated } = document;
      const byAgent = new Map<string, AnnotationPart>(Object.entries(annotations ?? {}));
      if (annotation) byAgent.set(annotation.agent, annotation);
      if (byAgent.size === 0) return { leftOut: "no_answers" };
      const [before, after] = [around.beforeOf(document), around.afterOf(document)];
      return [...byAgent].map(([agent, part]) => [
        ...before,
        agent,
        status,
        answerIn(part, definition),
        event_timestamp ?? null,
        last_updated,
        ...after,
      ]);
    },
  };
}

/** The tokens with a tag each, or the text with its entities, of validated records. */
function tokensOf(shape: "conll" | "spacy", { labels }: TaskDefinition): (document: TaskDocument) => Shaped {
  const tagOf = tagLabels(labels);
  return (document) => {
    const { annotation, status, id, text } = document;
    if (!annotation || !("entities" in annotation) || !("tokens" in document) || status !== "Validated")
      return { leftOut: "unanswered" };
    const placed = placeTokens(text, document.tokens);
    if ("missing" in placed) return { leftOut: "misfit" };
    const tokens = () => ({ tokens: document.tokens, places: placed.places });
    return TOKENS[shape].rowOf({ text, spans: spansOf(annotation.entities), meta: { id }, tagOf, tokens });
  };
}
