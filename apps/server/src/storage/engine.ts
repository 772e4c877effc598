import type { Bits } from "@postil/domain/queue/bitmap";
import type { TextDemand } from "@postil/domain/search/text-query";
import type { AliasableExpression, Compilable, Expression } from "kysely";
import type { Values } from "./engine-values.ts";
import type { Stretch } from "./parts.ts";
import type { FilterValue } from "./value-sources.ts";

type Seqs = readonly number[];

/**
 * What an engine answers besides queries that Kysely can build: each facet speaks to the connection of the transaction that it
 * came with. `storage/sqlite` implements it. What any engine would compute in the same way stands above them all.
 */
export type Engine = {
  readonly text: Texts;
  readonly values: Values;
  readonly changes: Changes;
  readonly rows: Rows;
  readonly vectors: VectorIndex;
  readonly expressions: Expressions;
  readonly lock: Locks;
  readonly copies: Copies;
  readonly send: Send;
  readonly ask: Ask;
  /** The file of an embedded engine; a server of its own has none to care for. */
  readonly file?: StoreFile;
};

/**
 * Runs a statement of a write whose result nobody needs. An engine far away does not wait for its answer: if it fails, so do
 * the write and all statements after it. What is asked later sees what it has changed.
 */
export type Send = (statement: Compilable) => Promise<void>;

/** Runs a query that is compiled, without Kysely's way around each one. */
export type Ask = <O>(query: ReturnType<Compilable<O>["compile"]>) => Promise<O[]>;

/** A record's number and the words of each field, cut by the domain and joined with spaces. */
export type IndexedTexts = readonly [seq: number, ...texts: string[]];

export type Phrase = Pick<TextDemand, "words" | "prefix">;

/** Phrases to find: `all` of them in a record, or `any`. `field`: the index of the field to search; null means all. */
export type TextSearch = {
  readonly having: "all" | "any";
  readonly phrases: readonly Phrase[];
  readonly field: number | null;
};

/** Higher scores are better. */
export type TextMatch = { readonly seqs: ArrayLike<number>; readonly scores: ArrayLike<number> };

/**
 * The words of the records of each dataset, with their places. A text is split only at spaces and kept as it was cut, so a
 * search finds exactly what the page marks. Each write also notes the records as changed in `words`.
 */
export type Texts = {
  /** The index of a dataset; its fields are fixed. Nothing happens if there is one. */
  readonly create: (datasetKey: number, fields: number) => Promise<void>;
  /** The whole index at once, however many records there were. */
  readonly drop: (datasetKey: number) => Promise<void>;
  /** The texts of records that have none. */
  readonly add: (datasetKey: number, rows: readonly IndexedTexts[]) => Promise<void>;
  /** Removes the words of at most a hundred records, whose words are then written again. */
  readonly clear: (datasetKey: number, seqs: Seqs) => Promise<void>;
  /** Removes the words of deleted records. Takes some milliseconds, and never much longer for a large index. */
  readonly remove: (datasetKey: number, seqs: Seqs) => Promise<void>;
  /** The records that a search finds, in ascending order. */
  readonly match: (datasetKey: number, search: TextSearch) => Promise<Seqs>;
  /** True if a search finds any record; it stops at the first. */
  readonly has: (datasetKey: number, search: TextSearch) => Promise<boolean>;
  /** The first `most` records that a search finds, in ascending order, with their scores (BM25 over all fields). */
  readonly rank: (datasetKey: number, search: TextSearch, most: number) => Promise<TextMatch & { readonly seqs: Seqs }>;
  /** Number of distinct words with this beginning in any field; counting stops at `most`. */
  readonly countBeginning: (datasetKey: number, beginning: string, most: number) => Promise<number>;
  readonly wordsBeginning: (datasetKey: number, field: number, beginning: string) => Promise<readonly string[]>;
  /** Every word of the index, and its total number of occurrences; a part at a time, because all may not fit in memory. */
  readonly vocabulary: (datasetKey: number) => AsyncGenerator<{ readonly word: string; readonly count: number }>;
  /** Number of records with a word in any field. */
  readonly countHaving: (datasetKey: number, word: string) => Promise<number>;
  /** Every place of a word in a field, with its record; a place is the number of words before it. */
  readonly places: (
    datasetKey: number,
    field: number,
    word: string,
  ) => Promise<{ readonly seqs: Seqs; readonly places: Seqs }>;
  /** The record of each occurrence of a word; a record comes once for each. `field` as in a search. */
  readonly occurrences: (datasetKey: number, word: string, field: number | null) => Promise<Seqs>;
  /** Number of words of each record in a range, in all fields together. */
  readonly lengths: (datasetKey: number, stretch: Stretch) => Promise<{ readonly seqs: Seqs; readonly lengths: Seqs }>;
};

