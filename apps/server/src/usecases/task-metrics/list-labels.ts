import { labelsOfRecords } from "./labels-of-records.ts";
import { type Summarize, termsWanted } from "./metric-question.ts";

/** The labels that are counted for any of the records, and those that a sample of them has besides (RUL-14). */
export const listLabels: Summarize = async ({ context, row, search, found, options }) => {
  const labels = new Set<string>();
  for (const field of ["annotated_as", "predicted_as"]) {
    const { counts } = await found.facet([field], termsWanted(options));
    for (const { value } of counts) labels.add(String(value));
  }
  const marked = await found.within({
    kind: "or",
    parts: ["annotated_by", "predicted_by"].map((field) => ({ kind: "exists", field: [field] })),
  });
  const seqs = marked.seqs();
  const sample = { count: seqs.length, at: (index: number) => seqs[index] ?? 0 };
  const more = await labelsOfRecords(context, { key: row.key, task: search.task }, sample);
  return { kind: "labels", labels: [...new Set([...labels, ...more])] };
};
