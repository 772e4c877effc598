/** Lists of texts that records hold, to be counted by what stands in them: their words, or a list in their documents. */
export type ListSource = {
  /** The same for the same lists. */
  readonly key: string;
  readonly datasetKey: number;
  /** Of a document the JSON path of the list, and the members of its items that count, told together; none: the items are texts. */
  readonly at: "words" | { readonly path: string; readonly members: readonly string[] };
};

/** The words of the cloud, each once in a record. */
export const cloudSource = (datasetKey: number): ListSource => ({ key: "words", datasetKey, at: "words" });

export const listSource = (datasetKey: number, path: string, members: readonly string[] = []): ListSource => ({
  key: `${path} ${members.join()}`,
  datasetKey,
  at: { path, members },
});

/** Stands between the members of an item, which JSON texts can have too, but labels and tokens do not. */
const BETWEEN = "\u0000";
export const itemOf = (members: readonly string[]): string => members.join(BETWEEN);
export const membersOf = (item: string): string[] => item.split(BETWEEN);
