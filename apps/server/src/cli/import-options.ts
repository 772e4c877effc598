import { readFileSync } from "node:fs";
import { FILE_SHAPES } from "@postil/contract/datasets/upload-wish";
import { TASKS, type Task } from "@postil/domain/datasets/dataset";
import { PART_NAME } from "@postil/domain/datasets/names";
import { RATING_VALUE } from "@postil/domain/datasets/question";
import { LABEL_NAMES } from "../import/classify.ts";
import { knownEncoding } from "../import/decode.ts";
import { taskDatasetName } from "../import/tasks/plan-task.ts";
import {
  type AnswerWish,
  type Decision,
  type FileWishes,
  type MetadataType,
  type MetadataWish,
  type PlannedType,
  type QuestionWish,
  type ResponseWish,
  type SpanUnit,
  type SuggestionWish,
  shapesFor,
} from "../import/wishes.ts";
import { StartFailure } from "../start-failure.ts";
import { oneOf, optionsOf, readArguments } from "./command.ts";

export const IMPORT_USAGE = `postil import FILE [options]       FILE: .jsonl, .json, .csv, .tsv, .xlsx or .parquet, each
                                   also with .gz, or alone in a .zip
  --dataset NAME                   default: the name of the file
  --workspace NAME                 default: your oldest workspace
  --field COLUMN                   a text to read (again for more)
  --label COLUMN                   a label question whose options are the column's values
  --label NAME=a,b,c               a label question with these options; 0:negative,1:positive names numbers
  --multi-label, --ranking         the same for several labels, and for labels in an order
  --label-names COLUMN=0:a,1:b     what the values of a question are called on the page
  --rating NAME=1..5               a rating; without a range the column's values tell it
  --span COLUMN[=FIELD]            spans of a text: lists of {start, end, label} or [start, end, label], or a tag for each
                                   token; default: the field "text", else the first
  --offsets utf16                  places of spans count as in JavaScript; default: characters, as in Python
  --text NAME                      a text to write; a column of that name is suggested
  --suggestion [QUESTION=]COLUMN   what a model thinks: an answer, or {label, score} or a list of them
  --agent NAME, --agent-column COLUMN   whose suggestions; default: the name of their column
  --score N, --score-column COLUMN      how sure it is, 0 to 1
  --answer [QUESTION=]COLUMN       what a person answered; of a question's own column its values. Whose, for all of them:
  --by COLUMN, --by-person USERNAME   a column with their names, or one person of the workspace
  --person NAME=USERNAME           who a name in that column is; NAME= leaves the answers of that name out
  --metadata COLUMN[=TYPE]         for filters and sorting; TYPE: terms, integer, float or date; integer:0..10 has bounds,
                                   date:day or date:month says what comes first in 03/04/2026
  --vector COLUMN                  a list of numbers, of one length
  --id COLUMN                      the record's own id
  --merge                          rows with the same id are one record, with the answers of each
  --ignore COLUMN                  leave a column out
  --title COLUMN=TITLE             what people read above it
  --name COLUMN=NAME               what the field, question or property of a column is called
  --guidelines TEXT|@FILE          shown to annotators, markdown
  --encoding NAME                  what the file's text is in, such as windows-1252; default: its mark, else utf-8
  --separator SIGN                 of a table: tab, comma, semicolon, bar or any one sign; default: what its first lines tell
  --quote none                     quotes are characters like others; --quote '"': they hold cells together
  --header, --no-header            the first line names the columns, or is a record
  --names a,b,c                    names of the columns, in their order; with --header in place of those of the first line
  --sheet NAME                     of an Excel file; default: the first with rows
  --shape NAME                     whose export it is; plain: the columns as they are; default: what its rows tell
  --members COLUMN                 of a column of objects: its members become columns (meta.source); again for more
  --marks COLUMN                   spans are marked in its texts: [Rome](LOC) or <LOC>Rome</LOC>; they become COLUMN.spans
  --missing a,b                    cells that are no value, such as NULL,nan; --missing "" says that there are none
  --trim                           leave out blanks around cells
  --label-separator SIGN           several labels in one cell, such as # in sport#news
  --accepted, --rejected, --discarded COLUMN=a,b   rows whose label is an answer, is none, or was passed over;
                                   default: answer=accept, answer=reject, answer=ignore where a file is Prodigy's
  --as-written                     labels that look alike or like no value are labels of their own
  --token-column, --tag-column N   of tokens in columns: a number from 1, or a name of the first line
  --skip-bad                       leave bad lines out, and list them, instead of importing nothing
  --into DATASET                   add the rows to this feedback dataset: new records, and those of the same id updated;
                                   refused rows are left out. --name COLUMN=NAME says which part a column fills. Of the
                                   options above these go with it: --workspace, --field, --suggestion, --metadata, --vector,
                                   --id, --ignore, --skip-bad, and those from --encoding to --label-separator
  --dry-run                        only show what would be imported
  --task TASK                      into a dataset of the older family: TextClassification, TokenClassification or Text2Text;
                                   also .conll, .bio and .iob with tokens in columns. Of the options above these go with it:
                                   --dataset, --workspace, --ignore, --skip-bad, --dry-run, and all from --encoding on
                                   With --into it is added to that task dataset
  --overwrite                      with --task and --into: also change what people annotated, validated or discarded
  --agent NAME                     with --task: who predicted or annotated, where the file does not say; default: import
What no option names is inferred; docs/import.md has the rules.`;

