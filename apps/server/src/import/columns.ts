import { OPTION_VALUE } from "@postil/domain/datasets/names";
import { entitiesOfTags, isTag } from "@postil/domain/tasks/token-borders";
import { characters } from "@postil/domain/text/characters";
import { isRawNumber, numberIn } from "@postil/domain/text/json-text";
import { StartFailure } from "../start-failure.ts";
import { amountOf, type DecimalSign, numberOf, overlapIn, signIn, spanIn } from "./cell-values.ts";
import { DatesSeen } from "./dates.ts";
import {
  excerpt,
  type FoundShape,
  numberedRow,
  type ReadRow,
  type Row,
  type RowNumbers,
  type SoundRow,
  type Source,
  valueIn,
} from "./row.ts";

/** A label and its score from a model: `{label, score}`, as classifiers write them. */
export type Prediction = { readonly label: string; readonly score: number };

/** The content of one column, over all readable rows. */
export class Column {
  readonly name: string;
  /** Rows with a value: not absent and not null. */
  present = 0;
  texts = 0;
  integers = 0;
  fractions = 0;
  /** Whole numbers that do not fit in a 64-bit integer. */
  large = 0;
  /** Dates, times, and numbers in a format for people: `1,5`, `31.12.2026`. */
  measures = 0;
  dates: DatesSeen | null = null;
  /** The first decimal sign that an amount shows, and the cells that are numbers with each of the two signs. */
  sign: DecimalSign | null = null;
  withComma = 0;
  withPoint = 0;
  /** Two different cells that would become the same number. */
  meeting: readonly [string, string] | null = null;
  booleans = 0;
  textLists = 0;
  /** Lists of any kind. */
  lists = 0;
  predictions = 0;
  /** `spans`: lists of text positions with a label. `chats`: lists of messages with a role. */
  spans = 0;
  chats = 0;
  /** A member of messages beside the sender and the words. */
  aside: string | null = null;
  /** Empty lists; they count as lists of texts too. */
  empties = 0;
  /** The most texts that a list of it has. */
  most = 0;
  /** Values of further people in rows that have one already. */
  also = 0;
  /** How many entities the tags of its lists begin, by label. */
  readonly entities = new Map<string, number>();
  /** True if two spans of a list share a place. */
  overlaps = false;
  /** The number of lists of numbers, by their length. */
  readonly vectors = new Map<number, number>();
  /** `characters`: the total length of all texts. `longest`: the length of the longest value. */
  characters = 0;
  longest = 0;
  /** The first value that cannot be a label: it is too long, or no text may hold it. */
  unfit: { readonly text: string; readonly line: number } | null = null;
  numbers: RowNumbers = "line";
  /**
   * Every different text, number or list element, as text, with its first line. Collection stops when there are too many
   * values for labels. Empty texts and values that cannot be labels are left out.
   */
  readonly values = new Map<string, { readonly line: number; count: number }>();
  /** True if the cells of this table column are kept as plain texts, although some look like lists. */
  isPlain = false;
  /** True if no scalar value occurs twice; known of columns whose name may be that of an id. */
  unique = true;
  readonly mayBeId: boolean;

  constructor(name: string) {
    this.name = name;
    this.mayBeId = mayBeId(name);
  }
}

export type Columns = {
  readonly rows: number;
  readonly faults: number;
  readonly columns: readonly Column[];
  readonly sample: readonly Sample[];
  readonly numbers?: RowNumbers;
  readonly shape?: FoundShape | null;
  /** The first line that is not a valid row. */
  readonly fault: { readonly line: number; readonly fault: string } | null;
};

/** Of an Excel file with its sheets: another one may have the rows. */
export function noRows(
  { file, format, words, numbers }: Pick<Source, "file" | "format" | "words" | "numbers">,
  fault: Columns["fault"],
): StartFailure {
  const why = fault ? ` that can be read. ${numberedRow(numbers(), fault.line)}: ${fault.fault}` : ".";
  return new StartFailure([`${file} holds no rows${why}`, ...(format === "excel" ? words() : [])].join("\n"));
}

/** `place`: `line 3` or `row 3` */
export type Sample = { readonly place: string; readonly row: Row };
const SAMPLES = 3;

