/** Lists of texts that records hold, to be counted by what stands in them: their words, or what is read from their documents. */
export type ListSource = {
  /** The same for the same lists. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: "words" | DocumentParts;
};

/** JSON paths in a document, and the list that what stands there gives; null: nothing does. */
export type DocumentParts = {
  readonly paths: readonly string[];
  readonly listOf: (parts: readonly unknown[]) => readonly string[];
};

/** The words of the cloud, each once in a record. */
export const cloudSource = (datasetKey: number): ListSource => ({ key: "words", datasetKey, at: "words" });

/** What parts of the documents give; `key`: the same for the same parts, read in the same way. */
export const partsSource = (datasetKey: number, key: string, at: DocumentParts): ListSource => ({
  key,
  datasetKey,
  at,
});

/** A list in the documents: the members of its items that count, told together; none: the items are texts. */
export const listSource = (datasetKey: number, path: string, members: readonly string[] = []): ListSource =>
  partsSource(datasetKey, `${path} ${members.join()}`, { paths: [path], listOf: ([list]) => itemsIn(list, members) });

type Item = { readonly [member: string]: unknown } | string;

const itemsIn = (list: unknown, members: readonly string[]): string[] =>
  Array.isArray(list) ? list.map((item: Item) => textOf(item, members)) : [];

const textOf = (item: Item, members: readonly string[]): string =>
  typeof item === "string" ? item : members.map((member) => String(item[member])).join(BETWEEN);

/** Stands between the members of an item, which JSON texts can have too, but labels and tokens do not. */
const BETWEEN = "\u0000";
export const membersOf = (item: string): string[] => item.split(BETWEEN);
