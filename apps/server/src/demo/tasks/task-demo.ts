import { readFileSync } from "node:fs";
import type { Task } from "@postil/domain/datasets/dataset-links";
import type { TaskRecordToFill } from "../../client/fill.ts";
import { fraction, wordVector } from "../word-vector.ts";

/** A demo dataset of the older family. */
export type TaskDemo = {
  readonly name: string;
  readonly task: Task;
  /** In the order in which they are offered; none for texts that are written. */
  readonly labels: readonly string[];
  readonly rules: readonly { readonly query: string; readonly label: string; readonly description: string }[];
  readonly records: () => readonly TaskRecordToFill[];
};

/** Lines of a file beside this one, in columns. */
export const linesOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

export const rounded = (score: number): number => Math.round(score * 100) / 100;

const VECTOR_DIMENSIONS = 32;
/** Shares of the records that somebody has looked at. */
const VALIDATED = 0.4;
const DISCARDED = 0.05;

type Facts = {
  readonly name: string;
  readonly index: number;
  readonly text: string;
  readonly metadata: object;
  readonly prediction: object | null;
  /** What is right, and who would say so. */
  readonly annotation: object;
};

/** A record of which a model thinks something and, of some, a person too. */
export function demoTaskRecord({ name, index, text, annotation, prediction, metadata }: Facts): TaskRecordToFill {
  const looked = fraction(`looked at ${text}`);
  const isValidated = looked < VALIDATED;
  return {
    id: `${name}-${String(index + 1).padStart(3, "0")}`,
    metadata,
    vectors: { words: { value: wordVector(text, VECTOR_DIMENSIONS) } },
    ...(prediction ? { prediction } : {}),
    ...(isValidated ? { annotation, status: "Validated" } : {}),
    ...(!isValidated && looked < VALIDATED + DISCARDED ? { status: "Discarded" } : {}),
  };
}
