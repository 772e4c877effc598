import { readFileSync } from "node:fs";
import { isTask, TASKS, type Task } from "@postil/domain/datasets/dataset-links";
import { knownEncoding } from "../import/decode.ts";
import { taskDatasetName } from "../import/exported/plan-exported-task.ts";
import type { PlannedType } from "../import/plan.ts";
import type { ImportWishes, QuestionWish, SuggestionWish } from "../import/wishes.ts";
import { StartFailure } from "../start-failure.ts";
import { positionals, readArguments } from "./read-arguments.ts";

/** What the person said. */
export type ImportOptions = ImportWishes & {
  readonly file: string;
  readonly encoding: string | null;
  readonly workspace: string | null;
  readonly skipBad: boolean;
  readonly dryRun: boolean;
  /** Null: into a feedback dataset. */
  readonly task: Task | null;
  /** Null: not said. */
  readonly agent: string | null;
};

export const IMPORT_USAGE = `postil import FILE [options]       FILE: .jsonl, .ndjson, .csv or .tsv, each also with .gz
  --dataset NAME                   default: the name of the file
  --workspace NAME                 default: your oldest workspace
  --field COLUMN                   a text to read (again for more)
  --label COLUMN                   a label question whose options are the column's values
  --label NAME=a,b,c               a label question with these options
  --multi-label, --ranking         the same for several labels, and for labels in an order
  --rating NAME=1..5               a rating; without a range the column's values tell it
  --text NAME                      a text to write; a column of that name is suggested
  --suggestion [QUESTION=]COLUMN   what a model thinks: an answer, or {label, score} or a list of them
  --metadata COLUMN                for filters and sorting
  --vector COLUMN                  a list of numbers, of one length
  --id COLUMN                      the record's own id
  --ignore COLUMN                  leave a column out
  --guidelines TEXT|@FILE          shown to annotators, markdown
  --encoding NAME                  what the file's text is in, such as windows-1252; default: its mark, else utf-8
  --skip-bad                       leave bad lines out, and list them, instead of importing nothing
  --dry-run                        only show what would be imported
  --task TASK                      into a dataset of the older family: TextClassification, TokenClassification or Text2Text;
                                   also .conll, .bio and .iob with tokens in columns. Of the options above these go with it:
                                   --dataset, --workspace, --ignore, --encoding, --skip-bad, --dry-run
  --agent NAME                     with --task: who predicted or annotated, where the file does not say; default: import
What no option names is inferred; docs/import.md has the rules.`;

const REPEATED = { type: "string", multiple: true } as const;

export function readImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals: given, tokens } = readArguments(args, OPTIONS, IMPORT_USAGE);
  const [file] = positionals(given, ["FILE"], IMPORT_USAGE);
  refuseTogether(new Set(Object.keys(values)));
  return {
    file,
    encoding: values.encoding === undefined ? null : knownEncoding(values.encoding),
    dataset:
      values.dataset === undefined
        ? null
        : values.task === undefined
          ? values.dataset
          : taskDatasetName(values.dataset),
    workspace: values.workspace ?? null,
    fields: values.field ?? [],
    questions: tokens.flatMap((token) => {
      const type = token.kind === "option" ? QUESTION_OPTIONS[token.name] : undefined;
      return type && token.kind === "option" ? [questionWish(type, token.value ?? "")] : [];
    }),
    metadata: values.metadata ?? [],
    suggestions: (values.suggestion ?? []).map(suggestionWish),
    vectors: values.vector ?? [],
    id: values.id ?? null,
    ignored: values.ignore ?? [],
    guidelines: values.guidelines === undefined ? null : guidelinesOf(values.guidelines),
    task: values.task === undefined ? null : taskOf(values.task),
    agent: values.agent ?? null,
    skipBad: values["skip-bad"] ?? false,
    dryRun: values["dry-run"] ?? false,
  };
}

const OPTIONS = {
  dataset: { type: "string" },
  workspace: { type: "string" },
  field: REPEATED,
  label: REPEATED,
  "multi-label": REPEATED,
  rating: REPEATED,
  ranking: REPEATED,
  text: REPEATED,
  metadata: REPEATED,
  suggestion: REPEATED,
  vector: REPEATED,
  id: { type: "string" },
  ignore: REPEATED,
  guidelines: { type: "string" },
  encoding: { type: "string" },
  task: { type: "string" },
  agent: { type: "string" },
  "skip-bad": { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

const WITH_TASK: ReadonlySet<string> = new Set(
  "task agent dataset workspace ignore encoding skip-bad dry-run".split(" "),
);

/** What an option would be about is not there. */
function refuseTogether(named: ReadonlySet<string>): void {
  const alone = named.has("task") ? [...named].find((name) => !WITH_TASK.has(name)) : undefined;
  if (alone !== undefined) throw new StartFailure(`--${alone} is about feedback datasets; it does not go with --task.`);
  if (named.has("agent") && !named.has("task")) throw new StartFailure("--agent goes with --task.");
}

function taskOf(text: string): Task {
  if (isTask(text)) return text;
  throw new StartFailure(`There is no task "${text}"; there are: ${TASKS.join(", ")}.`);
}

const QUESTION_OPTIONS: { readonly [option: string]: PlannedType } = {
  label: "label_selection",
  "multi-label": "multi_label_selection",
  rating: "rating",
  ranking: "ranking",
  text: "text",
};

function questionWish(type: PlannedType, text: string): QuestionWish {
  const at = text.indexOf("=");
  // A text has no options, so what follows a mark is part of the name.
  if (at < 0 || type === "text") return { type, name: text, options: null };
  const name = text.slice(0, at);
  const list = text.slice(at + 1);
  if (type === "rating") return { type, name, options: ratingOptions(text, list) };
  const options = list.split(",").map((option) => option.trim());
  return { type, name, options: options.filter((option) => option !== "") };
}

/** `1..5`, or `1,3,5`; whether these are ratings is looked at with the others. */
function ratingOptions(wish: string, list: string): string[] {
  const [, low, high] = /^\s*(\d{1,2})\s*\.\.\s*(\d{1,2})\s*$/.exec(list) ?? [];
  if (low === undefined || high === undefined) return list.split(",").map((value) => value.trim());
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

function guidelinesOf(text: string): string {
  if (!text.startsWith("@")) return text;
  try {
    return readFileSync(text.slice(1), "utf8");
  } catch {
    throw new StartFailure(`The guidelines cannot be read from ${text.slice(1)}.`);
  }
}
