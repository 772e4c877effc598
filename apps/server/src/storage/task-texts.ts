import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { type Analysis, eachCut } from "@postil/domain/text/text-analysis";
import { type ListSource, partsSource } from "./value-sources.ts";

/**
 * The words of task records as the text index stores them, in four columns: the text in its searchable form and in its exact
 * form, and the same for the inputs, with the input's number before each word.
 */
export const TASK_TEXT = { text: 0, exact: 1, inputs: 2, exactInputs: 3 } as const;
export const TASK_TEXT_COLUMNS = Object.keys(TASK_TEXT).length;

/** Separates two texts. It is not a word of any text, so no phrase can match across it. */
export const GAP = "|";

/** The row of a record without its number. `targets`: by path, with those of its inputs. */
export function taskTexts(targets: ReadonlyMap<string, { readonly target: number }>, document: TaskDocument): string[] {
  const whole = cutBothWays(document.text);
  const inputs = "inputs" in document ? Object.entries(document.inputs) : [];
  const cuts = inputs.flatMap(([key, value]) => {
    const target = targets.get(`inputs.${key}`)?.target ?? 0;
    // The text of a record with one input is that input's.
    return [value].flat().map((text) => ({ target, ...(text === document.text ? whole : cutBothWays(text)) }));
  });
  const inputsAs = (way: "words" | "exact") => cuts.map((cut) => indexedInputs(cut.target, cut[way])).join(` ${GAP} `);
  return [whole.words, whole.exact, inputsAs("words"), inputsAs("exact")];
}

const cutBothWays = (text: string) => ({
  words: joined(text, "standard"),
  exact: joined(text, "whitespace", indexedExactly),
});

/** Number of words that are joined at once: a list of all words takes many times the memory of the text. */
const TOGETHER = 4096;

function joined(text: string, analysis: Analysis, spell = (word: string): string => word): string {
  const parts: string[] = [];
  let some: string[] = [];
  eachCut(text, analysis, (word) => {
    if (some.push(spell(word)) < TOGETHER) return;
    parts.push(some.join(" "));
    some = [];
  });
  if (some.length > 0) parts.push(some.join(" "));
  return parts.join(" ");
}

/** True if two documents of a record have the same rows. */
export const sameTexts = (one: TaskDocument, other: TaskDocument): boolean =>
  one.text === other.text && inputsAsText(one) === inputsAsText(other);

const inputsAsText = (document: TaskDocument): string => ("inputs" in document ? JSON.stringify(document.inputs) : "");

export const indexedInput = (target: number, word: string): string => `${target}:${word}`;

/** Characters respelled at once by `split` and `join`: `replace` takes twenty times the memory of the text. */
const CHARACTERS = 2 ** 16;

/** The same for words that are separated by spaces. */
function indexedInputs(target: number, words: string): string {
  if (words === "") return "";
  const between = ` ${indexedInput(target, "")}`;
  const parts: string[] = [];
  for (let from = 0; from < words.length; from += CHARACTERS)
    parts.push(
      words
        .slice(from, from + CHARACTERS)
        .split(" ")
        .join(between),
    );
  return indexedInput(target, parts.join(""));
}

/** The index ignores case in ASCII and splits words at ASCII control characters, so both are encoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const SPELLED = /[A-Z\u0000-\u001f\u007f\ue000]/g;
const MARK = "\ue000";

/** A word of the exact columns, as the index stores it. */
export const indexedExactly = (word: string): string =>
  word.replace(SPELLED, (one) => {
    if (one === MARK) return MARK + MARK;
    const code = one.charCodeAt(0);
    return MARK + (code >= 0x41 && code < 0x60 ? one.toLowerCase() : String.fromCharCode(0xe100 + code));
  });

/** The original word of an encoded one. */
export const wordOfExact = (indexed: string): string =>
  indexed.replace(/\ue000(.)/gs, (_, one: string) => {
    if (one === MARK) return MARK;
    const code = one.charCodeAt(0);
    return code >= 0xe100 ? String.fromCharCode(code - 0xe100) : one.toUpperCase();
  });

export const wordsOfText = (datasetKey: number, analysis: Analysis): ListSource =>
  partsSource(datasetKey, `words of the text ${analysis}`, {
    paths: ["$.text"],
    listOf: ([text]) => differentWords(text, analysis),
  });

/** The same for one input. */
export const wordsOfInput = (datasetKey: number, key: string, analysis: Analysis): ListSource =>
  partsSource(datasetKey, `words of an input ${analysis} ${key}`, {
    paths: ["$.inputs"],
    listOf: ([inputs]) => (isObject(inputs) && Object.hasOwn(inputs, key) ? differentWords(inputs[key], analysis) : []),
  });

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null;

function differentWords(texts: unknown, analysis: Analysis): string[] {
  const words = new Set<string>();
  for (const text of [texts].flat()) eachCut(String(text ?? ""), analysis, (word) => words.add(word));
  return [...words];
}