type Part = "values" | "words";

/**
 * Tells copies in memory (values, words) which records have changed since their last read. Each change has a version, greater
 * than all earlier ones in its dataset.
 */
export type Changes = {
  /** Marks records as changed, in the transaction that writes or removes them. Locks the dataset by itself. */
  readonly note: (datasetKey: number, part: Part, seqs: Seqs) => Promise<void>;
  /** The version of the last change; 0 if there was none. */
  readonly lastVersion: (datasetKey: number, part: Part) => Promise<number>;
  /** The ranges that changed after a version, in order, with their neighbours; and the version of the last change. */
  readonly after: (
    datasetKey: number,
    part: Part,
    version: number,
  ) => Promise<{ readonly version: number; readonly stretches: readonly Stretch[] }>;
};

type Columns<R> = readonly (keyof R & string)[];
/** How rows are written. `key`: columns that identify an existing row. */
export type Laid<R> = {
  readonly table: string;
  readonly columns: Columns<R>;
  /** Absent if no row exists. Else columns that are overwritten, and those whose numbers are added to the stored ones. */
  readonly over?: { readonly key: Columns<R>; readonly take?: Columns<R>; readonly add?: Columns<R> };
};
/** How rows are changed: which columns tell a row from others, and which are written. */
export type Changed<R> = { readonly table: string; readonly key: Columns<R>; readonly take: Columns<R> };
/** How rows are removed: by which columns. */
export type Dropped<R> = { readonly table: string; readonly key: Columns<R> };

/** All rows of a dataset, or only the vectors of one kind, or only the values of one target. */
export type Removed = {
  readonly datasetKey: number;
  readonly vectorSettingsKey: number | null;
  readonly target: number | null;
};

export type Move = {
  readonly from: number;
  readonly to: number;
  /** The kinds of vectors that move; those of other kinds stay. */
  readonly vectors: readonly { readonly key: number }[];
  /** Copies of vectors in memory read what is written later than the last they know. */
  readonly at: number;
};

/** Writes of many rows at once, in few statements. */
export type Rows = {
  /** Writes many rows of a table, each with its own key. A missing column becomes null. */
  readonly put: <R>(laid: Laid<R>, rows: readonly R[]) => Promise<void>;
  /** Changes many rows of a table, each in its own way. No key may occur twice. */
  readonly change: <R>(laid: Changed<R>, rows: readonly R[]) => Promise<void>;
  /** Removes many rows of a table. */
  readonly drop: <R>(laid: Dropped<R>, rows: readonly R[]) => Promise<void>;
  /** Values in the order of their key: target, value, record. */
  readonly addValues: (datasetKey: number, values: readonly FilterValue[]) => Promise<void>;
  readonly dropValues: (datasetKey: number, values: readonly FilterValue[]) => Promise<void>;
  /**
   * Removes about `most` rows, in record order. Returns the record number below which nothing is left; null if nothing is left
   * at all.
   */
  readonly remove: (removed: Removed, most: number) => Promise<number | null>;
  /** Gives records, and the rows that belong to them, to another dataset key. What is derived from them is not moved. */
  readonly move: (move: Move, seqs: Seqs) => Promise<void>;
  /** The last number that the engine has given to a row of this table by itself; 0 if it gives none there. */
  readonly lastNumber: (table: string) => Promise<number>;
  /** The next number that the engine gives is greater than this one, and than those that are there. */
  readonly goOnAfter: (table: string, number: number) => Promise<void>;
  /** Writes a status into stored documents: the rest of each document does not change. */
  readonly putTaskStatus: (datasetKey: number, seqs: Seqs, status: string) => Promise<void>;
};

/** How nearness is measured: by direction only, or by distance of points. */
export type Metric = "cosine" | "distance";
/** One kind of vectors in a dataset, with its key. All of a family have one metric. */
export type VectorKind = {
  readonly datasetKey: number;
  readonly settingsKey: number;
  readonly dimensions: number;
  readonly metric: Metric;
};

export type Nearest = {
  readonly point: readonly number[];
  /** The records that take part, as bits by number. */
  readonly among: Bits;
  readonly count: number;
};

/**
 * An index of vectors that are too many for copies in memory; it is made and kept up in the background. An engine may have
 * none.
 */
