import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { pinnedNames } from "@postil/domain/records/colophon";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { usePreference } from "../../lib/preferences/use-preference.ts";

export type Pinned = {
  /** the names of the properties that stand under the record */
  readonly names: readonly string[];
  readonly set: (names: readonly string[]) => void;
};

/** Which metadata stands under the records of a dataset; while nothing was chosen, the first that this record has. */
export function usePinned(record: LabeledRecord, properties: readonly MetadataProperty[]): Pinned {
  const [colophon, setColophon] = usePreference("colophon");
  const chosen = colophon[record.datasetId];
  const all = properties.map(({ name }) => name);
  const names = pinnedNames(chosen === undefined ? all.filter((name) => has(record, name)) : all, chosen);
  return { names, set: (next) => setColophon({ ...colophon, [record.datasetId]: next }) };
}

/** Whether there is something to show of a property. */
export function has(record: LabeledRecord, name: string): boolean {
  const value = record.metadata?.[name];
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}
