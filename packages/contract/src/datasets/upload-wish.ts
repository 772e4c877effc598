import { TASKS } from "@postil/domain/datasets/dataset";
import { DATE_ORDERS } from "@postil/domain/datasets/metadata-property";
import { GUIDELINES, PART_DESCRIPTION, PART_NAME, PART_TITLE } from "@postil/domain/datasets/names";
import { z } from "zod";
import { columnPart } from "../feedback/merging.ts";
import { bool, number, oneOf, text, uuid } from "../wire/leaf.ts";
import { list, variants } from "../wire/shape.ts";

/** What a person says of a file to import (IMP-04, IMP-40). What is absent or null is guessed from the file. */

const MOST_COLUMNS = 3000;

export const DATASET_KINDS = ["feedback", ...TASKS] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

/** What a column of a task dataset becomes. `input`: a text to classify, named as the column. `tags`: one per token. */
export const TASK_ROLES = [
  "input",
  "text",
  "tokens",
  "annotation",
  "tags",
  "annotation_agent",
  "prediction",
  "prediction_score",
  "prediction_agent",
  "id",
  "status",
  "event_timestamp",
  "metadata",
  "vector",
  "explanation",
  "multi_label",
  "ignored",
] as const;
export type TaskRole = (typeof TASK_ROLES)[number];

/** Of a file that becomes a dataset of one of the three tasks (IMP-40). */
export const TaskWish = z.object({
  /** Every column with its role; null: all roles are guessed. */
  columns: list(z.object({ column: text(), role: oneOf(TASK_ROLES) }), { max: MOST_COLUMNS }).nullish(),
  /** Who annotated or predicted, where the file names nobody. */
  agent: text({ min: 1, max: 200 }).nullish(),
  /** Of text classification: true if a record can have several labels. */
  several: bool.nullish(),
  /** Labels beside those of the file. */
  labels: list(text({ min: 1, max: 500 }), { max: 10_000 }).nullish(),
});

export const QUESTION_TYPES = [
  "label_selection",
  "multi_label_selection",
  "rating",
  "ranking",
  "text",
  "span",
] as const;
export const METADATA_TYPES = ["terms", "integer", "float"] as const;
/** A date becomes a whole number, `YYYYMMDD` or `YYYYMMDDhhmmss`, so that filters can range over it. */
const METADATA_KINDS = [...METADATA_TYPES, "date"] as const;

/** Whose answers a column holds: the person that another column of the row names, or one person of all rows, by username. */
const answeredBy = variants("kind", {
  column: z.object({ kind: z.literal("column"), column: text() }),
  person: z.object({ kind: z.literal("person"), username: text() }),
}).nullish();

/** What the values of a question's column are: suggested, answers of people, or its options and nothing more. */
const VALUES_ARE = ["suggestions", "answers", "options"] as const;

/** Code points, as Python counts, or units of 16 bits, as JavaScript does. */
const SPAN_UNITS = ["characters", "utf16"] as const;

/** What a column becomes. `extra`: kept with the record and shown, but not for filters. */
const COLUMN_ROLES = {
  id: z.object({ kind: z.literal("id") }),
  field: z.object({ kind: z.literal("field") }),
  question: z.object({
    kind: z.literal("question"),
    type: oneOf(QUESTION_TYPES),
    values: oneOf(VALUES_ARE).nullish(),
    by: answeredBy,
    /** Of spans: the column of their field. Without it, one is chosen. */
    field: text().nullish(),
    /** Of spans: what their places count. Without it, characters. */
    unit: oneOf(SPAN_UNITS).nullish(),
  }),
  /** Answers to a question that has another column, or none. While `by` is missing, it is asked. */
  answer: z.object({ kind: z.literal("answer"), question: text(), by: answeredBy }),
  /** `question`: the column of a question, or the name of a question without a column. */
  suggestion: z.object({
    kind: z.literal("suggestion"),
    question: text(),
    /** Without it, the name of the column. */
    agent: variants("kind", {
      column: z.object({ kind: z.literal("column"), column: text() }),
      text: z.object({ kind: z.literal("text"), text: text() }),
    }).nullish(),
    /** Without it, the score that the value brings. */
    score: variants("kind", {
      column: z.object({ kind: z.literal("column"), column: text() }),
      number: z.object({ kind: z.literal("number"), number: number({ ge: 0, le: 1 }) }),
    }).nullish(),
  }),
  /** `order`: what comes first in dates like 03/04/2026; while it is missing and not clear, it is asked. */
  metadata: z.object({
    kind: z.literal("metadata"),
    type: oneOf(METADATA_KINDS),
    order: oneOf(DATE_ORDERS).nullish(),
    min: number().nullish(),
    max: number().nullish(),
  }),
  vector: z.object({ kind: z.literal("vector") }),
  extra: z.object({ kind: z.literal("extra") }),
  ignored: z.object({ kind: z.literal("ignored") }),
};
export const columnRole = variants("kind", COLUMN_ROLES);
type RoleSchema = (typeof COLUMN_ROLES)[keyof typeof COLUMN_ROLES];
const [anyRole, ...otherRoles] = Object.values(COLUMN_ROLES) as [RoleSchema, ...RoleSchema[]]; // there are roles
export const WireColumnRole = z.discriminatedUnion("kind", [anyRole, ...otherRoles]);
export type WireColumnRole = z.output<typeof WireColumnRole>;
export type WireRoleKind = WireColumnRole["kind"];