export type VectorIndex = {
  /**
   * Records that are probably among the `count` nearest, and some more, in any order. `all`: the index does not help here, and
   * all must be compared. Null: there is no index of these vectors.
   */
  readonly near: (kind: VectorKind, asked: Nearest) => Promise<Seqs | "all" | null>;
  /** Removes these records, whose vectors were removed before in this transaction. */
  readonly remove: (datasetKey: number, settingsKeys: readonly number[], seqs: Seqs) => Promise<void>;
  /** Empties the index; it is then made again in the background. */
  readonly forget: () => Promise<void>;
};

type Condition = AliasableExpression<boolean>;

/** For a `where` or a select: the size of values, values of records, and conditions that look into JSON. */
export type Expressions = {
  /** The total size of some columns of a row, in bytes of UTF-8: the engine knows it without reading them. Null has none. */
  readonly sizeOf: (...columns: readonly string[]) => AliasableExpression<number>;
  /**
   * Of a row of `job`: jobs that change a deleted dataset wait until it is restored, so that it comes back whole, or is removed
   * for good, which ends them. A copy changes its target.
   */
  readonly isHeld: Condition;
  /** Of a row of `job`: it removes the drafts of a deleted person. */
  readonly removesDraftsOf: (userKey: number) => Condition;
  /** Of a row of `job`: it deletes or restores these records. */
  readonly movesThese: (deletedKey: number) => Condition;
  /** Of a row of `deleted_records` under this name: no job moves its records, or somebody has stopped it. */
  readonly isAtRest: (as: "deleted_records" | "gone") => Condition;
  /** A text has another one in it, letter by letter. */
  readonly contains: (whole: Expression<string | null>, part: string) => Condition;
  /**
   * The time of the machine that the engine runs on, in epoch microseconds: one clock for all servers of a database. It may be
   * set back.
   */
  readonly wallClock: AliasableExpression<number>;
  /** Of a row of `filter_value`: its value. */
  readonly value: AliasableExpression<string | number>;
  /** Of a row of `filter_value`: its value is one of these texts. */
  readonly hasTerm: (texts: readonly string[]) => Condition;
};

/**
 * Locks for rules that read first and write later: whoever has one goes on alone until its transaction ends, and may take it
 * again. All take them in one order, so that two never wait for each other: names, the dataset, its records, its people. An
 * engine with one writer has nothing to do here.
 */
export type Locks = {
  /** What must be there once: its kind, and all that tells it from others of its kind. */
  readonly name: (parts: readonly string[]) => Promise<void>;
  readonly dataset: (datasetKey: number) => Promise<void>;
  /** In ascending order, whatever the order they come in. */
  readonly records: (datasetKey: number, seqs: Seqs) => Promise<void>;
  /** What is counted for people in a dataset, likewise. */
  readonly people: (datasetKey: number, userKeys: Iterable<number>) => Promise<void>;
};

/** A kind of copy in memory; each connection has one of it, which is made at its first use. */
export type CopyKind<T> = { readonly make: () => T };

/**
 * What is kept in memory beside the rows. Each connection has its own: its transactions follow each other and see ever later
 * moments, so what one has brought up to date is never older than what the next one sees. `keepsValues`: it has memory for
 * values, words and vectors of records. `vectorBytes`: how much of it copies of vectors may take.
 */
export type Copies = {
  readonly of: <T>(kind: CopyKind<T>) => T;
  readonly keepsValues: boolean;
  readonly vectorBytes: number;
  /** Forgets all but what has nothing to do with rows. */
  readonly forget: () => void;
};

/** The most that copies of vectors take, whatever they may: 250 million numbers. */
export const MOST_VECTOR_BYTES = 512 * 2 ** 20;

/** For a new connection. */
export function createCopies(keepsValues = true, vectorBytes = MOST_VECTOR_BYTES): Copies {
  const kept = new Map<object, unknown>();
  return {
    keepsValues,
    vectorBytes: Math.min(vectorBytes, MOST_VECTOR_BYTES),
    forget: () => {
      for (const kind of kept.keys()) if (!("ofQueries" in kind)) kept.delete(kind);
    },
    of: <T>(kind: CopyKind<T>): T => {
      const known = kept.get(kind);
      if (known !== undefined) return known as T; // what `make` of this kind has made
      const made = kind.make();
      kept.set(kind, made);
      return made;
    },
  };
}

export type FileRoom = {
  readonly bytes: number;
  readonly free: number;
  /** Whether the file knows who uses each page, so that pages can be moved one by one. */
  readonly inParts: boolean;
};
/** The pages of the store's file that nobody uses: what was deleted leaves them, and the engine keeps them for new rows (BAK-11). */
export type StoreFile = {
  readonly room: () => Promise<FileRoom>;
  /** Moves pages of the end of the file into free ones, and drops as many. Returns how many. */
  readonly dropPages: (pages: number) => Promise<number>;
};