const OF_READING =
  "encoding= separator= quote= header no-header names= sheet= missing=* trim label-separator= token-column= tag-column= shape=";
const OF_QUESTIONS = "label=* multi-label=* rating=* ranking=* text=* span=* offsets= label-names=* as-written";
const OF_ANSWERS = "answer=* by= by-person= person=* merge accepted=* rejected=* discarded=*";
const OF_MODELS = "suggestion=* agent= agent-column= score= score-column=";
const OF_COLUMNS = "field=* metadata=* vector=* id= ignore=* name=* title=* members=* marks=";
const OF_DATASET = "dataset= workspace= guidelines= into= task= skip-bad dry-run overwrite";
const OPTIONS = `${OF_DATASET} ${OF_COLUMNS} ${OF_QUESTIONS} ${OF_MODELS} ${OF_ANSWERS} ${OF_READING}` as const;

const argumentsOf = (args: readonly string[]) => readArguments(args, OPTIONS, ["FILE"], IMPORT_USAGE);
type Values = ReturnType<typeof argumentsOf>["values"];

export type ImportOptions = ReturnType<typeof readImportOptions>;

export function readImportOptions(args: readonly string[]) {
  const { values, words, tokens } = argumentsOf(args);
  refuseTogether(new Set(Object.keys(values)));
  const unit = unitOf(values.offsets);
  const questions = tokens.flatMap((token) => {
    const type = token.kind === "option" ? QUESTION_OPTIONS[token.name] : undefined;
    return type && token.kind === "option" ? [questionWish(type, token.value ?? "", unit)] : [];
  });
  const answers = answersOf(values);
  const metadata = (values.metadata ?? []).map(metadataWish);
  const from = modelOf(values);
  const suggestions = (values.suggestion ?? []).map((text) => ({ ...suggestionWish(text), ...from }));
  const named = [
    ...[...questions, ...(values.field ?? []).map((name) => ({ name }))].map(({ name }) => name),
    ...[...metadata, ...suggestions].map(({ column }) => column),
    ...[values.vector ?? [], values.id ?? []].flat(),
  ];
  const responses = responsesOf(values);
  named.push(...responses.flatMap(({ column, by }) => [column, ...(by && "column" in by ? [by.column] : [])]));
  const reading = readingOf(values, questions, named);
  return {
    file: words[0],
    reading,
    answers,
    asWritten: values["as-written"] ?? false,
    missing: reading.missing,
    dataset: datasetOf(values),
    workspace: values.workspace ?? null,
    fields: values.field ?? [],
    questions,
    metadata,
    suggestions,
    responses,
    ...columnParts(values),
    optionsOnly: [],
    vectors: values.vector ?? [],
    id: values.id ?? null,
    ignored: values.ignore ?? [],
    extras: [],
    guidelines: values.guidelines === undefined ? null : guidelinesOf(values.guidelines),
    // Without a task, the file becomes a feedback dataset.
    task: values.task === undefined ? null : taskOf(values.task),
    agent: values.agent ?? null,
    into: values.into ?? null,
    overwrite: values.overwrite === true,
    skipBad: values["skip-bad"] ?? false,
    dryRun: values["dry-run"] ?? false,
  };
}

