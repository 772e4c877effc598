import type { QuestionType } from "@postil/domain/datasets/question";
import type { UsageCount } from "@postil/domain/records/option-usage";
import type { Stretch } from "./parts.ts";
import type { Demand, ListSource, SourceKind, ValueSource } from "./value-sources.ts";

type Seqs = readonly number[];
type Value = string | number;

/** A target of one dataset's search values. */
export type ValuesAt = { readonly datasetKey: number; readonly target: number };
type TimesAt = { readonly datasetKey: number; readonly column: "inserted_at" | "updated_at" };
type MembersAt = { readonly datasetKey: number; readonly path: string; readonly kind: SourceKind };

export type ValueCount = { readonly value: Value; readonly count: number };
export type ValueRow = { readonly value: Value; readonly seq: number };
export type Bounds<V extends Value = number> = { readonly min: V | null; readonly max: V | null };
export type Ordered = { readonly source: ValueSource; readonly descending: boolean };
/** The values of many records; a record comes once for each of its values. */
export type Held = { readonly seqs: Seqs; readonly values: readonly Value[] };
/** The lists of some records; an item occurs as often as in the record. */
export type HeldLists = { readonly seqs: Seqs; readonly lists: readonly (readonly string[])[] };
export type AskedQuestion = { readonly name: string; readonly type: Exclude<QuestionType, "text"> };

/**
 * The values of records, as their sources say where they are. Numbers are ordered by size, texts by code point. `among`: only
 * these records; null means all. An ordered source costs what it finds; any other one reads all of its rows.
 */
export type Values = {
  /** Number of records with each value. */
  readonly counts: (source: ValueSource, among: Seqs | null) => Promise<readonly ValueCount[]>;
  readonly recordsOfValues: (source: ValueSource) => Promise<readonly { readonly value: Value; readonly seqs: Seqs }[]>;
  /** The records of each value, value after value: the engine sorts each record once. */
  readonly recordsInOrder: (ordered: Ordered, among: Seqs | null) => Promise<readonly Seqs[]>;
  /** All rows, `chunk` at a time: sorted by value, and records of the same value by number. */
  readonly rowsInOrder: (ordered: Ordered, chunk: number) => AsyncGenerator<ValueRow>;
  /** Number of rows that meet the demand; counting stops at `most`. */
  readonly countPassing: (source: ValueSource, demand: Demand, most: number | null) => Promise<number>;
  /** True if both the smallest and the greatest value meet the demand. */
  readonly endsPass: (source: ValueSource, demand: Demand) => Promise<boolean>;
  /** The records with a row that meets the demand; some records may appear twice. */
  readonly recordsPassing: (source: ValueSource, demand: Demand, among: Seqs | null) => Promise<Seqs>;
  /**
   * For each value that meets some of the demands: its records, and the indexes of these demands. Each value is tested once,
   * however many records have it. There are at most as many demands as API-36 allows.
   */
  readonly recordsMeeting: (
    source: ValueSource,
    demands: readonly Demand[],
    among: Seqs | null,
  ) => Promise<readonly { readonly seqs: Seqs; readonly met: readonly number[] }[]>;
  /** The first `count` records that meet the demand, sorted by other values. A record has at most one value of each kind. */
  readonly firstPassing: (
    ordered: Ordered,
    passing: { readonly source: ValueSource; readonly demand: Demand },
    count: number,
  ) => Promise<number[]>;
  /** Every distinct text, in no order. */
  readonly distinctTexts: (source: ValueSource) => Promise<readonly string[]>;
  /** Every distinct text, in order: one lookup for each, however many records have it. */
  readonly textsInOrder: (at: ValuesAt) => Promise<string[]>;
  /** The most frequent terms, at most `most`; a record counts once for each of its values. The total counts all terms. */
  readonly countTerms: (
    at: ValuesAt,
    most: number,
  ) => Promise<{ readonly total: number; readonly values: { term: string; count: number }[] }>;
  /** Two lookups. */
  readonly boundsOfNumbers: (at: ValuesAt) => Promise<Bounds>;
  readonly boundsOfTexts: (at: ValuesAt) => Promise<Bounds<string>>;
  /** The exact targets (`exactTarget`) for which a dataset has values. Almost always there are none, which one lookup shows. */
  readonly exactTargets: (datasetKey: number) => Promise<ReadonlySet<number>>;
  readonly inRange: (at: ValuesAt, stretch: Stretch) => Promise<Held>;
  /** The values at a path in the documents of a range of records. */
  readonly membersInRange: (at: MembersAt, stretch: Stretch) => Promise<Held>;
  readonly timesInRange: (at: TimesAt, stretch: Stretch) => Promise<Held>;
  readonly listsInRange: (source: ListSource, stretch: Stretch) => Promise<HeldLists>;
  /** The next `count` times after one, from the index of times: the records with their texts are not read. */
  readonly timesAfter: (at: TimesAt, after: readonly [time: number, seq: number], count: number) => Promise<Held>;
  /** Some parts of each record, by JSON paths, in no order; null if it has no such part. Whole documents are longer. */
  readonly partsOfRecords: (
    datasetKey: number,
    seqs: ArrayLike<number>,
    paths: readonly string[],
  ) => AsyncGenerator<readonly unknown[]>;
  /**
   * Number of records that each user has answered in each dataset, from one activity row on. Only answers that are still valid
   * count: not withdrawn, not discarded, and not changed by somebody else.
   */
  readonly standingAnswers: (
    from: number,
  ) => Promise<readonly { readonly actor_key: number; readonly dataset_key: number; readonly records: number }[]>;
  /** Number of responses of all users per option of a question, by status: reads every response of the dataset once. */
  readonly optionUse: (datasetKey: number, asked: AskedQuestion) => Promise<readonly UsageCount[]>;
  /** The distinct costs of hashes from other servers; each costs one lookup. */
  readonly importedHashCosts: () => Promise<readonly number[]>;
};