/** Different names of people whose answers a file holds; a column with more names no people. */
export const MOST_NAMES = 1000;

/** Exports of other tools that are recognized. */
export const FILE_SHAPES = [
  ...["plain", "label-studio", "label-studio-min", "argilla-feedback", "argilla-records", "argilla-tasks"],
  ...["prodigy", "spacy", "doccano", "tokens"],
] as const;

/** Columns of objects whose members become columns. */
const MOST_PATHS = 100;

/** How the file is read; what is absent or null is guessed from the file. */
export const Reading = z.object({
  encoding: text().nullish(),
  separator: text({ min: 1, max: 1 }).nullish(),
  /** An empty text: quotes are characters like others. */
  quote: text({ max: 1 }).nullish(),
  /** True if the first line names the columns. */
  header: bool.nullish(),
  missing: list(text(), { max: 1000 }).nullish(),
  trim: bool.nullish(),
  label_separator: text({ min: 1, max: 20 }).nullish(),
  /** Whose export it is; `plain`: nobody's, the columns are taken as they are. */
  shape: oneOf(FILE_SHAPES).nullish(),
  /** Of an Excel file. */
  sheet: text().nullish(),
  /** Of tokens in columns: by the name of the first line, or by number from 1. */
  token_column: text().nullish(),
  tag_column: text().nullish(),
  /** Columns of objects whose members become columns, as paths. */
  members: list(text(), { max: MOST_PATHS }).nullish(),
  /** The column in whose texts spans are marked. */
  marks: text().nullish(),
});

/** What the page says about the file; what it leaves out is guessed. */
export const Wish = z.object({
  reading: Reading.nullish(),
  /** What it becomes; null: guessed. */
  kind: oneOf(DATASET_KINDS).nullish(),
  /** What the columns become in a dataset of a task; null: guessed. */
  task: TaskWish.nullish(),
  /** Every column with its role; null: all roles are guessed. */
  columns: list(z.object({ column: text(), role: columnRole }), { max: MOST_COLUMNS }).nullish(),
  /**
   * The questions in their order, each from its column or without one. Null: those of the columns. `options` of a question
   * without a column, or beyond those of its column: texts, of a rating whole numbers.
   */
  questions: list(
    z.object({
      column: text().nullable(),
      name: text(),
      type: oneOf(QUESTION_TYPES),
      title: text(),
      description: text(PART_DESCRIPTION).nullish(),
      required: bool,
      options: list(text()).nullish(),
      /** What values of its column are called on the page. */
      names: list(z.object({ value: text(), name: text() }), { max: MOST_NAMES }).nullish(),
    }),
    { max: 1000 },
  ).nullish(),
  /** What fields, metadata and vectors are called in place of what their columns tell. */
  parts: list(z.object({ column: text(), name: text(PART_NAME).nullish(), title: text(PART_TITLE).nullish() }), {
    max: MOST_COLUMNS,
  }).nullish(),
  name: text().nullish(),
  guidelines: text({ max: GUIDELINES.max }).nullish(),
  /** True if rows with the same id are one record, with the answers of each person. */
  merge: bool.nullish(),
  /** What values of a column mean for the answers of a row; null: those of Prodigy, where they are found. */
  decisions: z
    .object({
      column: text(),
      accepted: list(text(), { max: MOST_NAMES }).nullish(),
      rejected: list(text(), { max: MOST_NAMES }).nullish(),
      discarded: list(text(), { max: MOST_NAMES }).nullish(),
    })
    .nullish(),
  /** True if labels that look alike, or like no value, stay labels of their own. */
  as_written: bool.nullish(),
  /**
   * Who the names in columns of answers are: a person of the workspace, or null to leave the answers of that name out. A
   * name that is not here is a username.
   */
  people: list(z.object({ name: text(), username: text().nullable() }), { max: MOST_NAMES }).nullish(),
});

/**
 * The dataset that is there, one of the two, and what each column fills in it. Columns null: as last time, else guessed. For a
 * task dataset the wish for its task says what the columns become.
 */
export const Into = z.object({
  dataset_id: uuid.nullish(),
  task_dataset: z.object({ workspace: text(), name: text() }).nullish(),
  columns: list(z.object({ column: text(), part: columnPart }), { max: MOST_COLUMNS }).nullish(),
  /** True: what is not said is guessed, whatever the columns of the last file filled. */
  anew: bool.nullish(),
});
