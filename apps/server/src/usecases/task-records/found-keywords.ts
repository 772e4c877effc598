import { keywordFinder } from "@postil/domain/search/query-string/search-keywords";
import type { FieldName, QueryLeaf } from "@postil/domain/search/query-tree";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { regexpTest } from "../../records/regexp-test.ts";

/** The pieces of a record's texts that a query found (contract search-semantics 3.4); null: there are none. */
export function foundKeywords(wanted: readonly QueryLeaf[]): (document: TaskDocument) => readonly string[] | null {
  const find = keywordFinder(wanted, regexpTest);
  return (document) => {
    const keywords = find((field) => textsOf(document, field));
    return keywords.length > 0 ? keywords : null;
  };
}

function textsOf(document: TaskDocument, [source, key = ""]: FieldName): readonly string[] {
  if (source === "text") return [document.text];
  if (source !== "inputs" || !("inputs" in document) || !Object.hasOwn(document.inputs, key)) return [];
  const texts = document.inputs[key] ?? [];
  return typeof texts === "string" ? [texts] : texts;
}