/** The count of different values stops here: a column with more holds neither labels nor terms. */
export const MOST_VALUES = 10_001;

/**
 * Reads the whole source once. Skips unreadable rows; the second reading reports them.
 * @throws StartFailure if it has more than `mostColumns`
 */
export async function lookAtColumns(source: Source, mostColumns = Number.POSITIVE_INFINITY): Promise<Columns> {
  const looked = createLook(source, mostColumns);
  for await (const batch of source.batches()) for (const read of batch) looked.add(read);
  const found = { ...looked.end(), numbers: source.numbers(), shape: source.shape() };
  const declared = source.declared();
  for (const column of found.columns) {
    const { labels = [], isAmount = false } = declared.get(column.name) ?? {};
    column.numbers = found.numbers;
    for (const label of labels) if (!column.values.has(label)) column.values.set(label, { line: 0, count: 0 });
    if (isAmount) [column.measures, column.texts] = [column.measures + column.texts, 0];
  }
  return found;
}

/** Does the same as {@link lookAtColumns}, but takes one row at a time. */
function createLook(
  { format, numbers }: Source,
  mostColumns = Number.POSITIVE_INFINITY,
): { add(read: ReadRow): void; end(): Columns } {
  const isTable = format === "csv";
  const columns = new Map<string, Column>();
  /** For columns where some cells look like lists: the same column with all cells taken as texts. */
  const plain = new Map<string, Column>();
  const seen = new Map<string, Set<string>>();
  const sample: Sample[] = [];
  let [rows, faults] = [0, 0];
  let fault: Columns["fault"] = null;
  const addCell = (read: SoundRow, name: string, value: unknown, column: Column) => {
    const scalar = scalarOf(read, name, value);
    const cell = read.cells && typeof value === "object" ? valueIn(read.cells, name) : null;
    if (cell !== null && !plain.has(name)) plain.set(name, plainCopyOf(column));
    const asText = plain.get(name);
    if (asText) addTo(asText, cell ?? scalar, read.line, isTable);
    addTo(column, scalar, read.line, isTable);
    if (column.unique && column.mayBeId) column.unique = noteUnique(seen, name, textOf(scalar));
  };
  const addFurther = (line: number, more: Row) => {
    for (const [name, value] of Object.entries(more)) {
      const column = columns.get(name) ?? new Column(name);
      columns.set(name, column);
      if (value === null || value === undefined) continue;
      column.also++;
      addTo(column, value, line, false);
    }
  };
  const addRow = (read: SoundRow) => {
    rows++;
    if (sample.length < SAMPLES) sample.push({ place: `${numbers()} ${read.line}`, row: read.exact?.() ?? read.row });
    for (const [name, value] of Object.entries(read.row)) {
      const column = columns.get(name) ?? new Column(name);
      columns.set(name, column);
      if (columns.size > mostColumns)
        throw new StartFailure(
          `The file has more than ${mostColumns.toLocaleString("en")} columns: ${numbers()} ${read.line} has another one, ${excerpt(name)}.`,
        );
      if (value !== null && value !== undefined) addCell(read, name, value, column);
    }
    for (const more of read.also ?? []) addFurther(read.line, more);
  };
  const chosen = (column: Column): Column => {
    const asText = plain.get(column.name);
    return asText && isMixed(column) ? asText : column;
  };
  return {
    add: (read) => {
      if ("row" in read) return addRow(read);
      fault ??= read;
      faults++;
    },
    end: () => ({ rows, faults, columns: [...columns.values()].map(chosen), sample, fault }),
  };
}

/** The value, or its exact form if a JavaScript number cannot hold it. */
function scalarOf(read: SoundRow, name: string, value: unknown): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  return read.exact ? valueIn(read.exact(), name) : value;
}

/** The value as text; a number keeps its digits. */
const textOf = (value: unknown): string => (isRawNumber(value) ? value.rawJSON : String(value));

/** The column so far, as one whose cells are all texts. */
const plainCopyOf = (column: Column): Column => ({
  ...column,
  vectors: new Map(column.vectors),
  entities: new Map(column.entities),
  dates: null,
  values: new Map([...column.values].map(([text, one]) => [text, { ...one }])),
  isPlain: true,
});

