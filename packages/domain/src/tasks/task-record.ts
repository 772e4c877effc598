import { parseWithForm } from "../text/json-text.ts";

/**
 * Stored records of the older family: the raw document of the contract (api-v0 7.2), with the wire's own names, because
 * scans copy it without parsing. Keys without a value are left out. Times are texts.
 */

export const TASK_STATUSES = ["Default", "Edited", "Discarded", "Validated"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The id as it was last logged; records are identified by its text form. */
export type TaskRecordId = string | number;

/** As documents, filters and checks name them: a model's prediction and a person's annotation. */
export const SIDES = ["prediction", "annotation"] as const;
export type Side = (typeof SIDES)[number];

export type ClassLabel = { readonly class_label: string; readonly score: number };
/** Offsets are code points of the text, the end exclusive. */
export type Entity = { readonly start: number; readonly end: number; readonly label: string; readonly score: number };
export type Sentence = { readonly text: string; readonly score: number };

/** Labels and sentences are sorted by score, the highest first. */
export type Labels = { readonly labels: readonly ClassLabel[] };
export type Entities = { readonly entities: readonly Entity[]; readonly score?: number };
export type Sentences = { readonly sentences: readonly Sentence[] };
/** One agent's part of a record; its member shows the task. */
export type AnnotationPart = Labels | Entities | Sentences;

export type ByAgent<S extends AnnotationPart = AnnotationPart> = { readonly [agent: string]: S };
export type WithAgent<S extends AnnotationPart = AnnotationPart> = S & { readonly agent: string };

/**
 * Dotted keys to values. A number that would lose its written form is a raw JSON number (text/json-text.ts), so only
 * `metadata.ts` reads its value.
 */
export type FlatMetadata = { readonly [key: string]: unknown };

/** A vector without its numbers, which are stored separately. */
export type VectorFacts = { readonly record_properties?: readonly unknown[]; readonly model?: string };

type Attribution = { readonly token: string; readonly attributions: { readonly [label: string]: number } };
export type Explanation = { readonly [input: string]: readonly Attribution[] };
export type Inputs = { readonly [key: string]: string | readonly string[] };

/** The parts of a record: the main prediction and annotation, and the parts of all agents, including the main ones. */
export type AnnotationParts<S extends AnnotationPart> = {
  readonly prediction?: WithAgent<S>;
  readonly annotation?: WithAgent<S>;
  readonly predictions?: ByAgent<S>;
  readonly annotations?: ByAgent<S>;
};

export type Capitalness = "UPPER" | "LOWER" | "FIRST" | "MIDDLE";
export type TokenMetric = { readonly value: string; readonly capitalness?: Capitalness };
export type Mention = TokenMetric & { readonly label: string; readonly score: number };
export type TextMetrics = { readonly text_length: number };
export type TokenMetrics = TextMetrics & {
  readonly tokens: readonly TokenMetric[];
  readonly predicted: { readonly mentions: readonly Mention[] };
  readonly annotated: { readonly mentions: readonly Mention[] };
};

type Common = {
  readonly id: TaskRecordId;
  readonly metadata?: FlatMetadata;
  readonly event_timestamp?: string;
  readonly status: TaskStatus;
  readonly vectors?: { readonly [name: string]: VectorFacts };
  readonly last_updated: string;
  /** For text classification, the inputs of the last log, joined: the text for search. */
  readonly text: string;
};

export type TextClassificationDocument = Common &
  AnnotationParts<Labels> & {
    readonly inputs: Inputs;
    readonly multi_label: boolean;
    readonly explanation?: Explanation;
    readonly metrics: TextMetrics;
  };
export type TokenClassificationDocument = Common &
  AnnotationParts<Entities> & { readonly tokens: readonly string[]; readonly metrics: TokenMetrics };
export type Text2TextDocument = Common & AnnotationParts<Sentences> & { readonly metrics: TextMetrics };

/** The members `inputs` and `tokens` show the task. */
export type TaskDocument = TextClassificationDocument | TokenClassificationDocument | Text2TextDocument;

/**
 * The sides of a document that its last log contained. Sides of an earlier log can still be read, but no filter finds
 * them (contract api-v0 5.7). It is stored beside the document: all search values can be computed from the two.
 */
export type LastLog = {
  readonly prediction: boolean;
  readonly annotation: boolean;
  /** True if the log had a score for the token prediction as a whole. */
  readonly score: boolean;
};

/** Parses a document; the numbers of its metadata keep their form. */
export const parseDocument = (json: string): TaskDocument => parseWithForm(json) as TaskDocument; // as it was stored

/**
 * If a record may have several labels, those above this score count (TAN-02): for the prediction, for searches, for
 * metrics and for disagreements with rules (contract api-v0 5.4).
 */
const LIKELY_ABOVE = 0.5;

export const isLikely = (score: number): boolean => score > LIKELY_ABOVE;
// as it was stored