/** What names in the file are called, and whose they are. */
const columnParts = (values: Values) => ({
  partNames: new Map((values.name ?? []).map(partName)),
  partTitles: new Map((values.title ?? []).map(partTitle)),
  labelNames: new Map((values["label-names"] ?? []).map(labelNamesOf)),
  people: new Map((values.person ?? []).map(personOf)),
  merge: values.merge ?? false,
});

const WITH_TASK: ReadonlySet<string> = new Set([
  ..."task into overwrite agent dataset workspace ignore skip-bad dry-run as-written accepted rejected discarded".split(
    " ",
  ),
  ...Object.keys(optionsOf(OF_READING)),
]);

/** What adding to a dataset has no use for: its parts are there, and people give its answers. */
const NOT_INTO = [
  ...["dataset", "guidelines", "label", "multi-label", "rating", "ranking", "text", "span", "offsets", "title"],
  ...["accepted", "rejected", "discarded", "as-written", "label-names", "merge", "answer", "by", "by-person", "person"],
  ...["agent", "agent-column", "score", "score-column", "token-column", "tag-column"],
];

/** Refuses options that need another option or another kind of dataset. */
function refuseTogether(named: ReadonlySet<string>): void {
  const alone = named.has("task") ? [...named].find((name) => !WITH_TASK.has(name)) : undefined;
  if (alone !== undefined) throw new StartFailure(`--${alone} is about feedback datasets; it does not go with --task.`);
  const aside = named.has("into")
    ? NOT_INTO.find((name) => named.has(name) && !(named.has("task") && name !== "dataset"))
    : undefined;
  if (aside !== undefined) throw new StartFailure(`--${aside} is for a new dataset; it does not go with --into.`);
  if (named.has("overwrite") && !(named.has("task") && named.has("into")))
    throw new StartFailure("--overwrite goes with --task and --into.");
  const model = ["agent", "agent-column", "score", "score-column"].find((name) => named.has(name));
  if (model !== undefined && !named.has("task") && !named.has("suggestion"))
    throw new StartFailure(`--${model} goes with --suggestion${model === "agent" ? ", or with --task" : ""}.`);
}

function datasetOf({ dataset, task }: Values): string | null {
  if (dataset === undefined) return null;
  return task === undefined ? dataset : taskDatasetName(dataset);
}

const DECISIONS = ["accepted", "rejected", "discarded"] as const;

function answersOf(values: Values): AnswerWish[] {
  const answers = DECISIONS.flatMap((decision) => (values[decision] ?? []).map((text) => answerWish(decision, text)));
  const other = answers.find(({ column }) => column !== answers[0]?.column);
  if (!other) return answers;
  throw new StartFailure(`One column says what was accepted and rejected; "${other.column}" is another one.`);
}

function answerWish(decision: Decision, text: string): AnswerWish {
  const at = text.indexOf("=");
  if (at > 0) return { decision, column: text.slice(0, at), values: listOf(text.slice(at + 1)) };
  throw new StartFailure(`--${decision} ${text}: say COLUMN=value, such as --${decision} answer=no.`);
}

const TYPES: readonly MetadataType[] = ["terms", "integer", "float", "date"];

/** `COLUMN=float:0..1` has bounds, `COLUMN=date:day` the order of its dates. */
function metadataWish(text: string): MetadataWish {
  const at = text.lastIndexOf("=");
  const [, word, more] = /^([a-z]+)(?::(.*))?$/.exec(text.slice(at + 1)) ?? [];
  const type = TYPES.find((one) => one === word);
  if (at <= 0 || !type) return { column: text, type: null };
  const wish = { column: text.slice(0, at), type };
  if (more === undefined) return wish;
  if (type === "date" && (more === "day" || more === "month")) return { ...wish, order: more };
  const [, low, high] = /^(-?[\d.]+)?\.\.(-?[\d.]+)?$/.exec(more) ?? [];
  const [min, max] = [low, high].map((bound) => (bound === undefined ? null : Number(bound)));
  const isBound = (bound: number | null | undefined) => bound == null || Number.isFinite(bound);
  if ((type === "integer" || type === "float") && (low ?? high) !== undefined && isBound(min) && isBound(max))
    return { ...wish, min: min ?? null, max: max ?? null };
  throw new StartFailure(
    `--metadata ${text}: say integer:0..10 or float:0..1 for bounds, date:day or date:month for dates.`,
  );
}

