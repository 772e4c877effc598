import { readFileSync } from "node:fs";
import { StartFailure } from "../../start-failure.ts";
import { positionals, readArguments } from "../read-arguments.ts";

/** A label question asked for: from a column, or with options of its own. */
export type LabelWish = { readonly name: string; readonly options: readonly string[] | null };
/** `question` null: the first label question. */
export type SuggestionWish = { readonly question: string | null; readonly column: string };

/** What the person said; an empty list leaves that kind of column to be inferred. */
export type ImportOptions = {
  readonly file: string;
  readonly dataset: string | null;
  readonly workspace: string | null;
  readonly fields: readonly string[];
  readonly labels: readonly LabelWish[];
  readonly metadata: readonly string[];
  readonly suggestions: readonly SuggestionWish[];
  readonly vectors: readonly string[];
  readonly id: string | null;
  readonly ignored: readonly string[];
  readonly guidelines: string | null;
  readonly skipBad: boolean;
  readonly dryRun: boolean;
};

export const IMPORT_USAGE = `postil import FILE [options]       FILE: .jsonl, .ndjson, .csv or .tsv, each also with .gz
  --dataset NAME                   default: the name of the file
  --workspace NAME                 default: your oldest workspace
  --field COLUMN                   a text to read (again for more)
  --label COLUMN                   a label question whose options are the column's values
  --label NAME=a,b,c               a label question with these options
  --suggestion [QUESTION=]COLUMN   what a model thinks: a label, or {label, score} or a list of them
  --metadata COLUMN                for filters and sorting
  --vector COLUMN                  a list of numbers, of one length
  --id COLUMN                      the record's own id
  --ignore COLUMN                  leave a column out
  --guidelines TEXT|@FILE          shown to annotators, markdown
  --skip-bad                       leave bad lines out, and list them, instead of importing nothing
  --dry-run                        only show what would be imported
What no option names is inferred; docs/import.md has the rules.`;

const REPEATED = { type: "string", multiple: true } as const;

export function readImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals: given } = readArguments(args, OPTIONS, IMPORT_USAGE);
  const [file] = positionals(given, ["FILE"], IMPORT_USAGE);
  return {
    file,
    dataset: values.dataset ?? null,
    workspace: values.workspace ?? null,
    fields: values.field ?? [],
    labels: (values.label ?? []).map(labelWish),
    metadata: values.metadata ?? [],
    suggestions: (values.suggestion ?? []).map(suggestionWish),
    vectors: values.vector ?? [],
    id: values.id ?? null,
    ignored: values.ignore ?? [],
    guidelines: values.guidelines === undefined ? null : guidelinesOf(values.guidelines),
    skipBad: values["skip-bad"] ?? false,
    dryRun: values["dry-run"] ?? false,
  };
}

const OPTIONS = {
  dataset: { type: "string" },
  workspace: { type: "string" },
  field: REPEATED,
  label: REPEATED,
  metadata: REPEATED,
  suggestion: REPEATED,
  vector: REPEATED,
  id: { type: "string" },
  ignore: REPEATED,
  guidelines: { type: "string" },
  "skip-bad": { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

function labelWish(text: string): LabelWish {
  const at = text.indexOf("=");
  if (at < 0) return { name: text, options: null };
  const options = text
    .slice(at + 1)
    .split(",")
    .map((option) => option.trim())
    .filter((option) => option !== "");
  return { name: text.slice(0, at), options };
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
