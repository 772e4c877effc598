/**
 * The things Postil is about, as the rules see them: camelCase, times as epoch microseconds.
 * Wire names live in `@postil/contract`.
 */

export const ROLES = ["owner", "admin", "annotator"] as const;
export type Role = (typeof ROLES)[number];

/** Epoch microseconds, UTC. Strictly increasing for entities made in one call (contract api-v1 10.4). */
export type Micros = number;

export type User = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly username: string;
  readonly role: Role;
  readonly apiKey: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type Workspace = {
  readonly id: string;
  readonly name: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export const DATASET_STATUSES = ["draft", "ready"] as const;
export type DatasetStatus = (typeof DATASET_STATUSES)[number];

export type Dataset = {
  readonly id: string;
  readonly name: string;
  readonly guidelines: string | null;
  readonly allowExtraMetadata: boolean;
  readonly status: DatasetStatus;
  readonly workspaceId: string;
  readonly lastActivityAt: Micros;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** A dataset of the older family: one of the tasks of `dataset-links.ts`, known by workspace and name. */
export type TaskDataset = {
  /** `workspace.name` */
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly workspaceName: string;
  readonly tags: { readonly [key: string]: string };
  /** Whatever clients keep with the dataset. */
  readonly metadata: { readonly [key: string]: unknown };
  readonly createdAt: Micros;
  /** A user name; null when the server does not say. */
  readonly createdBy: string | null;
  readonly lastUpdatedAt: Micros;
};

export type FieldSettings = { readonly type: "text"; readonly useMarkdown: boolean };

export type Field = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly settings: FieldSettings;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** An option of a label, ranking or span question. `text` is what people read, `value` what is stored (FEN-08). */
export type LabelOption = { readonly value: string; readonly text: string; readonly description: string | null };

export type TextQuestionSettings = { readonly type: "text"; readonly useMarkdown: boolean };
export type RatingQuestionSettings = {
  readonly type: "rating";
  readonly options: readonly { readonly value: number }[];
};
export type LabelQuestionSettings = {
  readonly type: "label_selection";
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
};
export type MultiLabelQuestionSettings = {
  readonly type: "multi_label_selection";
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
  readonly optionsOrder: "natural" | "suggestion";
};
export type RankingQuestionSettings = { readonly type: "ranking"; readonly options: readonly LabelOption[] };
export type SpanQuestionSettings = {
  readonly type: "span";
  readonly field: string;
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
  readonly allowOverlapping: boolean;
  readonly allowCharacterAnnotation: boolean;
};
export type QuestionSettings =
  | TextQuestionSettings
  | RatingQuestionSettings
  | LabelQuestionSettings
  | MultiLabelQuestionSettings
  | RankingQuestionSettings
  | SpanQuestionSettings;
export type QuestionType = QuestionSettings["type"];
export const QUESTION_TYPES = [
  "text",
  "rating",
  "label_selection",
  "multi_label_selection",
  "ranking",
  "span",
] as const satisfies QuestionType[];

export type Question = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly settings: QuestionSettings;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type TermsMetadataSettings = { readonly type: "terms"; readonly values: readonly string[] | null };
export type IntegerMetadataSettings = {
  readonly type: "integer";
  readonly min: number | null;
  readonly max: number | null;
};
export type FloatMetadataSettings = {
  readonly type: "float";
  readonly min: number | null;
  readonly max: number | null;
};
export type MetadataSettings = TermsMetadataSettings | IntegerMetadataSettings | FloatMetadataSettings;

export type MetadataProperty = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly settings: MetadataSettings;
  readonly visibleForAnnotators: boolean;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** The values a property has in the records of its dataset (FEN-19, FEN-20). */
export type MetadataMetrics =
  | {
      readonly type: "terms";
      /** How many values were counted; every element of a list counts. */
      readonly total: number;
      /** Most frequent first, equals by their text. */
      readonly values: readonly { readonly term: string; readonly count: number }[];
    }
  | { readonly type: "integer" | "float"; readonly min: number | null; readonly max: number | null };

export type VectorSettings = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly dimensions: number;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type RankedOption = { readonly value: string; readonly rank: number | null };
/** End exclusive; code points of the field's text, not UTF-16 units (FAN-27). */
export type Span = { readonly start: number; readonly end: number; readonly label: string };
export type AnswerValue = string | number | readonly string[] | readonly RankedOption[] | readonly Span[];
/** Question name to answer. */
export type AnswerValues = { readonly [question: string]: { readonly value: AnswerValue } };

export const RESPONSE_STATUSES = ["submitted", "draft", "discarded"] as const;
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];
/** Pending: the user has no response on the record (FRS-01). */
export type RecordStatus = ResponseStatus | "pending";

export type Response = {
  readonly id: string;
  readonly values: AnswerValues | null;
  readonly status: ResponseStatus;
  readonly recordId: string;
  /** Null once the user is deleted. */
  readonly userId: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type Suggestion = {
  readonly id: string;
  readonly questionId: string;
  readonly type: "model" | "human" | null;
  readonly value: AnswerValue;
  readonly agent: string | null;
  /** 0 to 1; a list has one score per element of a list value (FEN-31). */
  readonly score: number | readonly number[] | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type MetadataValues = { readonly [name: string]: unknown };

/** Metadata as JSON; beside the values where the form of a number would be lost without it (FEN-26). */
export type MetadataText = string;

export type FeedbackRecord = {
  readonly id: string;
  readonly fields: { readonly [name: string]: string | null };
  readonly metadata: MetadataValues | null;
  readonly metadataText?: MetadataText;
  readonly externalId: string | null;
  /** Present only when asked for; under `me` only the caller's own (FEN-26). */
  readonly responses?: readonly Response[] | null;
  readonly suggestions?: readonly Suggestion[] | null;
  readonly vectors?: { readonly [name: string]: readonly number[] } | null;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** The caller's own counts on one dataset (FPR-01). */
export type OwnMetrics = {
  readonly records: number;
  readonly responses: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly draft: number;
};

/** Everybody's responses in one dataset by status, and how many people gave them. */
export type ResponseCounts = {
  readonly people: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly draft: number;
};

/** The team's progress: every record stands in exactly one bucket (contract api-v1 10.5). */
export type TeamProgress = {
  readonly total: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly conflicting: number;
  readonly pending: number;
};
