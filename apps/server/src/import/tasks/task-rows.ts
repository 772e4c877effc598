import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import type { Task } from "@postil/domain/datasets/dataset";
import { isRawNumber, parseKeepingForm } from "@postil/domain/text/json-text";
import { amountOf, type DecimalSign, numberOf } from "../cell-values.ts";
import type { Answers } from "../labels.ts";
import { once, type ReadRow, type Row, type SoundRow, type Source, valueIn } from "../row.ts";

/** What each column of a file becomes in a task dataset. */
export type TaskRoles = ReadonlyMap<string, TaskRole>;

export type TaskWishes = {
  readonly task: Task;
  /** The agent of predictions and annotations, if the file names none. */
  readonly agent: string;
  /** True if a record can have several labels. */
  readonly multiLabel: boolean;
  readonly ignored: ReadonlySet<string>;
  /** For a table: the columns whose cells are numbers, and the columns that are texts although some cells look like lists. */
  readonly numbers: ReadonlyMap<string, DecimalSign | null>;
  readonly plain: ReadonlySet<string>;
  readonly answers: Answers;
  /** What each column becomes; null: its name says it. */
  readonly roles: TaskRoles | null;
  /** True if the file is an export of a dataset of this task. It then describes its own columns. */
  readonly isExport?: boolean;
};

/** The columns that are read for a record of each task. All other columns are metadata. */
type TaskColumns = {
  /** A record needs one of these columns. */
  readonly needed: readonly string[];
  readonly own: readonly string[];
  /** For each of these three, the first column that a row has is used. */
  readonly prediction: readonly string[];
  readonly annotation: readonly string[];
  readonly tags: readonly string[];
};

const PREDICTION = ["prediction", "predictions"];
const ANNOTATION = ["annotation", "annotations", "label", "labels"];

export const TASK_COLUMNS: { readonly [T in Task]: TaskColumns } = {
  TextClassification: {
    needed: ["text", "inputs"],
    own: ["text", "inputs", "explanation", "multi_label"],
    prediction: PREDICTION,
    annotation: ANNOTATION,
    tags: [],
  },
  TokenClassification: {
    needed: ["tokens"],
    own: ["text", "tokens"],
    prediction: PREDICTION,
    annotation: [...ANNOTATION, "entities", "spans"],
    tags: ["tags", "ner_tags", "bio"],
  },
  Text2Text: {
    needed: ["text", "source"],
    own: ["text"],
    prediction: PREDICTION,
    annotation: ANNOTATION,
    tags: [],
  },
};

export const VECTOR_COLUMNS = ["vector", "vectors", "embedding"] as const;
/** Columns that the server computes. */
export const DERIVED_COLUMNS: ReadonlySet<string> = new Set(["metrics", "search_keywords", "last_updated"]);

export const COMMON = ["id", "status", "event_timestamp", "metadata", "prediction_agent", "annotation_agent"] as const;

/** The columns that are read for every record, whatever else its row has. */
export const alwaysRead = (task: Task): readonly string[] => [
  ...COMMON,
  ...TASK_COLUMNS[task].own,
  ...VECTOR_COLUMNS,
  ...DERIVED_COLUMNS,
];

/** The rows of a file in the form that task records are built from, without the ignored columns. */
export async function* taskRowsOf(
  source: Source,
  { ignored, numbers, plain }: Pick<TaskWishes, "ignored" | "numbers" | "plain">,
): AsyncGenerator<ReadRow> {
  const without = (row: Row): Row =>
    ignored.size === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !ignored.has(name)));
  const signOf = (name: string) => (TEXTS.has(name) ? undefined : numbers.get(name));
  for await (const read of source.rows()) {
    if ("fault" in read) yield read;
    else {
      const { row, exact } = withoutLists(read, plain);
      const given = exact ?? (() => row);
      const inForm = once(() => without(numbers.size === 0 ? given() : withNumbers(given(), signOf)));
      yield {
        line: read.line,
        row: without(exact === undefined ? row : withDigits(row, exact)),
        ...(exact === undefined && numbers.size === 0 ? {} : { exact: inForm }),
        ...(read.cells ? { cells: read.cells } : {}),
      };
    }
  }
}

/** In text columns, turns cells that look like lists back into their texts. */
function withoutLists({ row, exact, cells }: SoundRow, plain: ReadonlySet<string>): Pick<SoundRow, "row" | "exact"> {
  if (cells === undefined || plain.size === 0) return exact ? { row, exact } : { row };
  const asTexts = (given: Row): Row =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, plain.has(name) ? valueIn(cells, name) : value]),
    );
  return { row: asTexts(row), ...(exact ? { exact: () => asTexts(exact()) } : {}) };
}

/** A whole number that does not fit in a JavaScript number becomes the text of its digits: an id or a label. */
function withDigits(row: Row, exact: () => Row): Row {
  const isLost = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  if (!Object.values(row).some(isLost)) return row;
  const inForm = exact();
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const written = isLost(value) ? valueIn(inForm, name) : null;
      return [name, isRawNumber(written) ? written.rawJSON : value];
    }),
  );
}

/** Columns whose values always stay texts. */
const TEXTS: ReadonlySet<string> = new Set("id text source target label labels annotation prediction".split(" "));

/** CSV values are texts; text in the form of a number becomes a number. `signOf`: undefined for columns without numbers. */
const withNumbers = (row: Row, signOf: (name: string) => DecimalSign | null | undefined): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" ? numberIn(value, signOf(name)) : value,
    ]),
  );

/** A plain number keeps all of its digits. */
function numberIn(text: string, sign: DecimalSign | null | undefined): unknown {
  if (sign === undefined) return text;
  if (sign !== null) return amountOf(text, sign) ?? text;
  return numberOf(text) === null ? text : (parseKeepingForm(`[${text}]`) as readonly unknown[])[0]; // a list with one item
}
