/** A list of texts in each record, to be counted by its items: words, or parts of the documents. */
export type ListSource = {
  /** Equal keys mean equal lists. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: "words" | DocumentParts;
};

/** JSON paths in a document, and a function that turns the parts there into a list; null means that a part is missing. */
export type DocumentParts = {
  readonly paths: readonly string[];
  readonly listOf: (parts: readonly unknown[]) => readonly string[];
};

/** The words of the word cloud, each once per record. */
export const cloudSource = (datasetKey: number): ListSource => ({ key: "words", datasetKey, at: "words" });

/** A list made from parts of the documents. `key`: equal for the same parts that are read in the same way. */
export const partsSource = (datasetKey: number, key: string, at: DocumentParts): ListSource => ({
  key,
  datasetKey,
  at,
});

/** A list in the documents. `members`: the members of its items that are counted together; if empty, the items are texts. */
export const listSource = (datasetKey: number, path: string, members: readonly string[] = []): ListSource =>
  partsSource(datasetKey, `${path} ${members.join()}`, { paths: [path], listOf: ([list]) => itemsIn(list, members) });

type Item = { readonly [member: string]: unknown } | string;

const itemsIn = (list: unknown, members: readonly string[]): string[] =>
  Array.isArray(list) ? list.map((item: Item) => textOf(item, members)) : [];

const textOf = (item: Item, members: readonly string[]): string =>
  typeof item === "string" ? item : members.map((member) => String(item[member])).join(BETWEEN);

/** Separates the members of an item. JSON texts may contain it, but labels and tokens do not. */
const BETWEEN = "\u0000";
export const membersOf = (item: string): string[] => item.split(BETWEEN);