function partName(text: string): readonly [column: string, name: string] {
  const at = text.lastIndexOf("=");
  const [column, name] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && PART_NAME.pattern.test(name) && name.length <= PART_NAME.max) return [column, name];
  throw new StartFailure(
    `--name ${text}: say COLUMN=name; a name has small letters, digits, - and _, at most ${PART_NAME.max}.`,
  );
}

function partTitle(text: string): readonly [column: string, title: string] {
  const at = text.indexOf("=");
  if (at > 0 && text.slice(at + 1).trim() !== "") return [text.slice(0, at), text.slice(at + 1)];
  throw new StartFailure(`--title ${text}: say COLUMN=title.`);
}

const taskOf = (text: string): Task => oneOf(TASKS, text, `There is no task "${text}"; there are:`);

const QUESTION_OPTIONS: { readonly [option: string]: PlannedType } = {
  label: "label_selection",
  "multi-label": "multi_label_selection",
  rating: "rating",
  ranking: "ranking",
  text: "text",
  span: "span",
};

function unitOf(text: string | undefined): SpanUnit | null {
  if (text === undefined || text === "characters" || text === "utf16") return text ?? null;
  throw new StartFailure(`--offsets ${text}: say characters or utf16.`);
}

function questionWish(type: PlannedType, text: string, unit: SpanUnit | null): QuestionWish {
  const at = text.indexOf("=");
  if (type === "span") {
    const [name, field] = at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
    return { type, name, options: null, span: { field, unit } };
  }
  // A text question has no options, so everything after the colon belongs to the name.
  if (at < 0 || type === "text") return { type, name: text, options: null };
  const name = text.slice(0, at);
  const list = text.slice(at + 1);
  if (type === "rating") return { type, name, options: ratingOptions(text, list) };
  const options = list.split(",").map((option) => option.trim());
  return { type, name, options: options.filter((option) => option !== "") };
}

/** `1..5` or `1,3,5`. */
function ratingOptions(wish: string, list: string): string[] {
  const [, low, high] = /^\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*$/.exec(list) ?? [];
  if (low === undefined || high === undefined) return list.split(",").map((value) => value.trim());
  const beyond = [low, high].find((one) => Number(one) < RATING_VALUE.ge || Number(one) > RATING_VALUE.le);
  if (beyond !== undefined)
    throw new StartFailure(
      `--rating ${wish}: ratings are whole numbers from ${RATING_VALUE.ge} to ${RATING_VALUE.le}; ${beyond} is none.`,
    );
  if (Number(low) > Number(high)) {
    throw new StartFailure(
      `--rating ${wish}: the first number has to be the smaller one: ${Number(high)}..${Number(low)}.`,
    );
  }
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, at) => String(Number(low) + at));
}

function suggestionWish(text: string): SuggestionWish {
  const at = text.indexOf("=");
  return at < 0 ? { question: null, column: text } : { question: text.slice(0, at), column: text.slice(at + 1) };
}

function responsesOf(values: Values): ResponseWish[] {
  const { by: column, "by-person": person } = values;
  if (column !== undefined && person !== undefined)
    throw new StartFailure("--by and --by-person say the opposite of each other.");
  const by = column !== undefined ? { column } : person !== undefined ? { person } : null;
  const wishes = (values.answer ?? []).map((text) => ({ ...suggestionWish(text), by }));
  if (wishes.length > 0 || by === null) return wishes;
  throw new StartFailure("--by and --by-person are about answers: --answer COLUMN says where they are.");
}

function labelNamesOf(text: string): readonly [column: string, names: ReadonlyMap<string, string>] {
  const at = text.indexOf("=");
  const pairs = listOf(text.slice(at + 1)).map((pair) => /^([^:]+):\s*(\S.*)$/s.exec(pair));
  if (at > 0 && pairs.length > 0 && pairs.every((pair) => pair !== null))
    return [text.slice(0, at), new Map(pairs.map((pair) => [pair?.[1]?.trim() ?? "", pair?.[2]?.trim() ?? ""]))];
  throw new StartFailure(`--label-names ${text}: say COLUMN=0:negative,1:positive.`);
}

function personOf(text: string): readonly [name: string, username: string | null] {
  const at = text.lastIndexOf("=");
  if (at >= 0) return [text.slice(0, at), text.slice(at + 1) || null];
  throw new StartFailure(`--person ${text}: say NAME=USERNAME, or NAME= to leave the answers of that name out.`);
}

