import { LABEL_NAMES } from "../import/classify.ts";
import { knownEncoding } from "../import/decode.ts";
import type { FileWishes } from "../import/file-wishes.ts";
import type { QuestionWish } from "../import/wishes.ts";
import { StartFailure } from "../start-failure.ts";

/** The options for reading a file. */
export type ReadingValues = {
  readonly encoding?: string;
  readonly separator?: string;
  readonly quote?: string;
  readonly header?: boolean;
  readonly "no-header"?: boolean;
  readonly names?: string;
  readonly missing?: string[];
  readonly trim?: boolean;
  readonly "label-separator"?: string;
  readonly "token-column"?: string;
  readonly "tag-column"?: string;
};

/** `named`: all columns that any option names. */
export function readingOf(
  values: ReadingValues,
  questions: readonly QuestionWish[],
  named: readonly string[],
): FileWishes {
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
  };
}

export const listOf = (text: string): string[] => text.split(",").filter((one) => one !== "");

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

function headerOf(values: { readonly header?: boolean; readonly "no-header"?: boolean }): boolean | null {
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