/** True if some cells look like lists and others do not. */
const isMixed = ({ texts, integers, fractions, measures, large }: Column): boolean =>
  texts + integers + fractions + measures + large > 0;

/** Only columns with such a name can become the external id automatically, so only their values are remembered. */
export const mayBeId = (name: string): boolean =>
  /^_?(?:id|uuid|guid|key|external_id|record_id|row_id|idx)$/i.test(name);

function noteUnique(seen: Map<string, Set<string>>, name: string, text: string): boolean {
  const known = seen.get(name) ?? new Set();
  seen.set(name, known);
  return known.size < known.add(text).size;
}

function addTo(column: Column, value: unknown, line: number, untyped: boolean): void {
  column.present++;
  if (typeof value === "string") addText(column, value, line, untyped);
  else if (typeof value === "number" || isRawNumber(value)) {
    const text = textOf(value);
    countNumber(column, text, /^-?\d+$/.test(text) || Number.isInteger(numberIn(value)?.value));
    addValue(column, text, line);
  } else if (typeof value === "boolean") {
    column.booleans++;
    addValue(column, String(value), line);
  } else if (Array.isArray(value)) addList(column, value, line);
  else if (isPrediction(value)) {
    column.predictions++;
    addValue(column, value.label, line);
  }
}

/** What numbers, amounts and dates begin with: most texts need no further look. */
const MAY_COUNT = /^[-+\d€$£¥]/;

function addText(column: Column, text: string, line: number, untyped: boolean): void {
  column.characters += text.length;
  addValue(column, text, line);
  if (MAY_COUNT.test(text)) addMeasured(column, text, untyped);
  else column.texts++;
}

function addMeasured(column: Column, text: string, untyped: boolean): void {
  if (untyped && numberOf(text) !== null) {
    countNumber(column, text, isWhole(text));
    noteMeeting(column, text, Number(text));
  } else if (isMeasure(text)) {
    column.measures++;
    column.dates ??= new DatesSeen();
    column.dates.add(text);
  } else column.texts++;
  if (untyped) noteAmount(column, text);
}

function noteAmount(column: Column, text: string): void {
  // Without a sign a number is the same in both forms, and has been compared already.
  if (isWhole(text)) {
    if (numberOf(text) === null) return;
    column.withComma++;
    column.withPoint++;
    return;
  }
  const [comma, point] = [amountOf(text, ","), amountOf(text, ".")];
  if (comma !== null) column.withComma++;
  if (point !== null) column.withPoint++;
  column.sign ??= signIn(text);
  const amount = comma ?? point;
  // A plain number has been compared already.
  if (amount !== null && numberOf(text) === null) noteMeeting(column, text, amount);
}

function countNumber(column: Column, text: string, whole: boolean): void {
  if (!whole) column.fractions++;
  else if (text.length > SURELY_64_BITS && /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) !== BigInt(text))
    column.large++;
  else column.integers++;
}

/** Whole numbers of so many characters fit. */
const SURELY_64_BITS = 18;

/** Numbers beyond this count are not compared with each other. */
const MOST_NUMBERS = 300_000;
type Numbers = { readonly texts: Map<number, string>; decimals: number | null };
const numbersOf = new WeakMap<Column, Numbers>();

/** `1.10` and `1.1` are two cells but one number. This cannot happen if all cells have the same number of decimals. */
function noteMeeting(column: Column, text: string, number: number): void {
  if (column.meeting) return;
  const decimals = isWhole(text) ? 0 : (/^-?\d[\d.,]*[.,](\d+)$/.exec(text)?.[1]?.length ?? null);
  const known = numbersOf.get(column) ?? { texts: new Map<number, string>(), decimals };
  numbersOf.set(column, known);
  if (known.decimals !== decimals) known.decimals = null;
  const earlier = known.texts.get(number);
  if (earlier === undefined && known.texts.size < MOST_NUMBERS) known.texts.set(number, text);
  else if (earlier === undefined) {
    if (known.decimals === null && String(number) !== text) column.meeting = ["another one", text];
  } else if (earlier !== text && !(isWhole(text) && isWhole(earlier))) column.meeting = [earlier, text];
}

