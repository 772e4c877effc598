import { parseWithForm } from "../text/json-numbers.ts";

/**
 * Records of the older family as they are stored: the raw document of the contract (api-v0 7.2), in the wire's own names,
 * because scans paste it unread. Keys without a value are left out. Times are texts.
 */

export const TASK_STATUSES = ["Default", "Edited", "Discarded", "Validated"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** As it was logged last; records are told apart by its text. */
export type TaskRecordId = string | number;

/** What a person or a model says of a record, and what its document, filters and checks call the two. */
export const SIDES = ["prediction", "annotation"] as const;
export type Side = (typeof SIDES)[number];

export type ClassLabel = { readonly class_label: string; readonly score: number };
/** Offsets are code points of the text, the end exclusive. */
export type Entity = { readonly start: number; readonly end: number; readonly label: string; readonly score: number };
export type Sentence = { readonly text: string; readonly score: number };

/** Labels and sentences stand by score, the highest first. */
export type Labels = { readonly labels: readonly ClassLabel[] };
export type Entities = { readonly entities: readonly Entity[]; readonly score?: number };
export type Sentences = { readonly sentences: readonly Sentence[] };
/** What one agent says, by the task: told apart by its member. */
export type AnnotationPart = Labels | Entities | Sentences;

export type ByAgent<S extends AnnotationPart = AnnotationPart> = { readonly [agent: string]: S };
export type WithAgent<S extends AnnotationPart = AnnotationPart> = S & { readonly agent: string };

/**
 * Dotted keys to values; a number whose form would be lost is a raw JSON number (text/json-numbers.ts), so it is read for
 * its value by `metadata-kinds.ts` alone.
 */
export type FlatMetadata = { readonly [key: string]: unknown };

/** Of a vector everything but its numbers, which are stored apart. */
export type VectorFacts = { readonly record_properties?: readonly unknown[]; readonly model?: string };

export type Attribution = { readonly token: string; readonly attributions: { readonly [label: string]: number } };
export type Explanation = { readonly [input: string]: readonly Attribution[] };
export type Inputs = { readonly [key: string]: string | readonly string[] };

/** The parts of a record: the main prediction and annotation, and everybody's by agent, the main ones among them. */
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
  /** Of text classification what the last log brought, joined: the text for search. */
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

/** Told apart by `inputs` and `tokens`. */
export type TaskDocument = TextClassificationDocument | TokenClassificationDocument | Text2TextDocument;

/**
 * What of the prediction and the annotation of a document its last log brought. What an earlier one brought is still there to
 * read, and no filter finds it (contract api-v0 5.7). Stored beside the document: with it everything that is searched can be
 * derived again.
 */
export type LastLog = {
  readonly prediction: boolean;
  readonly annotation: boolean;
  /** The score of a token prediction as a whole. */
  readonly score: boolean;
};

/** A document from its JSON: the numbers of its metadata keep their form. */
export const parseDocument = (json: string): TaskDocument => parseWithForm(json) as TaskDocument; // as it was stored