/** Whose suggestions they are, and how sure: the same for all columns of suggestions. */
function modelOf(values: Values): Pick<SuggestionWish, "agent" | "score"> {
  const { agent, "agent-column": agentColumn, score, "score-column": scoreColumn } = values;
  const twice = agent !== undefined && agentColumn !== undefined ? "agent" : null;
  const both = twice ?? (score !== undefined && scoreColumn !== undefined ? "score" : null);
  if (both) throw new StartFailure(`--${both} and --${both}-column say the opposite of each other.`);
  return {
    agent: agent !== undefined ? { text: agent } : agentColumn !== undefined ? { column: agentColumn } : null,
    score:
      score !== undefined
        ? { number: score.trim() === "" ? Number.NaN : Number(score) }
        : scoreColumn !== undefined
          ? { column: scoreColumn }
          : null,
  };
}

function guidelinesOf(text: string): string {
  if (!text.startsWith("@")) return text;
  try {
    return readFileSync(text.slice(1), "utf8");
  } catch {
    throw new StartFailure(`The guidelines cannot be read from ${text.slice(1)}.`);
  }
}

/** `named`: all columns that any option names. */
function readingOf(values: Values, questions: readonly QuestionWish[], named: readonly string[]): FileWishes {
  const said = <T>(value: string | undefined, read: (text: string) => T): T | null =>
    value === undefined ? null : read(value);
  return {
    encoding: said(values.encoding, knownEncoding),
    separator: said(values.separator, (text) => signOf("separator", text)),
    quote: said(values.quote, (text) => (text === "none" ? "" : signOf("quote", text))),
    header: headerOf(values),
    names: said(values.names, namesOf),
    missing: values.missing?.flatMap(listOf) ?? null,
    trim: values.trim ?? false,
    labelSeparator: said(values["label-separator"], labelSeparatorOf),
    labelColumns: labelColumnsOf(questions),
    paths: named.filter((name) => name.includes(".")),
    tokenColumn: values["token-column"] ?? null,
    tagColumn: values["tag-column"] ?? null,
    sheet: values.sheet ?? null,
    members: values.members ?? [],
    marks: values.marks ?? null,
    ...shapesOf(values),
    ignored: values.ignore ?? [],
  };
}

function shapesOf({ task, shape }: Values): Pick<FileWishes, "shape" | "among"> {
  const said = shape === undefined ? null : oneOf(FILE_SHAPES, shape, `--shape ${shape}: there are`);
  const found = task === undefined ? { shape: said } : shapesFor(taskOf(task), said);
  if (found) return found;
  throw new StartFailure(`--shape ${shape} is about feedback datasets; it does not go with --task ${task}.`);
}

const listOf = (text: string): string[] => text.split(",").filter((one) => one !== "");

function labelSeparatorOf(text: string): string {
  if (text !== "") return text;
  throw new StartFailure("--label-separator: say the sign between labels, such as #.");
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["\\t", "\t"],
  ["comma", ","],
  ["semicolon", ";"],
  ["bar", "|"],
  ["pipe", "|"],
  ["space", " "],
  ["blank", " "],
]);

function signOf(option: string, text: string): string {
  const sign = SIGNS.get(text) ?? text;
  if (sign.length === 1 && sign !== "\n" && sign !== "\r") return sign;
  const others = option === "quote" ? "none" : "tab, comma, semicolon or bar";
  throw new StartFailure(`--${option} ${text}: say one sign, or ${others}.`);
}

function headerOf(values: Values): boolean | null {
  if (values.header && values["no-header"])
    throw new StartFailure("--header and --no-header say the opposite of each other.");
  return values.header ? true : values["no-header"] ? false : null;
}

function namesOf(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined || names.includes(""))
    throw new StartFailure(`--names ${text}: ${twice ? `"${twice}" stands there twice` : "a name is empty"}.`);
  return names;
}

/** The columns that options name, else the columns with usual label names. */
function labelColumnsOf(questions: readonly QuestionWish[]): readonly string[] {
  const asked = questions.filter(({ type }) => type === "label_selection" || type === "multi_label_selection");
  return asked.length > 0 ? asked.map(({ name }) => name) : [...LABEL_NAMES, "annotations"];
}
