import { metadataFault } from "@postil/domain/records/metadata-rules";
import type { DatasetPlan, RecordToFill } from "../../client/fill.ts";

/** A metadata property with values that it refuses: it was created, or created again, after records had these values. */
export type Misfit = { readonly name: string; readonly line: number };

/** Finds the properties of an export that cannot be created before its records. */
export function createMisfits(properties: DatasetPlan["metadata"]) {
  const lines = new Map<string, number>();
  const byName = new Map(properties.map(({ name, settings }) => [name, settings]));
  const rules = { datasetId: "", properties: byName, allowExtra: true };
  return {
    look: (values: RecordToFill["metadata"], line: number): void => {
      if (!values) return;
      for (const [name, value] of Object.entries(values)) {
        if (!lines.has(name) && metadataFault(rules, { [name]: value }) !== null) lines.set(name, line);
      }
    },
    all: (): readonly Misfit[] => [...lines].map(([name, line]) => ({ name, line })),
  };
}

/** Moves such properties, and all properties after them to keep the order, to a list that is created after the records. */
export function withLaterMetadata(dataset: DatasetPlan, misfits: readonly Misfit[]): DatasetPlan {
  const { metadata } = dataset;
  const at = metadata.findIndex(({ name }) => misfits.some((misfit) => misfit.name === name));
  return at < 0 ? dataset : { ...dataset, metadata: metadata.slice(0, at), laterMetadata: metadata.slice(at) };
}

export const wordsOfMisfit = ({ name, line }: Misfit): string =>
  `  metadata "${name}" has values that it does not take, first on line ${line}: they are kept as they are`;
