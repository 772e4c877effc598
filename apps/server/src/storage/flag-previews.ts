import { taskPreview } from "@postil/domain/tasks/flag-preview";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { inChunks } from "./in-chunks.ts";
import type { Tables } from "./tables.ts";

const flaggedOf = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db.selectFrom("flag").select("seq").where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

const setPreview = compiled((db, preview: string, datasetKey: number, seq: number) =>
  db.updateTable("flag").set({ preview }).where("dataset_key", "=", datasetKey).where("seq", "=", seq),
);

/** Flags are listed by the texts of their records as they are now. `records`: those whose texts are others than before. */
export async function renewPreviews(
  db: Kysely<Tables>,
  datasetKey: number,
  records: readonly { readonly seq: number; readonly document: TaskDocument }[],
): Promise<void> {
  const documents = new Map(records.map(({ seq, document }) => [seq, document]));
  await inChunks([...documents.keys()], async (some) => {
    const flagged = new Set((await flaggedOf(db, datasetKey, some)).map(({ seq }) => seq));
    for (const seq of flagged) {
      const document = documents.get(seq);
      if (document) await setPreview(db, taskPreview(document), datasetKey, seq);
    }
  });
}
