import { FEEDBACK_TASK, TASKS } from "@postil/domain/datasets/dataset-links";
import { MOST_TEXT, textFault } from "@postil/domain/search/text-query";
import { StartFailure } from "../start-failure.ts";
import { positionals, readArguments } from "./read-arguments.ts";

const PARTS = ["responses", "suggestions", "metadata", "vectors"] as const;
type Part = (typeof PARTS)[number];
/** The names of these parts in task datasets. */
const TASK_WORDS: { readonly [word: string]: Part } = { annotations: "responses", predictions: "suggestions" };

const FAMILIES = [...TASKS, FEEDBACK_TASK];

export type ExportOptions = {
  readonly dataset: string;
  readonly workspace: string | null;
  /** Null means a dataset of any family. */
  readonly task: string | null;
  /** `-` means standard output. */
  readonly output: string;
  readonly format: "jsonl" | "csv";
  readonly gzip: boolean;
  /** True if an existing file of that name is overwritten. */
  readonly force: boolean;
  readonly parts: readonly Part[];
  /** Exports only the records that this query finds: search words, or the query of a task dataset. */
  readonly query: string | null;
};

export const EXPORT_USAGE = `postil export DATASET --output FILE [options]
  --output FILE                    also .csv and .gz, which tell the format; -: standard output
  --force                          write over a file of that name
  --workspace NAME                 where several have a dataset of that name
  --format jsonl|csv               default: as the file's name says, else jsonl
  --task TASK                      where datasets of several kinds have that name: TextClassification,
                                   TokenClassification, Text2Text or FeedbackTask
  --query TEXT                     only the records that a search for this finds
  --with vectors                   the records' vectors too
  --without PART                   leave responses, suggestions or metadata out (again for more);
                                   of a task dataset also called annotations and predictions`;

const OPTIONS = {
  output: { type: "string" },
  force: { type: "boolean" },
  workspace: { type: "string" },
  task: { type: "string" },
  format: { type: "string" },
  query: { type: "string" },
  with: { type: "string", multiple: true },
  without: { type: "string", multiple: true },
} as const;

export function readExportOptions(args: readonly string[]): ExportOptions {
  const { values, positionals: given } = readArguments(args, OPTIONS, EXPORT_USAGE);
  const [dataset] = positionals(given, ["DATASET"], EXPORT_USAGE);
  const { output } = values;
  if (!output) throw new StartFailure(`Say with --output where it goes.\n\n${EXPORT_USAGE}`);
  const { ending, zipped } = ENDINGS.exec(output)?.groups ?? {};
  return {
    dataset,
    workspace: values.workspace ?? null,
    task: values.task === undefined ? null : familyOf(values.task),
    output,
    format: values.format === undefined ? formatOfName(output, ending) : formatOf(values.format),
    gzip: zipped !== undefined,
    force: values.force ?? false,
    parts: partsOf(values.with ?? [], values.without ?? []),
    query: values.query === undefined ? null : queryOf(values.query),
  };
}

/** Matches the last part of a path: `.hidden` is a name without an extension. */
const ENDINGS = /(?:[^/\\.]\.(?<ending>[^/\\.]+?))??(?<zipped>\.gz)?$/i;

function formatOfName(file: string, ending = "jsonl"): "jsonl" | "csv" {
  const format = FORMATS[ending.toLowerCase()];
  if (format) return format;
  throw new StartFailure(
    `${file}: no format has names that end in .${ending}; there are .jsonl and .csv. Say with --format which of them it is to be all the same.`,
  );
}

const FORMATS: { readonly [ending: string]: "jsonl" | "csv" } = { jsonl: "jsonl", ndjson: "jsonl", csv: "csv" };

function familyOf(word: string): string {
  if (FAMILIES.some((family) => family === word)) return word;
  throw new StartFailure(`There is no task "${word}"; there are: ${FAMILIES.join(", ")}.`);
}

function queryOf(text: string): string {
  if (text.trim() === "") throw new StartFailure("--query is empty: say what to search for, or leave it out.");
  const fault = textFault(text, MOST_TEXT);
  if (!fault) return text;
  throw new StartFailure(`--query has ${fault.found} ${fault.of}; it has at most ${fault.most}.`);
}

export function formatOf(word: string): "jsonl" | "csv" {
  if (word === "jsonl" || word === "csv") return word;
  throw new StartFailure(`"${word}" is no format; there are jsonl and csv.`);
}

/** All parts except vectors, which make up most of a file. */
function partsOf(moreWords: readonly string[], fewerWords: readonly string[]): readonly Part[] {
  const [more, fewer] = [moreWords.map(partOf), fewerWords.map(partOf)];
  return PARTS.filter((part) => (part !== "vectors" || more.includes(part)) && !fewer.includes(part));
}

function partOf(word: string): Part {
  const part = PARTS.find((one) => one === word) ?? TASK_WORDS[word];
  if (part) return part;
  throw new StartFailure(
    `"${word}" is no part of a record; there are ${[...PARTS, ...Object.keys(TASK_WORDS)].join(", ")}.`,
  );
}
