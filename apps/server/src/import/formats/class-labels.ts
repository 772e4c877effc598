import { BadValue, counted } from "../row.ts";

/** The names of a column's numbers, in the order of the numbers from 0. */
export type Names = readonly string[];

/** By column: what `datasets` of Hugging Face writes into a Parquet file. */
export type ClassLabels = ReadonlyMap<string, Names>;

type Members = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Finds the class labels in the key-value metadata of a file. A description that cannot be read describes nothing. */
export function classLabelsOf(
  metadata: readonly { readonly key: string; readonly value?: string }[] | undefined,
): ClassLabels {
  const text = metadata?.find(({ key }) => key === "huggingface")?.value;
  const features = memberOf(memberOf(parsed(text), "info"), "features");
  if (!isObject(features)) return new Map();
  return new Map(
    Object.entries(features).flatMap(([column, feature]) => {
      const names = namesIn(feature);
      return names === null ? [] : [[column, names] as const];
    }),
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Lists of class labels are written as a list, or as a feature of lists. */
function namesIn(feature: unknown): Names | null {
  if (Array.isArray(feature)) return feature.length === 1 ? namesIn(feature[0]) : null;
  if (!isObject(feature)) return null;
  if (feature._type !== "ClassLabel") return feature.feature === undefined ? null : namesIn(feature.feature);
  const { names } = feature;
  return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : null;
}

/** The name of a number, or the names of a list of numbers. -1 means that the row has no label. */
export function namedBy(names: Names, value: unknown, column: string): unknown {
  if (Array.isArray(value)) return value.map((one) => namedBy(names, one, column));
  if (value === null || value === -1) return null;
  const name = typeof value === "number" ? names[value] : undefined;
  if (name !== undefined) return name;
  throw new BadValue(column, value, `is none of the ${counted(names.length, "label")} that the file names`);
}
