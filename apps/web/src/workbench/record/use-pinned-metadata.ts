import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { ownOf } from "@postil/domain/own";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { pinnedNames } from "@postil/domain/records/pinned-metadata";
import { usePreference } from "../../lib/preferences/use-preference.ts";

export type Pinned = {
  /** the names of the properties that stand under the record */
  readonly names: readonly string[];
  readonly set: (names: readonly string[]) => void;
};

/** Which metadata stands under the records of a dataset; while nothing was chosen, the first that this record has. */
export function usePinnedMetadata(record: LabeledRecord, properties: readonly MetadataProperty[]): Pinned {
  const [byDataset, setByDataset] = usePreference("pinnedMetadata");
  const chosen = byDataset[record.datasetId];
  const all = properties.map(({ name }) => name);
  const names = pinnedNames(chosen === undefined ? all.filter((name) => has(record, name)) : all, chosen);
  return { names, set: (next) => setByDataset({ ...byDataset, [record.datasetId]: next }) };
}

/** Whether there is something to show of a property. */
export function has(record: LabeledRecord, name: string): boolean {
  const value = ownOf(record.metadata, name);
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}