function addList(column: Column, list: readonly unknown[], line: number): void {
  column.lists++;
  if (list.length > 0 && list.every((element) => typeof element === "number")) {
    column.vectors.set(list.length, (column.vectors.get(list.length) ?? 0) + 1);
  } else if (list.every((element) => typeof element === "string")) {
    column.textLists++;
    column.most = Math.max(column.most, list.length);
    if (list.length === 0) column.empties++;
    for (const element of list) addValue(column, element, line);
    addEntities(column, list);
  } else if (list.every((one) => spanIn(one) !== null)) {
    column.spans++;
    column.overlaps ||= overlapIn(list);
    for (const one of list) addValue(column, spanIn(one)?.label ?? "", line);
  } else {
    const predictions = list.map(predictionOf).filter((one) => one !== null);
    if (list.every(isMessage)) {
      column.chats++;
      column.aside ??= list.flatMap((one) => Object.keys(Object(one))).find((name) => !OF_MESSAGE.has(name)) ?? null;
    }
    if (predictions.length < list.length) return;
    column.predictions++;
    for (const { label } of predictions) addValue(column, label, line);
  }
}

/** Tags are counted as they are stored: an `I` that continues nothing begins an entity. */
function addEntities({ entities }: Column, tags: readonly string[]): void {
  if (!isTag(tags[0] ?? "")) return;
  const places = tags.map((_, at) => ({ start: at, end: at + 1 }));
  for (const { label } of entitiesOfTags(places, tags) ?? [])
    if (entities.has(label) || entities.size < MOST_VALUES) entities.set(label, (entities.get(label) ?? 0) + 1);
}

function addValue(column: Column, text: string, line: number): void {
  // A character takes one or two units: most texts need not be counted.
  const isCounted = text.length > Math.min(column.longest, OPTION_VALUE.max);
  const length = isCounted ? characters(text) : text.length;
  if (isCounted) column.longest = Math.max(column.longest, length);
  if (length > OPTION_VALUE.max) {
    // No such value is kept, so none is looked for: that would read all of it once more.
    column.unfit ??= { text, line };
    return;
  }
  const known = column.values.get(text);
  if (known) known.count++;
  else if (!isStorable(text)) column.unfit ??= { text, line };
  else if (text !== "" && column.values.size < MOST_VALUES) column.values.set(text, { line, count: 1 });
}

/** Neither NUL nor half a character may stand in a text. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

function isPrediction(value: unknown): value is Prediction {
  if (typeof value !== "object" || value === null) return false;
  return "label" in value && typeof value.label === "string" && "score" in value && typeof value.score === "number";
}

/** Reads a label with its score. A list of the two is accepted too. */
export function predictionOf(value: unknown): Prediction | null {
  if (isPrediction(value)) return value;
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [label, score]: readonly unknown[] = value;
  return typeof label === "string" && typeof score === "number" ? { label, score } : null;
}

const isMessage = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (("role" in value && "content" in value) || ("from" in value && "value" in value));

const OF_MESSAGE = new Set(["role", "content", "from", "value"]);

const isWhole = (text: string): boolean => /^-?\d+$/.test(text);

/**
 * Recognizes dates, times and amounts in a format for people. They are not needed to judge a record, and they are not plain
 * numbers.
 */

const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}-\d{2}|\d{4}-?[QW]\d{1,2})`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AaPp]\.?[Mm]\.?)?`;
const ZONE = String.raw`\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?`;
const WHEN = new RegExp(`^(?:${DATE}(?:(?:T|,?\\s+)${TIME}${ZONE})?|${TIME}${ZONE})$`);
/** A decimal comma, separators between thousands, a currency sign or a percent sign. */
const HOW_MUCH =
  /^[+-]?(?:[€$£¥]\s?)?(?:\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?[€$£¥%])?$/;

export const isMeasure = (text: string): boolean =>
  text.length <= 40 && (WHEN.test(text) || (/[,'%€$£¥ \u00A0\u202F+]/.test(text) && HOW_MUCH.test(text)));
