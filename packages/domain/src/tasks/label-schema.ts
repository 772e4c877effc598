import { MOST_VECTOR_NAMES, namesFault } from "./dataset-rules.ts";

/**
 * The settings of a task dataset: its labels, and the vectors its records may have (contract api-v0 section 4, TEN-17).
 */

export type SchemaLabel = { readonly id: string; readonly name: string; readonly description?: string | undefined };
export type LabelSchema = { readonly labels: readonly SchemaLabel[] };

/** The dimensions of a vector, in either form that clients send. */
export type VectorDimensions = number | { readonly dim: number };

/** Members that were never set are absent. */
export type TaskSettings = {
  readonly labelSchema?: LabelSchema;
  readonly vectors?: { readonly [name: string]: VectorDimensions };
};

export const TOO_MANY_VECTORS = `Cannot create more than ${MOST_VECTOR_NAMES} kind of vectors per dataset`;

export const dimensionsOf = (given: VectorDimensions): number => (typeof given === "number" ? given : given.dim);

/** Merges settings: given members replace the old ones, but vectors with other names stay. */
export function mergeSettings(before: TaskSettings, change: TaskSettings): TaskSettings {
  const vectors = change.vectors && { ...before.vectors, ...change.vectors };
  return { ...before, ...change, ...(vectors ? { vectors } : {}) };
}

/** The fault of vectors beside those of the dataset, or null. A vector's length never changes. */
export function vectorsFault(
  known: ReadonlyMap<string, number>,
  given: NonNullable<TaskSettings["vectors"]>,
): string | null {
  for (const [name, dimensions] of Object.entries(given)) {
    const there = known.get(name);
    if (there !== undefined && there !== dimensionsOf(dimensions))
      return `Vector '${name}' has ${there} dimensions, which cannot become ${dimensionsOf(dimensions)}`;
  }
  const names = new Set([...known.keys(), ...Object.keys(given)]);
  return names.size > MOST_VECTOR_NAMES ? TOO_MANY_VECTORS : namesFault(names);
}

/** The names of the labels, including repeats. */
export const schemaNames = (schema: LabelSchema | undefined): readonly string[] =>
  schema?.labels.map(({ name }) => name) ?? [];

/** The first label whose name is not in the schema, or null. */
export function strangerTo(schema: LabelSchema, labels: Iterable<string>): string | null {
  const names = new Set(schemaNames(schema));
  for (const label of labels) if (!names.has(label)) return label;
  return null;
}

/** LAB-20: the reason why a schema is refused, and below why records are refused. */
export const labelInUse = (label: string): string =>
  `The label ${label} was found in the dataset but not in provided labels schema. ` +
  "\nPlease, provide a valid labels schema according to stored records in the dataset";
export const labelUnknown = (label: string): string =>
  `Provided records contain the ${label} label, that is not included in the labels schema.` +
  "\nPlease, annotate your records using labels defined in the labels schema.";
